import { describe, expect, test } from 'vitest';
import { takePaceSlots } from '../../../src/telephony/calls/pace-queries.ts';
import { dialRound } from '../../../src/campaigns/dialing/dialer.ts';
import type { Application } from '../../../src/app.ts';
import { claimQueued, placeDue } from '../../../src/telephony/calls/jobs.ts';
import type {
  CallRequest,
  CallStatusAnswer,
  PlacementResult,
} from '../../../src/telephony/carriers/carrier.ts';
import { later, msBetween } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  contactsOf,
  eventsIn,
  givenCallableCampaign,
  runsOf,
} from '../../campaigns/lifecycle/given.ts';
import { givenCallable, stateOf } from './given.ts';
import { withCarriers } from './with-carriers.ts';

const server = ownServer();

const accepted = (run: number): PlacementResult => ({
  kind: 'accepted',
  carrier_call_id: `call-${run}`,
});
const limited: PlacementResult = { kind: 'rate_limited', detail: '429', retry_after_ms: 30_000 };
const unavailable: PlacementResult = { kind: 'unavailable', detail: '503' };
const account: PlacementResult = { kind: 'account_refused', detail: 'Twilio responded with 401.' };
const refused: PlacementResult = { kind: 'refused', detail: 'The number is not valid.' };
const unknown: PlacementResult = { kind: 'unknown', detail: 'No answer.' };

interface Carrier {
  readonly app: Application;
  /** The requests that it got, with the time of each. */
  readonly asked: { readonly request: CallRequest; readonly at: string }[];
  /** What it says about each call. */
  says: CallStatusAnswer;
}

/** The server's app with a carrier whose answers are given, in turn; the last one is repeated. */
function carrierThat(...answers: readonly PlacementResult[]): Carrier {
  const asked: Carrier['asked'] = [];
  const carrier = { asked, says: { kind: 'silent', detail: '' } } as {
    asked: Carrier['asked'];
    says: CallStatusAnswer;
  };
  const app = withCarriers(server, {
    simulated: {
      ...server.app.calls.carriers.simulated,
      async place(_, request) {
        asked.push({ request, at: new Date().toISOString() });
        const answer = answers[Math.min(asked.length, answers.length) - 1]!;
        return answer.kind === 'accepted' ? accepted(request.run_id) : answer;
      },
      status: async () => carrier.says,
    },
  });
  return Object.assign(carrier, { app });
}

const inMs = (ms: number): string => later(server.app.now(), ms);

async function dialWith({ app }: Carrier, { organization_id }: Member): Promise<void> {
  while (await dialRound(app, organization_id));
  await app.calls.settled();
}

async function givenRunning(options: Parameters<typeof givenCallableCampaign>[1] = {}) {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, options);
  await member.post(`${campaign.path}/start`);
  return { member, campaign, show: async () => (await member.get(campaign.path)).body };
}

async function givenQueued() {
  const member = await newOrganization({ server });
  const { workflow_id, configuration_id } = await givenCallable(member);
  const { body } = await member.post('/api/v1/telephony/initiate-call', {
    workflow_id,
    to_number: '+12025550100',
  });
  const placeWith = async ({ app }: Carrier) =>
    void (await Promise.all(await claimQueued(app, [body.id])));
  return { member, id: Number(body.id), configuration_id, placeWith };
}

describe('A carrier that responds 429', () => {
  test('to a campaign gets the calls again after Retry-After, and no contact has failed', async () => {
    const { member, campaign, show } = await givenRunning({ digits: ['00', '01', '02'] });
    const carrier = carrierThat(limited, accepted(0));
    server.setNow(server.app.now());

    await dialWith(carrier, member);
    const first = carrier.asked.length;
    server.setNow(inMs(28_000));
    await dialWith(carrier, member);
    const early = carrier.asked.length;
    server.setNow(inMs(2000));
    await dialWith(carrier, member);

    expect([first, early, carrier.asked.length]).toEqual([3, 3, 4]);
    expect(
      (await contactsOf(member, campaign)).map(({ state, attempts }) => [state, attempts]),
    ).toEqual(['00', '01', '02'].map(() => ['dialing', 1]));
    expect(await show()).toMatchObject({ state: 'running', executed_count: 3, failed_rows: 0 });
  });

  test('to a single call gets it again after Retry-After', async () => {
    const { id, placeWith } = await givenQueued();
    const carrier = carrierThat(limited, accepted(0));
    const requestsFor = (run_id: number) =>
      carrier.asked.filter(({ request }) => request.run_id === run_id);
    server.setNow(server.app.now());

    await placeWith(carrier);
    server.setNow(inMs(29_000));
    await placeDue(carrier.app);
    await carrier.app.calls.settled();
    const early = requestsFor(id).length;
    server.setNow(inMs(2000));
    await placeDue(carrier.app);
    await carrier.app.calls.settled();

    expect([early, requestsFor(id).length]).toEqual([1, 2]);
    expect((await runStateOf(id)).state).toBe('running');
  });
});

const runStateOf = (id: number) =>
  server.app.db
    .selectFrom('workflow_runs')
    .select(['state', 'outcome', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('A carrier that is unavailable', () => {
  test('gets a call at most six times, later each time; then it has failed', async () => {
    const { member, campaign, show } = await givenRunning({ digits: ['00'] });
    const carrier = carrierThat(unavailable);

    for (let round = 0; round < 20; round++) {
      await dialWith(carrier, member);
      server.setNow(inMs(60_000));
    }

    expect(carrier.asked).toHaveLength(6);
    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'done', outcome: 'failed', attempts: 1 },
    ]);
    expect(await show()).toMatchObject({ executed_count: 1, failed_rows: 1 });
  });

  test('gets one call at a time after several in a row, not one for each contact', async () => {
    const digits = Array.from({ length: 20 }, (_, index) => String(index).padStart(2, '0'));
    const { member } = await givenRunning({ digits, limit: 5 });
    const carrier = carrierThat(unavailable);
    server.setNow(server.app.now());

    await dialWith(carrier, member);
    const first = carrier.asked.length;
    await dialWith(carrier, member);
    const paused = carrier.asked.length;
    server.setNow(inMs(2500));
    await dialWith(carrier, member);

    expect([first, paused]).toEqual([5, 5]);
    expect(carrier.asked.length).toBe(6);
  });
});

describe('A carrier that refuses', () => {
  test('the account pauses the campaign with the reason; its contacts are as before', async () => {
    const { member, campaign, show } = await givenRunning({ digits: ['00', '01'] });
    const carrier = carrierThat(account);

    await dialWith(carrier, member);

    const body = await show();
    expect(body).toMatchObject({ state: 'paused', executed_count: 0, failed_rows: 0 });
    expect(eventsIn(body)).toContain('carrier_account_refused');
    expect(body.logs.at(-1).message).toContain('Twilio responded with 401.');
    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'pending', attempts: 0 },
      { state: 'pending', attempts: 0 },
    ]);
  });

  test('a number fails that contact; the campaign goes on', async () => {
    const { member, campaign, show } = await givenRunning({ digits: ['00', '01'] });
    const carrier = carrierThat(refused, accepted(0));

    await dialWith(carrier, member);

    expect((await contactsOf(member, campaign)).map(({ state }) => state).toSorted()).toEqual([
      'dialing',
      'done',
    ]);
    expect((await show()).state).toBe('running');
  });

  test('the account fails a single call', async () => {
    const { member, id, placeWith } = await givenQueued();

    await placeWith(carrierThat(account));

    expect(await stateOf(member, id)).toMatchObject({ outcome: 'failed', failure: 'refused' });
  });
});

describe('A request to a carrier that timed out', () => {
  const cases: [string, CallStatusAnswer, object][] = [
    [
      'ends as the carrier says when it is queried',
      { kind: 'ended', status: 'busy', carrier_call_id: 'call-1' },
      { state: 'completed', outcome: 'busy', carrier_call_id: 'call-1' },
    ],
    [
      'goes on if the carrier has it in progress',
      { kind: 'in_progress', status: 'answered', carrier_call_id: 'call-1' },
      { state: 'running', outcome: null, carrier_call_id: 'call-1' },
    ],
    [
      'is queued again if the carrier never heard of it',
      { kind: 'never_placed' },
      { state: 'initialized', outcome: null },
    ],
    [
      'is unknown if the carrier stays silent',
      { kind: 'silent', detail: '' },
      { state: 'completed', outcome: 'unknown', failure: 'timed_out' },
    ],
  ];
  test.each(cases)('%s', async (_, says, expected) => {
    const { member, id, placeWith } = await givenQueued();
    const carrier = carrierThat(unknown);
    carrier.says = says;

    await placeWith(carrier);
    for (let round = 0; round < 5; round++) {
      server.setNow(inMs(65_000));
      await carrier.app.calls.checkStatuses();
    }

    expect(carrier.asked).toHaveLength(1);
    expect(await stateOf(member, id)).toMatchObject(expected);
  });

  test('is not given up for silences after answers', async () => {
    const { member, id, placeWith } = await givenQueued();
    const carrier = carrierThat(unknown);
    const unheard = { kind: 'never_placed' } as const;
    const silent = { kind: 'silent', detail: '' } as const;
    const early = [unheard, unheard].map((says) => ({ says, ms: 25_000 }));
    const late = [silent, silent, unheard].map((says) => ({ says, ms: 65_000 }));

    await placeWith(carrier);
    for (const { says, ms } of [...early, ...late]) {
      carrier.says = says;
      server.setNow(inMs(ms));
      await carrier.app.calls.checkStatuses();
    }

    expect(await stateOf(member, id)).toMatchObject({ state: 'initialized', outcome: null });
  });

  test('is placed again at most five times if the carrier never has it; then it has failed', async () => {
    const { member, id, placeWith } = await givenQueued();
    const carrier = carrierThat(unknown);
    carrier.says = { kind: 'never_placed' };

    for (let round = 0; round < 8; round++) {
      await placeWith(carrier);
      server.setNow(inMs(65_000));
      await carrier.app.calls.checkStatuses();
    }

    expect(carrier.asked).toHaveLength(6);
    expect(await stateOf(member, id)).toMatchObject({
      outcome: 'failed',
      failure: 'connection_error',
    });
  });
});

describe('The calls of a telephony configuration', () => {
  test('are placed within a second of their claim, although the clock was set back meanwhile', async () => {
    const { member, id } = await givenQueued();
    const carrier = carrierThat(accepted(0));
    const { organization_id } = member;

    await carrier.app.calls.place({ id, organization_id, place_at: inMs(86_400_000) });

    expect(carrier.asked).toHaveLength(1);
  });

  test.each(['the clock was set ahead', 'its pace was raised'])(
    'are placed although %s since the last one',
    async (change) => {
      const { member, id, configuration_id } = await givenQueued();
      const { organization_id } = member;
      const { body } = await member.get(`/api/v1/runs/${id}`);
      const { workflow_id, to_number } = body;
      const call = await member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number });
      const paced = (calls_per_second: number) =>
        server.app.db
          .updateTable('telephony_configurations')
          .set({ calls_per_second })
          .where('id', '=', configuration_id)
          .execute();
      const carrier = carrierThat(accepted(0));
      await paced(0.01);
      await carrier.app.calls.place({ id, organization_id });

      if (change === 'its pace was raised') await paced(100);
      else server.setNow(inMs(200_000));
      await carrier.app.calls.place({ id: call.body.id, organization_id });

      expect(carrier.asked).toHaveLength(2);
    },
  );

  test('begin no faster than 5 % above its rate, whoever places them', async () => {
    const digits = Array.from({ length: 34 }, (_, index) => String(index).padStart(2, '0'));
    const { member, campaign } = await givenRunning({ digits, limit: 100 });
    await server.app.db
      .updateTable('telephony_configurations')
      .set({ calls_per_second: 20 })
      .where('id', '=', campaign.configuration_id)
      .execute();
    const carrier = carrierThat(accepted(0));

    while (carrier.asked.length < digits.length)
      await Promise.all([1, 2].map(() => dialWith(carrier, member)));

    const times = carrier.asked.map(({ at }) => at).toSorted();
    const windows = times.slice(20).map((at, index) => msBetween(times[index]!, at));
    // Calls that would be later than that take another turn, however busy the machine.
    expect(Math.min(...windows)).toBeGreaterThanOrEqual(950);
    expect(await runsOf(member, campaign)).toHaveLength(34);
  });
});

describe('Turns', () => {
  const take = (configuration_id: number, wanted: number, now: string) =>
    server.app.db
      .transaction()
      .execute((trx) =>
        takePaceSlots(trx, { configuration_id, calls_per_second: 20, wanted, now }),
      );

  test('that are taken at once are evenly spaced, each taken once, at most a second ahead', async () => {
    const { configuration_id } = await givenQueued();
    const now = server.app.now();

    const taken = await Promise.all(
      [7, 5, 30].map((wanted) => take(configuration_id, wanted, now)),
    );
    const next = await take(configuration_id, 5, later(now, 500));

    expect(taken.flatMap(({ times }) => times).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, turn) => later(now, turn * 50)),
    );
    expect(next.times).toEqual([0, 1, 2, 3, 4].map((turn) => later(now, 1000 + turn * 50)));
  });
});

describe('A single call that was accepted while workers were down', () => {
  const rules: [string, string, (member: Member, id: number) => Promise<unknown>][] = [
    [
      'do_not_call',
      'if its number was added to the do-not-call list',
      (member) =>
        member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: '+12025550100' }] }),
    ],
    [
      'too_late',
      'if its time is over',
      async () => server.setNow(later(server.app.now(), 86_400_000)),
    ],
  ];
  test.each(rules)('is canceled as %s %s', async (failure, _, forbid) => {
    const { member, id, placeWith } = await givenQueued();
    const carrier = carrierThat(accepted(0));

    await forbid(member, id);
    await placeWith(carrier);

    expect(carrier.asked).toEqual([]);
    expect(await stateOf(member, id)).toMatchObject({ outcome: 'canceled', failure });
  });
});
