import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import {
  accepted,
  contactsOf,
  dialAll,
  dialNow,
  endCall,
  endless,
  eventsIn,
  givenCallableCampaign,
  runsOf,
} from '../lifecycle/given.ts';

const server = ownServer();

const inMs = (ms: number): string => later(server.app.now(), ms);

/** The outcome of each band, by the last two digits of its first and last number, and the number of calls. */
const bands: [from: number, to: number, outcome: string, attempts: number][] = [
  [0, 39, 'completed', 1],
  [40, 49, 'busy', 3],
  [50, 59, 'no_answer', 3],
  [60, 69, 'voicemail', 3],
  [70, 74, 'failed', 1],
  [75, 79, 'failed', 1],
  [80, 84, 'completed', 3],
  [85, 89, 'completed', 1],
  [90, 94, 'completed', 1],
  [95, 95, 'completed', 1],
  [96, 96, 'completed', 1],
  [97, 97, 'unknown', 1],
  [98, 98, 'completed', 1],
  [99, 99, 'failed', 1],
];

describe('A campaign', () => {
  test('ends each contact as the simulated network determines, and counts correctly', async () => {
    const member = await newOrganization({ server });
    const digits = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));
    const campaign = await givenCallableCampaign(member, {
      digits,
      limit: 100,
      circuit_breaker: { enabled: false },
    });

    await member.post(`${campaign.path}/start`);
    for (let round = 0; round < 3; round++) {
      await dialAll(member, campaign, 1);
      server.setNow(inMs(1000));
    }
    // The connection error of the last number: the call is given back five times.
    for (let deferrals = 0; deferrals < 5; deferrals++) {
      server.setNow(inMs(80_000));
      await dialAll(member, campaign, 1);
    }
    const before = (await member.get(campaign.path)).body;
    server.setNow(inMs(1_860_000));
    await server.app.calls.checkStatuses();
    const body = await dialAll(member, campaign);

    expect(before).toMatchObject({ state: 'running', processed_rows: 99 });
    expect(body).toMatchObject({
      state: 'completed',
      total_rows: 100,
      processed_rows: 100,
      failed_rows: 42,
      executed_count: 170,
      total_queued_count: 170,
      completed_at: server.app.now(),
    });
    const contacts = await contactsOf(member, campaign);
    for (const [from, to, outcome, attempts] of bands)
      for (const contact of contacts.slice(from, to + 1))
        expect(contact).toMatchObject({ state: 'done', outcome, attempts, due_at: null });
    const placed = await placementsOf(member, campaign.configuration_id);
    const runs = await runsOf(member, campaign);
    expect(placed.map(({ run_id }) => run_id)).toEqual(
      expect.arrayContaining(runs.map(({ id }) => id)),
    );
    const { progress, events } = await countsOf(campaign.id);
    expect(events).toEqual(
      runs.flatMap(({ id }) => [`${id} call_analyzed`, `${id} call_ended`]).toSorted(),
    );
    expect(progress).toMatchObject({ contacts: 100, retries: 70, runs: 170 });
  });

  test('with max_retries 0 calls each contact once', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: ['40', '50', '60', '80'],
      retry_config: { max_retries: 0 },
    });

    await member.post(`${campaign.path}/start`);
    const body = await dialAll(member, campaign);

    expect(body).toMatchObject({
      state: 'completed',
      executed_count: 4,
      total_queued_count: 4,
      failed_rows: 4,
    });
  });

  test.each([
    ['retry_on_busy', '40'],
    ['retry_on_no_answer', '50'],
    ['retry_on_voicemail', '60'],
  ])('retries only as its flags say: without %s the others are retried', async (flag, own) => {
    const member = await newOrganization({ server });
    const digits = ['40', '50', '60'];
    const campaign = await givenCallableCampaign(member, {
      digits,
      retry_config: { [flag]: false, retry_delay_seconds: 60 },
    });

    await member.post(`${campaign.path}/start`);
    await dialAll(member, campaign);

    const states = (await contactsOf(member, campaign)).map(({ state }) => state);
    expect(states).toEqual(digits.map((digit) => (digit === own ? 'done' : 'waiting')));
  });

  test('retries a call when its delay has passed, and no earlier', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: [endless],
      retry_config: { retry_delay_seconds: 300 },
    });
    const begun = inMs(0);
    server.setNow(begun);
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [run] = await accepted(member, campaign);
    await endCall(member, run, 'no_answer');

    server.setNow(later(begun, 299_999));
    await dialNow(member);
    const early = await runsOf(member, campaign);
    server.setNow(later(begun, 300_000));
    await dialNow(member);

    expect(early).toHaveLength(1);
    expect(await contactsOf(member, campaign)).toMatchObject([{ state: 'dialing', attempts: 2 }]);
    await accepted(member, campaign);
    expect((await runsOf(member, campaign)).at(-1)!.placing_at).toBe(later(begun, 300_000));
  });

  test('places due retries first, then calls in the order of upload', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      numbers: ['+12025550197', '+12025560197', '+12025570197', '+12025580197'],
      timezones: [null, 'Europe/London', null, 'Europe/London'],
      limit: 2,
      retry_config: { retry_delay_seconds: 10 },
    });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [first, second] = await accepted(member, campaign);
    await endCall(member, second, 'busy');
    await endCall(member, first, 'completed');
    server.setNow(inMs(10_000));

    await dialNow(member);

    expect((await runsOf(member, campaign)).map(({ to_number }) => to_number)).toEqual([
      '+12025550197',
      '+12025560197',
      '+12025560197',
      '+12025570197',
    ]);
  });

  test('completes immediately when its last contact is done', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: [endless, endless], limit: 2 });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [first, second] = await accepted(member, campaign);
    await endCall(member, first, 'completed');
    await dialNow(member);
    const before = (await member.get(campaign.path)).body;

    await Promise.all([
      endCall(member, second, 'completed'),
      ...[1, 2, 3].map(() => dialNow(member)),
    ]);
    await dialNow(member);

    const { body } = await member.get(campaign.path);
    expect(before.state).toBe('running');
    expect(body).toMatchObject({ state: 'completed', completed_at: expect.any(String) });
    expect(eventsIn(body).filter((event) => event === 'campaign_completed')).toHaveLength(1);
  });

  test('without contacts completes as soon as it is started', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { numbers: [] });

    await member.post(`${campaign.path}/start`);
    await dialNow(member);

    expect((await member.get(campaign.path)).body.state).toBe('completed');
  });

  test('applies changed settings to the next call', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: [endless, endless, endless, endless],
      max_concurrency: 1,
    });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const one = await accepted(member, campaign);

    await member.patch(campaign.path, { max_concurrency: 3, retry_config: { max_retries: 0 } });
    await dialNow(member);
    const three = await accepted(member, campaign);
    await endCall(member, one[0], 'busy');
    const closed = { enabled: true, timezone: 'UTC', slots: [slotOfTomorrow()] };
    await member.patch(campaign.path, { schedule_config: closed });
    await dialNow(member);

    expect([one.length, three.length]).toEqual([1, 3]);
    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'done', outcome: 'busy' },
      { state: 'dialing' },
      { state: 'dialing' },
      { state: 'pending' },
    ]);
  });
});

/** A slot on the day after tomorrow, so that none is open now in any zone. */
function slotOfTomorrow() {
  const day_of_week = (new Date(server.app.now()).getUTCDay() + 6 + 2) % 7;
  return { day_of_week, start_time: '09:00', end_time: '10:00' };
}

async function countsOf(campaign_id: number) {
  const { db } = server.app;
  const events = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('pending_events')
        .select(['run_id', 'event'])
        .unionAll(eb.selectFrom('webhook_events').select(['run_id', 'event']))
        .as('event'),
    )
    .innerJoin('workflow_runs as run', 'run.id', 'event.run_id')
    .where('run.campaign_id', '=', campaign_id)
    .select(['run.id', 'event.event'])
    .execute();
  const contacts = await db
    .selectFrom('campaign_contact_counts')
    .where('campaign_id', '=', campaign_id)
    .select(({ fn }) => [
      fn.sum<string>('contacts').as('contacts'),
      fn.sum<string>('retries').as('retries'),
    ])
    .executeTakeFirstOrThrow();
  const runs = await db
    .selectFrom('campaign_run_counts')
    .where('campaign_id', '=', campaign_id)
    .select(({ fn }) => fn.sum<string>('runs').as('runs'))
    .executeTakeFirstOrThrow();
  return {
    events: events.map(({ id, event }) => `${id} ${event}`).toSorted(),
    progress: {
      contacts: Number(contacts.contacts),
      retries: Number(contacts.retries),
      runs: Number(runs.runs),
    },
  };
}
