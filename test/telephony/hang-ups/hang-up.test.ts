import { afterEach, describe, expect, test } from 'vitest';
import { placeDue } from '../../../src/telephony/calls/jobs.ts';
import type { CommandResult, PlacementResult } from '../../../src/telephony/carriers/carrier.ts';
import { later, msBetween } from '../../../src/timestamp.ts';
import {
  claimed,
  contactsOf,
  dialNow,
  givenCallableCampaign,
  runsOf,
} from '../../campaigns/lifecycle/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { ended, eventsOf, placementsOf, until } from '../calls/given.ts';
import { accepted, carrierFor, givenQueued, liveOf } from './given.ts';

const server = ownServer();
afterEach(async () => {
  // The carriers of other tests are not asked about the calls of this one.
  await server.app.db.updateTable('live_calls').set({ hang_up_at: null }).execute();
});

const canceled = { state: 'completed', outcome: 'canceled' };
const inMs = (ms: number): string => later(server.app.now(), ms);

/** Asks carriers like the sweep, and waits for their answers. */
async function sweep({ calls } = server.app): Promise<void> {
  await calls.hangUp();
  await calls.settled();
}

describe('hangUpRun', () => {
  test('ends a queued call at once, with its events and its slot, and without its carrier', async () => {
    const carrier = carrierFor(server);
    const { member, run, hangUp, placeWith, show } = await givenQueued(server);

    const answer = await hangUp();
    await placeWith(carrier.app);
    await sweep(carrier.app);

    expect([answer.status, answer.body]).toEqual([202, expect.objectContaining(canceled)]);
    expect(await show()).toMatchObject({ ...canceled, started_at: null });
    expect((await eventsOf(member, run.id)).map(({ event }) => event).toSorted()).toEqual([
      'call_analyzed',
      'call_ended',
    ]);
    expect(await liveOf(server, run.id)).toBeUndefined();
    expect(carrier.asked).toEqual([]);
  });

  test('ends a call that a worker has claimed, and the worker does not place it', async () => {
    const { member, run, hangUp, show } = await givenQueued(server);
    await server.app.db
      .updateTable('live_calls')
      .set({ state: 'claimed', due_at: null, lease_until: inMs(30_000) })
      .where('run_id', '=', run.id)
      .execute();

    await hangUp();
    await server.app.calls.place({ id: run.id, organization_id: member.organization_id });

    expect(await show()).toMatchObject(canceled);
    expect(
      await server.app.db.selectFrom('simulated_calls').where('run_id', '=', run.id).execute(),
    ).toEqual([]);
  });

  test('ends a call that rings: the network reports it as canceled', async () => {
    const { member, run, hangUp, placeWith } = await givenQueued(server, { ring_ms: 60_000 });
    await placeWith(server.app);

    const answer = await hangUp();
    await sweep();

    expect(answer.body).toMatchObject({ state: 'running', outcome: null });
    expect(await ended(member, run)).toMatchObject({ ...canceled, started_at: null });
  });

  test('ends a call that is in progress, which had a conversation to analyze', async () => {
    const { member, run, hangUp, placeWith, show } = await givenQueued(server, {
      talk_ms: 60_000,
    });
    await placeWith(server.app);
    await until(show, ({ started_at }) => started_at !== null);

    await hangUp();
    await sweep();

    const end = await ended(member, run);
    expect(end).toMatchObject({ ...canceled, started_at: expect.any(String) });
    const analyzed = (await eventsOf(member, run.id)).find(
      ({ event }) => event === 'call_analyzed',
    );
    expect(msBetween(end.ended_at, analyzed!.due_at)).toBeGreaterThanOrEqual(30_000);
  });

  test('changes nothing after the end', async () => {
    const { member, run, hangUp, placeWith } = await givenQueued(server);
    await placeWith(server.app);
    const before = await ended(member, run);

    const answer = await hangUp();

    expect([answer.status, answer.body]).toEqual([202, before]);
    expect(before.outcome).toBe('completed');
    expect(await eventsOf(member, run.id)).toHaveLength(2);
  });

  test('asks the carrier once and leaves one event in the audit, if it is sent twice at once', async () => {
    const carrier = carrierFor(server);
    const { member, run, hangUp, placeWith } = await givenQueued(server);
    await placeWith(carrier.app);

    const answers = await Promise.all([hangUp(), hangUp()]);
    await sweep(carrier.app);
    await hangUp();
    await sweep(carrier.app);

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(carrier.asked).toEqual([
      { carrier_call_id: 'call-1', answered: false, timeout_ms: 5000 },
    ]);
    const { items } = (
      await member.get(`/api/v1/audit-events?action=workflow_run.hung_up&subject_id=${run.id}`)
    ).body;
    expect(items).toMatchObject([
      {
        before: { hang_up_requested_at: null },
        after: { hang_up_requested_at: expect.any(String) },
      },
    ]);
  });

  test('completes a test run, without events', async () => {
    const member = await newOrganization({ server });
    const id = await givenRun(member, await givenWorkflow(member));

    const answer = await member.post(`/api/v1/runs/${id}/hang-up`);
    const again = await member.post(`/api/v1/runs/${id}/hang-up`);

    expect([answer.status, answer.body]).toEqual([202, expect.objectContaining(canceled)]);
    expect(again.body).toEqual(answer.body);
    expect(await eventsOf(member, id)).toEqual([]);
  });
});

describe('A call that is hung up while it is being placed', () => {
  /** Hangs up after the request to the carrier was sent, and before its answer. */
  async function placeAndHangUp(answer: PlacementResult) {
    const carrier = carrierFor(server);
    const call = await givenQueued(server);
    carrier.placement = async () => {
      expect((await call.hangUp()).body).toMatchObject({ state: 'initialized', outcome: null });
      await carrier.app.calls.hangUp();
      expect(carrier.asked).toEqual([]);
      return answer;
    };
    await call.placeWith(carrier.app);
    return { carrier, ...call };
  }

  test('is ended as soon as its carrier has accepted it', async () => {
    const { carrier, report, show } = await placeAndHangUp(accepted);

    await sweep(carrier.app);
    await report('completed');

    expect(carrier.asked.map(({ carrier_call_id }) => carrier_call_id)).toEqual(['call-1']);
    expect(await show()).toMatchObject(canceled);
  });

  test.each<PlacementResult>([
    { kind: 'rate_limited', detail: '429', retry_after_ms: 1000 },
    { kind: 'unavailable', detail: '503' },
    { kind: 'refused', detail: '400' },
    { kind: 'account_refused', detail: '401' },
  ])(
    'is canceled and not placed again if its carrier does not accept it: $kind',
    async (answer) => {
      const { carrier, member, run, show } = await placeAndHangUp(answer);

      server.setNow(inMs(60_000));
      await placeDue(carrier.app);
      await carrier.app.calls.settled();

      expect(await show()).toMatchObject(canceled);
      expect(await liveOf(server, run.id)).toBeUndefined();
      expect(await eventsOf(member, run.id)).toHaveLength(2);
    },
  );

  test('is ended when its carrier, whose answer was lost, reports it', async () => {
    const { carrier, show } = await placeAndHangUp({ kind: 'unknown', detail: 'No answer.' });
    carrier.says = { kind: 'in_progress', status: 'ringing', carrier_call_id: 'call-1' };

    server.setNow(inMs(60_000));
    await carrier.app.calls.checkStatuses();
    await sweep(carrier.app);
    carrier.says = { kind: 'ended', status: 'canceled', carrier_call_id: 'call-1' };
    server.setNow(inMs(10_000));
    await carrier.app.calls.checkStatuses();

    expect(carrier.asked).toHaveLength(1);
    expect(await show()).toMatchObject(canceled);
  });

  test('is canceled if its carrier, whose answer was lost, never heard of it', async () => {
    const { carrier, show } = await placeAndHangUp({ kind: 'unknown', detail: 'No answer.' });
    carrier.says = { kind: 'never_placed' };

    server.setNow(inMs(61_000));
    await carrier.app.calls.checkStatuses();

    expect(await show()).toMatchObject(canceled);
  });
});

describe('A carrier that is to end a call', () => {
  async function givenHungUp(say?: 'answered') {
    const carrier = carrierFor(server);
    const call = await givenQueued(server);
    server.setNow(server.app.now());
    await call.placeWith(carrier.app);
    if (say) await call.report(say);
    await call.hangUp();
    return { carrier, ...call };
  }
  const wait = (ms: number): void => server.setNow(inMs(ms));

  test('learns whether the call was answered', async () => {
    const { carrier } = await givenHungUp('answered');

    await sweep(carrier.app);

    expect(carrier.asked).toMatchObject([{ answered: true }]);
  });

  test('gets the request again after pauses while it does not answer, ten times, and then not', async () => {
    const { carrier, run, hangUp } = await givenHungUp();
    carrier.hangUp = async () => ({ kind: 'failed', detail: 'No answer.' });
    const times: number[] = [];

    for (let second = 0; second <= 600; second += 5) {
      const before = carrier.asked.length;
      await sweep(carrier.app);
      if (carrier.asked.length > before) times.push(second);
      wait(5000);
    }
    const after = await liveOf(server, run.id);
    await hangUp();
    await sweep(carrier.app);

    expect(times).toEqual([0, 5, 15, 35, 75, 135, 195, 255, 315, 375]);
    expect(after).toMatchObject({ hang_up_at: null, hang_ups: 10 });
    expect(carrier.asked).toHaveLength(11);
  });

  test('gets the request from another process if the first stopped before its answer', async () => {
    const { carrier, report, show } = await givenHungUp();
    carrier.hangUp = () => new Promise(() => {});
    await carrier.app.calls.hangUp();
    const other = carrierFor(server);

    await sweep(other.app);
    wait(5000);
    await sweep(other.app);
    await report('completed');

    expect(other.asked).toHaveLength(1);
    expect(await show()).toMatchObject(canceled);
  });

  test.each<[string, CommandResult, number]>([
    ['accepted the request', { kind: 'accepted' }, 5000],
    ['refused it', { kind: 'refused', detail: '404' }, 0],
  ])('is queried about the call when it %s and reports nothing', async (_, result, ms) => {
    const { carrier, show } = await givenHungUp();
    carrier.hangUp = async () => result;
    carrier.says = { kind: 'ended', status: 'completed', carrier_call_id: 'call-1' };
    await sweep(carrier.app);

    if (ms > 0) {
      await carrier.app.calls.checkStatuses();
      expect(await show()).toMatchObject({ state: 'running' });
    }
    wait(ms);
    await carrier.app.calls.checkStatuses();

    expect(await show()).toMatchObject(canceled);
  });

  test('leaves the call unknown if it never reports its end', async () => {
    const { carrier, run, show } = await givenHungUp();
    await sweep(carrier.app);
    const { deadline_at } = await server.app.db
      .selectFrom('live_calls')
      .select('deadline_at')
      .where('run_id', '=', run.id)
      .executeTakeFirstOrThrow();

    server.setNow(later(deadline_at, 60_000));
    await carrier.app.calls.checkStatuses();

    expect(await show()).toMatchObject({ state: 'completed', outcome: 'unknown' });
  });

  test('does not delay the calls of another organization by being slow', async () => {
    const carrier = carrierFor(server);
    const slow = await newOrganization({ server });
    const campaign = await givenCallableCampaign(slow, {
      digits: Array.from({ length: 15 }, (_, index) => String(index)),
    });
    await slow.post(`${campaign.path}/start`);
    await dialNow({ ...slow, server: { ...server, app: carrier.app } });
    await carrier.app.calls.settled();
    for (const { id } of await runsOf(slow, campaign))
      await slow.post(`/api/v1/runs/${id}/hang-up`);
    carrier.hangUp = () => new Promise(() => {});
    await carrier.app.calls.hangUp();
    const ofSlow = carrier.asked.length;
    const modest = await givenQueued(server);
    await modest.placeWith(carrier.app);
    await modest.hangUp();

    await carrier.app.calls.hangUp();

    expect(ofSlow).toBe(10);
    expect(carrier.asked).toHaveLength(11);
  });
});

describe("A campaign's call that is hung up", () => {
  const redialing = { max_retries: 3, retry_on_busy: true };

  test('leaves its contact done and not called again, whatever its carrier reports', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: ['40'],
      ring_ms: 300,
      retry_config: redialing,
    });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    await server.app.calls.settled();
    const [run] = await runsOf(member, campaign);

    await member.post(`/api/v1/runs/${run!.id}/hang-up`);
    await ended(member, { id: run!.id, workflow_id: campaign.workflow_id });

    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'done', outcome: 'canceled', attempts: 1, due_at: null },
    ]);
  });

  test('leaves its contact done if it was only claimed', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00'] });
    await member.post(`${campaign.path}/start`);
    await claimed(member, campaign);
    const [run] = await runsOf(member, campaign);

    await member.post(`/api/v1/runs/${run!.id}/hang-up`);

    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'done', outcome: 'canceled' },
    ]);
    expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
  });
});
