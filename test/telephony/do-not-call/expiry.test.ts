import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { removedAtOnce, removeExpired } from '../../../src/telephony/do-not-call/queries.ts';
import { later } from '../../../src/timestamp.ts';
import { claimed, givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenCallable, placementsOf } from '../calls/given.ts';

const collection = '/api/v1/do-not-call';
const to_number = '+12025550123';

const inMinutes = ({ server }: Member, minutes: number): string =>
  later(server.app.now(), minutes * 60_000);

const add = (member: Member, expires_at: string | null, reason: string | null = null) =>
  member.post(collection, { phone_numbers: [{ phone_number: to_number, reason, expires_at }] });

const entries = async (member: Member) => (await member.get(collection)).body.items;

/** Makes the entry of the number one that has expired. */
const expire = (member: Member): Promise<unknown> =>
  member.server.app.db
    .updateTable('do_not_call_numbers')
    .set({ expires_at: inMinutes(member, -1) })
    .where('organization_id', '=', member.organization_id)
    .execute();

describe('A do-not-call entry with expires_at', () => {
  test('is shown with it in UTC, and with who added it', async () => {
    const member = await newOrganization();

    await add(member, '2099-06-01T12:00:00+02:00');
    await member.send('POST', collection, {
      key: member.key,
      body: { phone_numbers: [{ phone_number: '+12025550124' }] },
    });

    expect(await entries(member)).toMatchObject([
      { phone_number: '+12025550124', source: 'api_key', expires_at: null },
      { phone_number: to_number, source: 'user', expires_at: '2099-06-01T10:00:00.000Z' },
    ]);
  });

  test.each([
    [(member: Member) => inMinutes(member, -1)],
    [() => '2016-12-31T23:59:60Z'],
    [() => 'tomorrow'],
  ])('is refused if it is not in the future', async (expires_at) => {
    const member = await newOrganization();

    const { status, body } = await add(member, expires_at(member));

    expect([status, body.detail[0].loc]).toEqual([
      422,
      ['body', 'phone_numbers', '0', 'expires_at'],
    ]);
    expect(await entries(member)).toEqual([]);
  });

  test.each([
    ['a later end', 10, 20, 'new'],
    ['no end', 10, null, 'new'],
    ['an earlier end', 20, 10, 'old'],
    ['an end, where it has none', null, 10, 'old'],
    ['no end, where it has none', null, null, 'old'],
  ] as const)('is replaced only by one that holds longer: %s', async (_, old, next, reason) => {
    const member = await newOrganization();
    const end = (minutes: number | null) => minutes && inMinutes(member, minutes);
    await add(member, end(old) as string | null, 'old');

    const { body } = await add(member, end(next) as string | null, 'new');

    expect(body).toEqual(
      reason === 'new'
        ? { added_count: 1, existing_count: 0 }
        : { added_count: 0, existing_count: 1 },
    );
    expect(await entries(member)).toMatchObject([{ reason }]);
  });

  test('that has expired is not on the list, and can be added again', async () => {
    const member = await newOrganization();
    await add(member, inMinutes(member, 10), 'old');
    await expire(member);
    const numbers = { phone_numbers: [to_number] };

    const listed = await entries(member);
    const checked = await member.post(`${collection}/check`, numbers);
    const removed = await member.post(`${collection}/remove`, numbers);
    const added = await add(member, null, 'new');

    expect(listed).toEqual([]);
    expect(checked.body.results).toEqual([{ phone_number: to_number, is_listed: false }]);
    expect(removed.body).toEqual({ removed_count: 0, missing_count: 1 });
    expect(added.body).toEqual({ added_count: 1, existing_count: 0 });
    expect(await entries(member)).toMatchObject([{ reason: 'new', expires_at: null }]);
  });

  test.each([
    ['no call once it has expired', true, 202, ['dialing', 'dialing'], 0],
    ['calls before', false, 409, ['skipped', 'dialing'], 1],
  ] as const)('holds %s', async (_, isExpired, status, states, skipped) => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member, { numbers: [to_number, '+12025550124'] });
    await add(member, inMinutes(member, 10));
    if (isExpired) await expire(member);
    const call = { workflow_id: campaign.workflow_id, to_number };

    const planned = await member.get(`${campaign.path}/preview`);
    const single = await member.post('/api/v1/telephony/initiate-call', call);
    await member.post(`${campaign.path}/start`);
    const started = await member.get(`${campaign.path}/preview`);
    await claimed(member, campaign);

    const { items } = (await member.get(`${campaign.path}/contacts`)).body;
    expect(single.status).toBe(status);
    expect(items.map(({ status: shown }: { status: string }) => shown)).toEqual(states);
    expect([planned, started].map(({ body }) => body.held.do_not_call)).toEqual([skipped, skipped]);
  });

  test.each([
    [true, 'placed', 1],
    [false, 'withheld', 0],
  ] as const)('at the gate, expired %s: the call is %s', async (isExpired, _, calls) => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    const { app } = member.server;
    const { id } = (
      await member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number })
    ).body;
    await add(member, inMinutes(member, 10));
    if (isExpired) await expire(member);

    await app.calls.place({ id, organization_id: member.organization_id });

    expect(await placementsOf(member, configuration_id)).toHaveLength(calls);
  });

  test('is removed once it has expired, with all others', async () => {
    const member = await newOrganization();
    const { organization_id } = member;
    const { app } = member.server;
    const { db } = app;
    await add(member, inMinutes(member, 10), 'in force');
    await sql`insert into do_not_call_numbers (organization_id, phone_number, expires_at, created_at)
      select ${organization_id}, '+1202' || (5000000 + turn), ${inMinutes(member, -1)}, ${inMinutes(member, -2)}
      from generate_series(0, ${removedAtOnce}::integer) as turn`.execute(db);
    await sql`insert into do_not_call_numbers (organization_id, phone_number, created_at)
      values (${organization_id}, '+12024000000', ${inMinutes(member, -2)})`.execute(db);

    await removeExpired(db, app.now());

    const { rows } = await sql<{ phone_number: string }>`
      select phone_number from do_not_call_numbers where organization_id = ${organization_id} order by 1`.execute(
      db,
    );
    expect(rows.map(({ phone_number }) => phone_number)).toEqual(['+12024000000', to_number]);
  });
});
