import { describe, expect, test } from 'vitest';
import { later } from '../../src/timestamp.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';
import { givenPolicies, givenPolicy, ofCampaign } from './given.ts';

const path = '/api/v1/approval-policies';
const statuses = ['active', 'disabled', 'revoked', 'expired', 'exhausted'] as const;
const now = '2026-03-01T12:00:00.000Z';
const dayMs = 86_400_000;

const over = { not_before: later(now, -3 * dayMs), expires_at: later(now, -1) };
const disabled = { disabled_at: now };
const revoked = { revoked_at: now, revoked_reason: 'x' };
const exhausted = { max_uses: 2, used_count: 2 };

const ids = async (member: Member, query: string): Promise<string[]> =>
  (await member.get(`${path}?${query}`)).body.items.map((policy: { id: string }) => policy.id);

/** The items of all pages, one per page. */
async function walk(member: Member, query: string): Promise<{ id: string; status: string }[]> {
  const found = [];
  let cursor = '';
  do {
    const { body } = await member.get(`${path}?limit=1&${query}${cursor}`);
    expect(body.items.length).toBeLessThanOrEqual(1);
    found.push(...body.items);
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  return found;
}

describe('listApprovalPolicies', () => {
  test('filters by action, by exact connector name, and by both', async () => {
    const member = await newOrganization();
    const [call, start, dialer, capitals] = await givenPolicies(member, [
      {},
      ofCampaign,
      { ...ofCampaign, connector_name: 'dialer' },
      { connector_name: 'CRM' },
    ]);

    expect(await ids(member, 'action_type=call_initiate')).toEqual([capitals, call]);
    expect(await ids(member, 'action_type=campaign_start')).toEqual([dialer, start]);
    expect(await ids(member, 'action_type=campaign_resume')).toEqual([]);
    expect(await ids(member, 'connector_name=crm')).toEqual([start, call]);
    expect(await ids(member, 'connector_name=cr')).toEqual([]);
    expect(
      await ids(member, 'connector_name=crm&action_type=campaign_start&status=active'),
    ).toEqual([start]);
    expect(
      await ids(member, 'connector_name=crm&action_type=campaign_start&status=revoked'),
    ).toEqual([]);
  });

  test('filters by the shown status, whatever caused it', async () => {
    const server = await startServer();
    server.setNow(now);
    const member = await newOrganization({ server });
    // With two reasons, the one that determines the status counts.
    const options = [{}, disabled, revoked, over, exhausted];
    for (const one of options)
      for (const other of options) await givenPolicy(member, { ...one, ...other });

    const all = await walk(member, '');
    const filtered = await Promise.all(statuses.map((status) => walk(member, `status=${status}`)));

    expect(all).toHaveLength(25);
    for (const [index, status] of statuses.entries()) {
      expect(filtered[index]).toEqual(all.filter((policy) => policy.status === status));
      expect(filtered[index]).not.toEqual([]);
    }
    await server.close();
  });

  test('treats a policy as expired from the millisecond of expires_at', async () => {
    const server = await startServer();
    server.setNow(now);
    const member = await newOrganization({ server });
    await givenPolicy(member, { expires_at: later(now, 1000) });
    const listed = async (time: string): Promise<string[]> => {
      server.setNow(time);
      const pages = await Promise.all(
        statuses.map(async (filter) =>
          (await walk(member, `status=${filter}`)).map(({ status }) => `${filter}: ${status}`),
        ),
      );
      return pages.flat();
    };

    expect(await listed(later(now, 999))).toEqual(['active: active']);
    expect(await listed(later(now, 1000))).toEqual(['expired: expired']);
    await server.close();
  });

  test('continues correctly when policies of the previous page no longer match the filter', async () => {
    const member = await newOrganization();
    const given = await givenPolicies(member, [{}, {}, {}, {}]);
    const page = (await member.get(`${path}?status=active&limit=2`)).body;

    await member.post(`${path}/${given[2]}/disable`);
    await member.post(`${path}/${given[1]}/disable`);
    const rest = await ids(member, `status=active&limit=2&cursor=${page.next_cursor}`);

    expect(page.items.map(({ id }: { id: string }) => id)).toEqual([given[3], given[2]]);
    expect(rest).toEqual([given[0]]);
  });

  test.each([
    ['status=Active', 'enum'],
    ['status=', 'enum'],
    ['action_type=call', 'enum'],
    ['connector_name=', 'string_too_short'],
    [`connector_name=${'x'.repeat(101)}`, 'string_too_long'],
    ['connector_name=a%20b', 'string_pattern_mismatch'],
    ['status=active&status=revoked', 'string_type'],
  ])('refuses %s', async (query, type) => {
    const member = await newOrganization();

    const answer = await member.get(`${path}?${query}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(
      expect.objectContaining({ loc: ['query', query.split('=')[0]], type }),
    );
  });
});
