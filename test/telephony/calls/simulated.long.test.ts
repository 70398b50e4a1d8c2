import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  placementsOf,
  callbackPath,
  ended,
  eventsOf,
  givenCall,
  givenCallable,
  stateOf,
  until,
} from './given.ts';

const server = ownServer({ role: 'all' });

const number = (digits: string): string => `+120255501${digits}`;

describe('A call on the simulated network', () => {
  test.each([
    ['00', 'completed', null],
    ['39', 'completed', null],
    ['40', 'busy', null],
    ['50', 'no_answer', null],
    ['60', 'voicemail', null],
    ['70', 'failed', { code: 'carrier_failure', carrier_code: '503' }],
    ['75', 'failed', { code: 'refused', carrier_code: '603' }],
    ['80', 'busy', null],
    ['95', 'completed', null],
    ['96', 'completed', null],
  ])('to …%s ends as %s', async (digits, outcome, failure) => {
    const member = await newOrganization({ server });
    const { workflow_id, configuration_id } = await givenCallable(member);

    const placed = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: number(digits),
    });
    const run = await ended(member, placed.body);
    await until(
      () => eventsOf(member, run.id),
      (events) => events.length === 2,
    );

    expect(placed.status).toBe(202);
    expect(run.outcome).toBe(outcome);
    if (failure === null) expect(run.failure).toBeNull();
    else expect(run.failure).toEqual({ ...failure, message: expect.stringMatching(/^The .*[.]$/) });
    expect(run.placed_at >= run.queued_at).toBe(true);
    expect(run).toMatchObject({ attempt_number: 1, answered_at: run.started_at });
    expect(run.duration_seconds).toBe(run.answered_at === null ? null : 0);
    expect(await placementsOf(member, configuration_id)).toHaveLength(1);
    expect((await eventsOf(member, run.id)).map(({ event }) => event)).toEqual([
      'call_ended',
      'call_analyzed',
    ]);
  });

  test.each([
    [1000, ['call_ringing', 'call_ended', 'call_analyzed']],
    [99, ['call_ended', 'call_analyzed']],
  ])('that rings for %i ms has the events %j', async (ring_ms, events) => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member, { ring_ms });
    await member.put('/api/v1/organizations/event-settings', { recorded_events: ['call_ringing'] });

    const { body } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: number('40'),
    });
    await ended(member, body);

    expect((await eventsOf(member, body.id)).map(({ event }) => event)).toEqual(events);
  });

  test('to …99 is queued again five times, and has failed then', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    const { body } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: number('99'),
    });
    const deferrals = () =>
      server.app.db
        .selectFrom('live_calls')
        .select(['state', 'deferrals'])
        .where('run_id', '=', body.id)
        .executeTakeFirst();

    for (const count of [1, 2, 3, 4, 5]) {
      await until(deferrals, (call) => call?.state === 'queued' && call.deferrals === count);
      server.setNow(later(server.app.now(), 160_000));
    }

    expect((await ended(member, body)).outcome).toBe('failed');
    expect(await stateOf(member, body.id)).toMatchObject({ failure: 'connection_error' });
    server.setNow(undefined);
  });

  test.each([
    ['85', true],
    ['89', true],
    ['90', false],
    ['94', false],
  ])('to …%s marks consent as given: %j', async (digits, consent_given) => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);

    const placed = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: number(digits),
    });
    const run = await ended(member, placed.body);
    const event = await until(
      async () =>
        server.app.db
          .selectFrom('webhook_events')
          .select('body')
          .where('run_id', '=', run.id)
          .where('event', '=', 'call_ended')
          .executeTakeFirst(),
      (found) => typeof found?.body === 'string',
    );

    const consent = { consent_given, consent_ts: run.ended_at };
    expect(run.gathered_context).toEqual(consent);
    const marks = await server.app.db
      .selectFrom('consent_marks')
      .select(['consent_given', 'consent_ts', 'marked_by'])
      .where('run_id', '=', run.id)
      .execute();
    expect(marks).toEqual([{ ...consent, marked_by: null }]);
    expect(JSON.parse(event?.body ?? '{}').call).toMatchObject(consent);
  });

  test('reports no consent for a call without a consent question', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);

    const placed = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: number('00'),
    });

    expect((await ended(member, placed.body)).gathered_context).toEqual({});
  });

  test('is busy twice at …80 and is then answered', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    const outcomes = [];

    for (let attempt = 0; attempt < 3; attempt++) {
      const placed = await member.post('/api/v1/telephony/initiate-call', {
        workflow_id,
        to_number: number('80'),
      });
      outcomes.push((await ended(member, placed.body)).outcome);
    }

    expect(outcomes).toEqual(['busy', 'busy', 'completed']);
  });

  test('to …97 gets no callback, and to …98 is accepted late', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    const place = (digits: string) =>
      member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number: number(digits) });

    const [silent, slow] = [await place('97'), await place('98')];
    const late = await ended(member, slow.body);

    expect(late.outcome).toBe('completed');
    expect((await member.get(silent.headers.get('location') ?? '')).body).toMatchObject({
      state: 'running',
      outcome: null,
    });
    const [, placed] = await placementsOf(member, late.telephony_configuration_id);
    expect(Date.parse(late.ended_at) - Date.parse(placed?.placed_at ?? '')).toBeGreaterThan(4900);
  });
});

describe('The state of a call on the simulated network', () => {
  test('is that of the call of the run, and never placed without one', async () => {
    const member = await newOrganization({ server });
    const { workflow_id, configuration_id } = await givenCallable(member);
    const placed = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: number('40'),
    });
    const run = await ended(member, placed.body);
    const [call] = await placementsOf(member, configuration_id);
    const statusOf = (run_id: number) =>
      server.app.calls.carriers.simulated.status(
        { ring_ms: 1, talk_ms: 1 },
        {
          run_id,
          carrier_call_id: null,
          to_number: number('40'),
          from_number: null,
          placing_at: server.app.now(),
          now: server.app.now(),
          timeout_ms: 10_000,
        },
      );

    const answers = [await statusOf(run.id), await statusOf(2_000_000_000)];

    expect(answers).toEqual([
      {
        kind: 'ended',
        status: 'busy',
        carrier_call_id: call?.id,
        at: later(call?.placed_at ?? '', 1),
      },
      { kind: 'never_placed' },
    ]);
  });
});

describe('Calls of a crashed process of the simulated network', () => {
  test('are reported by the next process, each once', async () => {
    const member = await newOrganization({ server });
    const { configuration_id } = await givenCallable(member);
    const run_id = await givenCall(member, configuration_id);
    const path = callbackPath('simulated', configuration_id, run_id);
    const long_ago = later(server.app.now(), -60_000);
    await server.app.db
      .insertInto('simulated_calls')
      .values({
        id: uuid(),
        telephony_configuration_id: configuration_id,
        run_id,
        to_number: number('40'),
        callback_url: server.url + path,
        placed_at: long_ago,
        ends_at: long_ago,
      })
      .execute();

    const end = await until(
      () => stateOf(member, run_id),
      ({ state }) => state === 'completed',
    );

    expect(end.outcome).toBe('busy');
    await until(
      () => placementsOf(member, configuration_id),
      ([placed]) => placed?.reported_at !== null,
    );
    expect(await eventsOf(member, run_id)).toHaveLength(2);
  });
});
