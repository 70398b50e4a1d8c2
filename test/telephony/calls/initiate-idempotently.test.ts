import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { givenCallable, keptOf, times } from './given.ts';

const path = '/api/v1/telephony/initiate-call';
const to_number = '+12025550123';

describe('initiateCall with an Idempotency-Key', () => {
  test('places one call and repeats its response', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    const headers = { 'idempotency-key': randomUUID() };
    const place = () => member.post(path, { workflow_id, to_number }, headers);

    const [first, second] = [await place(), await place()];

    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.body).toEqual(first.body);
    expect(await keptOf(member)).toMatchObject({ runs: [first.body.id], jobs: [first.body.id] });
  });

  test('places one call and uses one approval, of ten concurrent requests', async () => {
    const member = await newOrganization({ connector: 'crm' });
    const { workflow_id } = await givenCallable(member);
    const policy = await givenPolicy(member, { target_id: workflow_id });
    const headers = { 'idempotency-key': randomUUID() };

    const answers = await Promise.all(
      times(10, undefined).map(() =>
        member.send('POST', path, { key: member.key, body: { workflow_id, to_number }, headers }),
      ),
    );

    const [accepted, others] = [202, 409].map((status) =>
      answers.filter((answer) => answer.status === status),
    );
    expect(accepted?.length).toBeGreaterThan(0);
    expect([...(accepted ?? []), ...(others ?? [])]).toHaveLength(10);
    expect(new Set(accepted?.map(({ body }) => body.id)).size).toBe(1);
    expect((await keptOf(member)).runs).toHaveLength(1);
    expect((await member.get(`/api/v1/approval-policies/${policy}`)).body.used_count).toBe(1);
  });

  test('is not used up by a refusal', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member, { limit: 1 });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await member.post(path, { workflow_id, to_number });
    const refused = await member.post(path, { workflow_id, to_number }, headers);
    await member.server.app.calls.report({
      run_id: first.body.id,
      organization_id: member.organization_id,
      at: member.server.app.now(),
      event: 'busy',
    });

    const again = await member.post(path, { workflow_id, to_number }, headers);

    expect([refused.status, again.status]).toEqual([429, 202]);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
  });
});
