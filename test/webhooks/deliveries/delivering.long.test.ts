import { beforeEach, describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { announceAnalysis } from '../../../src/webhooks/actions.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  deliveriesPath,
  givenEndedRun,
  givenEndedRuns,
  givenEndpoint,
  hourMs,
  minuteMs,
  pass,
  secondMs,
  removeEvents,
  startReceiver,
  verified,
} from '../given.ts';

const server = ownServer();
let member: Member;
beforeEach(async () => {
  server.setNow(new Date().toISOString());
  await removeEvents(server);
  member = await newOrganization({ server });
});

describe('Delivering', () => {
  test('sends call_ended and then call_analyzed, signed, with the data of the call', async () => {
    const receiver = await startReceiver();
    const { secret } = await givenEndpoint(member, receiver.url);
    const run = await givenEndedRun(member, {
      call_disposition: 'confirmed',
      initial_context: JSON.stringify({ first_name: 'Ada' }),
    });

    await deliver(server);

    expect(receiver.heard()).toEqual([`call_ended ${run}`, `call_analyzed ${run}`]);
    const [ended, analyzed] = receiver.received.map((each) => verified(secret, each));
    const call = {
      run_id: run,
      mode: 'ad_hoc',
      campaign_id: null,
      to_number: '+12025550185',
      from_number: '+12025550100',
      telephony_configuration_id: null,
      outcome: 'completed',
      call_disposition: 'confirmed',
      initial_context: { first_name: 'Ada' },
      gathered_context: {},
      transcript: null,
      recording_url: null,
      ended_at: server.app.now(),
    };
    expect(ended).toMatchObject({ type: 'call_ended', call });
    const call_analysis = {
      call_summary: null,
      call_successful: null,
      in_voicemail: false,
      disposition: 'confirmed',
      custom: {},
      source: 'outcome',
    };
    expect(analyzed).toMatchObject({ type: 'call_analyzed', call: { ...call, call_analysis } });
    expect(ended).not.toHaveProperty('call.consent_given');
    expect(ended).not.toHaveProperty('call.analysis');
    expect(receiver.received[0]?.path).toBe('/hooks?tenant=1');
    expect(receiver.received[0]?.id).toMatch(/^msg_[0-9a-f]{32}$/);
    const shown = await member.get(`/api/v1/runs/${run}`);
    expect(shown.body.analysis).toEqual(call_analysis);
  });

  test('includes consent only if it was recorded', async () => {
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url, { events: ['call_analyzed'] });
    const consent = { consent_given: false, consent_ts: '2026-01-02T03:04:05.678Z' };
    await givenEndedRuns(member, [
      { gathered_context: JSON.stringify({ ...consent, note: 1 }) },
      { gathered_context: JSON.stringify({ note: 2 }) },
    ]);

    await deliver(server);

    const calls = receiver.received.map(({ text }) => JSON.parse(text).call);
    const [told, unmarked] = calls.toSorted((a, b) => a.run_id - b.run_id);
    expect(told).toMatchObject({ ...consent, gathered_context: { ...consent, note: 1 } });
    expect(unmarked).not.toHaveProperty('consent_given');
    expect(unmarked).not.toHaveProperty('consent_ts');
  });

  test('waits for the analysis of a conversation, and sends the submitted one', async () => {
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url);
    const [prompt, late] = [
      await givenEndedRun(member, {}, { conversed: true }),
      await givenEndedRun(member, {}, { conversed: true }),
    ];
    const { db, jobs } = server.app;
    await deliver(server);
    expect(receiver.heard().toSorted()).toEqual(
      [`call_ended ${prompt}`, `call_ended ${late}`].toSorted(),
    );
    const analysis = {
      call_summary: 'Ada confirmed.',
      call_successful: true,
      in_voicemail: false,
      disposition: null,
      custom: { mood: 'good' },
      source: 'agent' as const,
    };

    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('workflow_runs')
        .set({ analysis: JSON.stringify(analysis) })
        .where('id', '=', prompt)
        .execute();
      await announceAnalysis(trx, jobs, { run_id: prompt, now: server.app.now() });
    });
    await deliver(server);

    expect(receiver.received.length).toBe(3);
    expect(JSON.parse(receiver.received[2]?.text ?? '')).toMatchObject({
      type: 'call_analyzed',
      call: { run_id: prompt, call_analysis: analysis },
    });

    pass(server, 30 * secondMs);
    await deliver(server);

    expect(receiver.heard()[3]).toBe(`call_analyzed ${late}`);
    expect(receiver.received.length).toBe(4);
  });

  test('sends to every enabled endpoint the events it subscribes to, and nothing to other organizations', async () => {
    const [both, one, off, foreign] = [
      await startReceiver(),
      await startReceiver(),
      await startReceiver(),
      await startReceiver(),
    ];
    await givenEndpoint(member, both.url);
    await givenEndpoint(member, one.url, { events: ['call_analyzed'] });
    const disabled = await givenEndpoint(member, off.url);
    await member.post(`${disabled.path}/disable`);
    await givenEndpoint(await newOrganization({ server }), foreign.url);
    const run = await givenEndedRun(member);

    await deliver(server);

    expect(both.heard()).toEqual([`call_ended ${run}`, `call_analyzed ${run}`]);
    expect(one.heard()).toEqual([`call_analyzed ${run}`]);
    expect([...off.heard(), ...foreign.heard()]).toEqual([]);
    expect((await deliveriesOf(member)).length).toBe(3);
  });

  test('retries after growing pauses, with the same id, until it gets a 2xx', async () => {
    const receiver = await startReceiver((_, response, count) =>
      response.writeHead(count < 3 ? 503 : 200).end('Busy\0'),
    );
    const { secret } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);

    await deliver(server);
    await deliver(server);
    expect(receiver.received.length).toBe(1);
    pass(server, 5.5 * secondMs);
    await deliver(server);
    pass(server, 4.4 * minuteMs);
    await deliver(server);
    expect(receiver.received.length).toBe(2);
    pass(server, 1.1 * minuteMs);
    await deliver(server);

    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received.length).toBe(3);
    for (const each of receiver.received) verified(secret, each);
    const [delivery] = await deliveriesOf(member);
    expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 3, last_status: 200 });
    const { body } = await member.get(`${deliveriesPath}/${delivery.id}`);
    expect(body.body).toBe(receiver.received[0]?.text);
    expect(body.attempts).toMatchObject([
      { number: 1, status: 503, answer: 'Busy\u{fffd}', error: 'The endpoint responded with 503.' },
      { number: 2, status: 503 },
      { number: 3, status: 200, answer: 'Busy\u{fffd}', error: null },
    ]);
  });

  test('gives up after the tenth attempt', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);

    for (let hour = 0; hour < 12; hour++) {
      await deliver(server);
      pass(server, 27 * hourMs * (hour > 3 ? 0.9 : 0.1));
    }

    expect(receiver.received.length).toBe(10);
    const [delivery] = await deliveriesOf(member);
    expect(delivery).toMatchObject({ status: 'failed', attempt_count: 10, next_attempt_at: null });
  });

  test('follows Retry-After', async () => {
    const receiver = await startReceiver((_, response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    );
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);

    await deliver(server);

    const [delivery] = await deliveriesOf(member);
    expect(delivery.next_attempt_at).toBe(later(server.app.now(), hourMs));
  });

  test('sends call_analyzed only when call_ended was received or given up', async () => {
    const receiver = await startReceiver(({ event }, response) =>
      response.writeHead(event === 'call_ended' ? 500 : 204).end(),
    );
    await givenEndpoint(member, receiver.url);
    const [stubborn, other] = await givenEndedRuns(member, [{}, {}]);
    receiver.reply = ({ event, run_id }, response) =>
      response.writeHead(event === 'call_ended' && run_id === stubborn ? 500 : 204).end();

    await deliver(server);
    expect(receiver.heard().toSorted()).toEqual(
      [`call_ended ${stubborn}`, `call_ended ${other}`, `call_analyzed ${other}`].toSorted(),
    );
    expect(receiver.heard().indexOf(`call_ended ${other}`)).toBeLessThan(
      receiver.heard().indexOf(`call_analyzed ${other}`),
    );
    const analyzed = (
      await deliveriesOf(member, `&run_id=${stubborn}&event_type=call_analyzed`)
    )[0];
    expect(analyzed).toMatchObject({ status: 'pending', next_attempt_at: null, attempt_count: 0 });
    for (let day = 0; day < 12; day++) {
      expect(receiver.heard()).not.toContain(`call_analyzed ${stubborn}`);
      pass(server, day < 3 ? 3 * hourMs : 27 * hourMs);
      if (day === 4) await givenEndedRun(member);
      await deliver(server);
      if ((await deliveriesOf(member, `&run_id=${stubborn}&status=failed`)).length > 0) break;
    }

    expect(receiver.heard().at(-1)).toBe(`call_analyzed ${stubborn}`);
  });

  test('disables an endpoint that answers 410, and gives up what is left for it', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(410).end());
    const endpoint = await givenEndpoint(member, receiver.url);
    await givenEndedRuns(
      member,
      Array.from({ length: 60 }, () => ({})),
    );

    await deliver(server);

    expect(receiver.received.length).toBeLessThan(60);
    const { body } = await member.get(endpoint.path);
    expect(body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
      disabled_at: server.app.now(),
    });
    const rows = await deliveriesOf(member);
    expect(new Set(rows.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['failed']),
    );
    expect(server.logged.filter(({ level }) => Number(level) > 30)).toEqual([]);
  });

  test('gives up a delivery that waits for its retry as soon as its endpoint answers 410', async () => {
    const receiver = await startReceiver((_, response, count) =>
      response.writeHead(count === 1 ? 500 : 410).end(),
    );
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);
    await deliver(server);
    await givenEndedRun(member);

    await deliver(server);

    expect(receiver.received.length).toBe(2);
    expect(await deliveriesOf(member)).toMatchObject([
      { status: 'failed', last_status: 500 },
      { status: 'failed', last_status: 410 },
    ]);
  });

  test('disables an endpoint after five days without a success', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const [failing, recovering] = [
      await givenEndpoint(member, receiver.url, { events: ['call_ended'] }),
      await givenEndpoint(member, receiver.url, { events: ['call_ended'] }),
    ];
    const status = async ({ path }: { path: string }) => {
      const { body } = await member.get(path);
      return [body.status, body.disabled_reason];
    };
    await givenEndedRun(member);
    await deliver(server);
    pass(server, 4 * 24 * hourMs);
    await server.app.db
      .updateTable('webhook_endpoints')
      .set({ failing_since: null })
      .where('id', '=', recovering.id)
      .execute();
    await givenEndedRun(member);
    await deliver(server);
    expect(await status(failing)).toEqual(['enabled', null]);

    pass(server, 24 * hourMs);
    await givenEndedRun(member);
    await deliver(server);

    expect(await status(failing)).toEqual(['disabled', 'failing']);
    expect(await status(recovering)).toEqual(['enabled', null]);
  });

  test('resets the failures after a success', async () => {
    const receiver = await startReceiver((_, response, count) =>
      response.writeHead(count === 2 ? 204 : 500).end(),
    );
    const endpoint = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    for (const day of [0, 3, 3]) {
      pass(server, day * 24 * hourMs);
      await removeEvents(server);
      await givenEndedRun(member);
      await deliver(server);
    }

    expect(receiver.received.length).toBe(3);
    expect((await member.get(endpoint.path)).body.status).toBe('enabled');
  });
});
