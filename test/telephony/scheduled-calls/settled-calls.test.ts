import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { initiateScheduled } from '../../../src/telephony/scheduled-calls/jobs.ts';
import { removedAtOnce, removeSettled } from '../../../src/telephony/scheduled-calls/queries.ts';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenScheduled, schedulingServer, runsOf } from './given.ts';

const server = schedulingServer();

const path = '/api/v1/telephony/scheduled-calls';
const minute = 60_000;
const hour = 60 * minute;
const inMs = (ms: number): string => later(server.app.now(), ms);
const wait = (ms: number): void => server.setNow(inMs(ms));

describe('A scheduled call', () => {
  test('is changed, and initiated as changed', async () => {
    const { member, own, answer } = await givenScheduled(server);

    const change = (body: object) =>
      member.send('PATCH', own, {
        token: member.token,
        body,
        headers: { 'if-match': answer.headers.get('etag')! },
      });
    const changed = await change({
      scheduled_at: inMs(2 * hour),
      initial_context: { first_name: 'Ada' },
    });
    const outdated = await change({ scheduled_at: inMs(hour) });
    wait(hour);
    await initiateScheduled(server.app);
    const early = await runsOf(member);
    wait(hour);
    await initiateScheduled(server.app);

    expect([changed.status, outdated.status, early]).toEqual([200, 412, []]);
    expect(await runsOf(member)).toMatchObject([{ initial_context: { first_name: 'Ada' } }]);
  });

  test('is canceled once, and never initiated', async () => {
    const { member, own } = await givenScheduled(server);

    const [one, other] = [await member.post(`${own}/cancel`), await member.post(`${own}/cancel`)];
    wait(hour);
    await initiateScheduled(server.app);

    expect([one.status, one.body.status]).toEqual([200, 'canceled']);
    expect(other.body).toEqual(one.body);
    expect(await runsOf(member)).toEqual([]);
  });

  test('can no longer be changed or canceled once it was initiated', async () => {
    const { member, own } = await givenScheduled(server);
    wait(hour);
    await initiateScheduled(server.app);

    const answers = [
      await member.post(`${own}/cancel`),
      await member.patch(own, { scheduled_at: inMs(hour) }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code, body.state])).toEqual([
      [409, 'scheduled_call_settled', 'initiated'],
      [409, 'scheduled_call_settled', 'initiated'],
    ]);
  });

  test('is listed by its organization, by status, and for 90 days after it was settled', async () => {
    const { member, schedule, own } = await givenScheduled(server);
    const { body: second } = await schedule();
    await member.post(`${own}/cancel`);
    const stranger = await newOrganization({ server });

    const ids = async (query: string, who = member) =>
      (await who.get(`${path}${query}`)).body.items.map(({ id }: { id: number }) => id);
    const first = Number(own.split('/').at(-1));

    expect(await ids('')).toEqual([second.id, first]);
    expect(await ids('?status=canceled')).toEqual([first]);
    expect(await ids('', stranger)).toEqual([]);
    await removeSettled(server.app.db, inMs(89 * 24 * hour));
    expect(await ids('')).toEqual([second.id, first]);
    await removeSettled(server.app.db, inMs(91 * 24 * hour));
    expect(await ids('')).toEqual([second.id]);
  });

  test('is removed with all others that were settled so long ago', async () => {
    const { member, own } = await givenScheduled(server);
    const { organization_id } = member;
    const { db } = server.app;
    await member.post(`${own}/cancel`);
    await sql`
      insert into scheduled_calls
        (organization_id, workflow_id, to_number, scheduled_at, state, settled_at, user_id, created_at)
      select organization_id, workflow_id, to_number, scheduled_at, state, settled_at, user_id, created_at
      from scheduled_calls, generate_series(1, ${removedAtOnce}::integer)
      where organization_id = ${organization_id}`.execute(db);

    await removeSettled(db, inMs(91 * 24 * hour));

    expect((await member.get(path)).body.items).toEqual([]);
  });
});

describe('Scheduled calls that are due', () => {
  const dueOf = async ({ organization_id }: Member): Promise<number> => {
    const rows = await server.app.db
      .selectFrom('scheduled_calls')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('due_at', '<=', server.app.now())
      .execute();
    return rows.length;
  };

  test('of an organization without a slot do not stand in the way of others', async () => {
    const { member, schedule } = await givenScheduled(server, { limit: 1 });
    for (let calls = 1; calls < 30; calls += 1) await schedule();
    const full = new Map<number, string>();
    wait(hour);

    await initiateScheduled(server.app, full);
    const left = await dueOf(member);
    await initiateScheduled(server.app, full);
    const leftAlone = await dueOf(member);
    wait(minute);
    await initiateScheduled(server.app, full);

    expect(await runsOf(member)).toHaveLength(1);
    // The first got the slot; the others stay due, for when it gets free.
    expect([left, leftAlone]).toEqual([29, 29]);
    expect([...full.keys()]).toEqual([member.organization_id]);
  });

  test('do not wait for one that fails in an unexpected way', async () => {
    const { member, schedule } = await givenScheduled(server);
    const { db } = server.app;
    await schedule();
    const { id, credentials_encrypted } = await db
      .selectFrom('telephony_configurations')
      .select(['id', 'credentials_encrypted'])
      .where('organization_id', '=', member.organization_id)
      .executeTakeFirstOrThrow();
    const damaged = Buffer.from(credentials_encrypted);
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1);
    await db
      .updateTable('telephony_configurations')
      .set({ credentials_encrypted: damaged })
      .where('id', '=', id)
      .execute();
    await initiateScheduled(server.app);
    wait(hour);
    await initiateScheduled(server.app);

    // Each was tried, and is tried again after a pause.
    expect(await dueOf(member)).toBe(0);
    expect(await runsOf(member)).toEqual([]);
  });
});
