import { describe, expect, test, vi } from 'vitest';
import { giveBack } from '../../../src/telephony/calls/give-back.ts';
import { effects, type ReportEvent } from '../../../src/telephony/calls/flow-rules.ts';
import { closeUnplaced, place } from '../../../src/telephony/calls/jobs.ts';
import { endUnplaced } from '../../../src/telephony/calls/restored.ts';
import { maxDeferrals } from '../../../src/telephony/calls/rules.ts';
import type {
  Carrier,
  CallStatusAnswer,
  PlacementResult,
} from '../../../src/telephony/carriers/carrier.ts';
import { later } from '../../../src/timestamp.ts';
import { onPostgres } from '../../support/database.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenCallable, stateOf } from './given.ts';
import { withCarriers } from './with-carriers.ts';

const server = ownServer();

/** An accepted call that was not sent to a carrier yet. */
async function givenAccepted(deferrals = 0) {
  const member = await newOrganization({ server });
  const { workflow_id } = await givenCallable(member);
  const to_number = '+12025550123';
  const { body } = await member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number });
  const { id } = body;
  const { db } = server.app;
  const live = () =>
    db
      .selectFrom('live_calls')
      .select(['state', 'asked'])
      .where('run_id', '=', id)
      .executeTakeFirst();
  await db.updateTable('live_calls').set({ deferrals }).where('run_id', '=', id).execute();
  return {
    member,
    id: Number(id),
    report: { run_id: Number(id), organization_id: member.organization_id },
    /** Marks the call as being placed by somebody else, in a new attempt. */
    async placeElsewhere(placing_at = later(server.app.now(), 1)) {
      const again = { state: 'placing', placing_at, ask_at: placing_at, asked: 0 } as const;
      await db
        .updateTable('live_calls')
        .set({ ...again, lease_until: null, due_at: null })
        .where('run_id', '=', id)
        .execute();
      return placing_at;
    },
    /** What is known of the call, and of its attempt. */
    async shown() {
      const { state, outcome, carrier_call_id } = await stateOf(member, id);
      const { state: attempt, asked } = (await live()) ?? {};
      return { state, outcome, carrier_call_id, attempt, asked };
    },
  };
}

const untouched = {
  state: 'initialized',
  outcome: null,
  carrier_call_id: null,
  attempt: 'placing',
  asked: 0,
};

const withSimulated = (changes: Partial<Carrier>) =>
  withCarriers(server, { simulated: { ...server.app.calls.carriers.simulated, ...changes } });

describe('A call that is placed again meanwhile', () => {
  test('is not changed by any report about the attempt before, and by the same about its own', async () => {
    const call = await givenAccepted();
    const placing_at = await call.placeElsewhere();
    const events = Object.keys(effects) as ReportEvent[];
    const reportOf = (event: ReportEvent, attempt: string | null) =>
      server.app.calls.report({ ...call.report, at: server.app.now(), event, attempt });

    for (const event of events)
      for (const attempt of [later(placing_at, -1), null]) await reportOf(event, attempt);
    expect(await call.shown()).toEqual(untouched);
    await reportOf('refused', placing_at);

    expect(await stateOf(call.member, call.id)).toMatchObject({ outcome: 'failed' });
  });

  test.each<[PlacementResult['kind'], deferrals?: number]>([
    ['refused'],
    ['account_refused'],
    ['rate_limited'],
    ['unavailable'],
    ['unavailable', maxDeferrals],
    ['unknown'],
  ])(
    'is not changed by %s that its carrier answers late, after %j deferrals',
    async (kind, deferrals) => {
      const call = await givenAccepted(deferrals);
      const app = withSimulated({
        async place() {
          await call.placeElsewhere();
          return { kind, detail: 'late', retry_after_ms: null } as PlacementResult;
        },
      });

      await place(app, call.id);

      expect(await call.shown()).toEqual(untouched);
    },
  );

  test.each<CallStatusAnswer>([
    { kind: 'never_placed' },
    { kind: 'ended', status: 'failed', carrier_call_id: 'earlier' },
    { kind: 'in_progress', status: 'answered', carrier_call_id: 'earlier' },
    { kind: 'silent', detail: 'late' },
  ])('is not changed by a late answer about its status: %j', async (answer) => {
    const call = await givenAccepted();
    const app = withSimulated({
      place: () => Promise.reject(new Error('The answer is lost.')),
      async status() {
        await call.placeElsewhere();
        return answer;
      },
    });
    await place(app, call.id);
    const silences = { asked: 2 };
    await app.db.updateTable('live_calls').set(silences).where('run_id', '=', call.id).execute();

    server.setNow(later(server.app.now(), 120_000));
    await app.calls.checkStatuses();

    expect(await call.shown()).toEqual(untouched);
  });

  test.each([
    ['as too late by a sweep', closeUnplaced],
    ['as restored by a start', endUnplaced],
  ])('is not ended %s that looked before', async (_, end) => {
    const call = await givenAccepted();
    server.setNow(later(server.app.now(), 86_400_000));
    const { calls } = server.app;
    const report: typeof calls.report = async (each) => {
      if (each.run_id === call.id) await call.placeElsewhere();
      await calls.report(each);
    };

    await end({ ...server.app, calls: { ...calls, report } });

    expect(await call.shown()).toEqual(untouched);
  });

  // The embedded database has one connection, and so nobody to wait for.
  test.runIf(onPostgres)('is not ended by a rule that forbade the attempt before', async () => {
    const call = await givenAccepted();
    const { app, connection, logged } = server;
    const listed = { phone_numbers: [{ phone_number: '+12025550123' }] };
    expect((await call.member.post('/api/v1/do-not-call', listed)).status).toBe(200);
    const holding = await connection.pool.connect();
    await holding.query('begin');
    await holding.query('select from workflow_runs where id = $1 for update', [call.id]);

    const placing = place(app, call.id);
    await vi.waitFor(() =>
      expect(logged).toContainEqual(
        expect.objectContaining({ run_id: call.id, msg: 'a call may not be placed now' }),
      ),
    );
    await call.placeElsewhere();
    await holding.query('rollback');
    holding.release();
    await placing;

    expect(await call.shown()).toEqual(untouched);
  });

  test.runIf(onPostgres)(
    'is not placed while a report about the attempt before is written',
    async () => {
      const { id, report } = await givenAccepted();
      const { app, connection } = server;
      const earlier = { ...report, at: app.now(), attempt: app.now() };
      const trx = await app.db.startTransaction().execute();

      await app.calls.reportIn(trx, [{ ...earlier, event: 'refused' }]);
      const { rows } = await connection.pool.query(
        'select from live_calls where run_id = $1 for update skip locked',
        [id],
      );
      await trx.rollback().execute();

      expect(rows).toEqual([]);
    },
  );

  test('is not given back for a lease that was renewed', async () => {
    const { id } = await givenAccepted();
    const now = server.app.now();
    await server.app.db
      .updateTable('live_calls')
      .set({ state: 'claimed', lease_until: later(now, 1000), due_at: null })
      .where('run_id', '=', id)
      .execute();
    const giveBackAt = (time: string) =>
      server.app.db.transaction().execute((trx) =>
        giveBack(trx, server.app.calls.campaigns.release, {
          ids: [id],
          attempt: null,
          leaseEnded: true,
          now: time,
        }),
      );

    const early = await giveBackAt(now);
    const due = await giveBackAt(later(now, 1000));

    expect([early.returned, due.returned]).toEqual([0, 1]);
  });
});
