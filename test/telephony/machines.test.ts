import { afterEach, describe, expect, test } from 'vitest';
import { endCanceledCampaigns } from '../../src/campaigns/lifecycle/ending.ts';
import { claimQueued } from '../../src/telephony/calls/jobs.ts';
import { later } from '../../src/timestamp.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { dialNow, givenCallableCampaign, runsOf } from '../campaigns/lifecycle/given.ts';
import { givenCallable, until } from './calls/given.ts';
import {
  type Answered,
  givenAnswered,
  givenCarrier,
  greetingEnded,
  hangUp,
  id,
  leaving,
  machine,
  machineAt,
  menu,
  message_url,
  messageEnded,
  report,
  runOf,
} from './given-machines.ts';

const server = ownServer();
afterEach(async () => {
  // The carriers of other tests get no requests about the calls of this one.
  await server.app.db.updateTable('live_calls').set({ hang_up_at: null }).execute();
});

describe('machine_detection of a workflow', () => {
  test.each<[string, object, object, object]>([
    ['detects machines by default', {}, {}, { detection: 'detect', record: false }],
    ['can be off', { enabled: false }, {}, { detection: 'off', record: false }],
    ['waits for the greeting to leave a message', leaving, {}, { detection: 'greeting_end' }],
    ['goes with recording', { on_machine: 'hang_up' }, { record: true }, { record: true }],
    [
      'is off with recording',
      { enabled: false },
      { record: true },
      { detection: 'off', record: true },
    ],
  ])('%s', async (_, settings, more, expected) => {
    const carrier = givenCarrier(server);

    await givenAnswered(carrier, settings, more);

    expect(carrier.placed).toMatchObject([expected]);
  });
});

describe('A machine that answers', () => {
  test('hears the agent by default, and the call ends as voicemail', async () => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, { on_machine: 'continue' });
    await report(call, machine);

    await carrier.sweep();
    await report(call, { event: 'completed' });

    expect([carrier.hungUp, carrier.messages]).toEqual([[], []]);
    expect(await runOf(call)).toMatchObject({ outcome: 'voicemail', answered_by: 'machine' });
  });

  test('is a menu if the agent says so, and the call ends as completed', async () => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, { on_machine: 'continue' });
    await report(call, machine);

    const answer = await call.member.post(`/api/v1/runs/${call.run_id}/result`, menu);
    await report(call, { event: 'completed', ...machine });

    expect(answer.body).toMatchObject({ answered_by: 'ivr' });
    expect(await runOf(call)).toMatchObject({ outcome: 'completed', answered_by: 'ivr' });
    const listed = await call.member.get('/api/v1/runs?answered_by=ivr');
    expect(listed.body.items.map(({ id }: { id: number }) => id)).toEqual([call.run_id]);
  });

  test('is not hung up if the agent has found a menu before the carrier finds a machine', async () => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, { on_machine: 'hang_up' });
    await report(call, {});

    await call.member.post(`/api/v1/runs/${call.run_id}/result`, menu);
    await report(call, machine);
    await carrier.sweep();

    expect(carrier.hungUp).toEqual([]);
    expect(await runOf(call)).toMatchObject({ phase: 'talking', answered_by: 'ivr' });
  });

  test('is hung up with hang_up, by one request, and the call ends as voicemail', async () => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, { on_machine: 'hang_up' });
    await Promise.all([report(call, machine), report(call, machine)]);

    await carrier.sweep();
    await report(call, machine);
    await carrier.sweep();
    await report(call, { event: 'completed' });

    expect(carrier.hungUp).toEqual([id]);
    expect(await runOf(call)).toMatchObject({ outcome: 'voicemail' });
  });

  test('hears the message after its greeting, once, and is then hung up', async () => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, leaving);
    await report(call, machine);
    await carrier.sweep();
    const early = carrier.messages.length;
    await report(call, greetingEnded);
    await carrier.sweep();
    await report(call, greetingEnded);
    server.setNow(later(server.app.now(), 60_000));
    await carrier.sweep();
    const before = carrier.hungUp.length;
    const unheard = (await runOf(call)).message_left_at;
    const left = later(server.app.now(), 1000);
    server.setNow(left);
    await report(call, messageEnded);
    await carrier.sweep();
    server.setNow(later(left, 1000));
    await report(call, messageEnded);
    await report(call, { event: 'completed' });
    await report(call, messageEnded);

    expect(unheard).toBeNull();
    expect((await runOf(call)).message_left_at).toBe(left);
    expect([early, before]).toEqual([0, 0]);
    expect(carrier.messages).toMatchObject([
      { carrier_call_id: id, message_url, run_id: call.run_id },
    ]);
    expect(carrier.hungUp).toEqual([id]);
    expect(await runOf(call)).toMatchObject({ outcome: 'voicemail' });
  });

  test('has heard the message also if its end and that of the call are reported at once', async () => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, leaving);
    await report(call, greetingEnded);
    await carrier.sweep();
    const at = server.app.now();
    server.setNow(at);

    const about = { run_id: call.run_id, organization_id: call.member.organization_id, at };
    await server.app.db.transaction().execute((trx) =>
      server.app.calls.reportIn(trx, [
        { ...about, event: 'answered', ...messageEnded },
        { ...about, event: 'completed' },
      ]),
    );

    expect(await runOf(call)).toMatchObject({ outcome: 'voicemail', message_left_at: at });
  });

  test.each([
    ['none was requested', { on_machine: 'continue' }, async () => {}],
    ['somebody hung up meanwhile', leaving, hangUp],
    ['the call has ended', leaving, (call: Answered) => report(call, { event: 'completed' })],
  ])('has heard no message if %s', async (_, machine_detection, meanwhile) => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, machine_detection);
    await report(call, greetingEnded);
    await carrier.sweep();

    await meanwhile(call);
    await report(call, messageEnded);

    expect((await runOf(call)).message_left_at).toBeNull();
  });

  test('hears the message although the first request was lost', async () => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, leaving);
    await report(call, greetingEnded);
    carrier.answers = async () => ({ kind: 'failed', detail: '' });
    await carrier.sweep();
    carrier.answers = async () => ({ kind: 'accepted' });
    await carrier.sweep();
    const early = carrier.messages.length;

    server.setNow(later(server.app.now(), 60_000));
    await carrier.sweep();
    server.setNow(later(server.app.now(), 60_000));
    await carrier.sweep();

    expect(early).toBe(1);
    expect(carrier.messages).toHaveLength(2);
  });

  test('hears no more of a message when somebody hangs up', async () => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, leaving);
    await report(call, greetingEnded);
    // While the carrier answers.
    carrier.answers = async () => {
      await call.member.post(`/api/v1/runs/${call.run_id}/hang-up`);
      return { kind: 'accepted' };
    };

    await carrier.sweep();
    await carrier.sweep();
    await report(call, { event: 'completed' });

    expect(carrier.messages).toHaveLength(1);
    expect(carrier.hungUp).toEqual([id]);
    expect(await runOf(call)).toMatchObject({ outcome: 'canceled' });
  });

  test.each([
    ['a person answered', { answered_by: 'human' }],
    ['nobody knows who answered', { answered_by: 'unknown' }],
    ['another call of the carrier is meant', { ...machine, carrier_call_id: 'call-2' }],
    ['the call has ended', { ...machine, event: 'completed' }],
  ])('changes nothing if %s', async (_, news) => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, { on_machine: 'hang_up' });
    await report(call, news);

    await carrier.sweep();

    expect(carrier.hungUp).toEqual([]);
  });
});

describe('machine_detection of a campaign', () => {
  test.each([
    ['overrides that of the workflow', { enabled: true, on_machine: 'hang_up' }, 'detect'],
    ['can switch it off', { enabled: false }, 'off'],
    ['leaves it alone when it is null', null, 'greeting_end'],
  ])('%s', async (_, machine_detection, detection) => {
    const carrier = givenCarrier(server);
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { numbers: [machineAt] });
    await member.put(`/api/v1/workflow/${campaign.workflow_id}`, {
      workflow_configurations: { machine_detection: leaving },
    });
    const changed = await member.patch(campaign.path, { machine_detection });
    await member.post(`${campaign.path}/start`);

    await dialNow({ ...member, server: { ...server, app: carrier.app } });
    await carrier.app.calls.settled();

    expect(changed.body.machine_detection).toEqual(
      machine_detection && { on_machine: 'continue', message_url: null, ...machine_detection },
    );
    expect(carrier.placed).toMatchObject([{ detection }]);
  });

  test('has all calls hung up with the campaign, also while a message is played', async () => {
    const carrier = givenCarrier(server);
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { numbers: [machineAt] });
    await member.patch(campaign.path, { machine_detection: leaving });
    await member.post(`${campaign.path}/start`);
    await dialNow({ ...member, server: { ...server, app: carrier.app } });
    await carrier.app.calls.settled();
    const [run] = await runsOf(member, campaign);
    await report({ member, run_id: run!.id }, greetingEnded);
    await carrier.sweep();

    await member.post(`${campaign.path}/cancel?calls=hang_up`);
    await endCanceledCampaigns(carrier.app);
    await carrier.sweep();

    expect(carrier.messages).toHaveLength(1);
    expect(carrier.hungUp).toEqual([id]);
  });
});

describe('The simulated network', () => {
  test.each([
    [
      'detects no machine if that is off',
      { enabled: false },
      { outcome: 'completed', answered_by: null },
    ],
    ['hangs up', { on_machine: 'hang_up' }, { outcome: 'voicemail', answered_by: 'machine' }],
    [
      'plays a message and reports its end',
      leaving,
      {
        outcome: 'voicemail',
        answered_by: 'machine',
        message_left_at: expect.stringMatching(/^20/),
      },
    ],
  ])('%s', async (_, machine_detection, expected) => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member, { talk_ms: 60_000 });
    await member.put(`/api/v1/workflow/${workflow_id}`, {
      workflow_configurations: { machine_detection },
    });
    const { body } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: machineAt,
    });
    const call = { member, run_id: Number(body.id) };

    await Promise.all(await claimQueued(server.app, [call.run_id]));
    if (expected.outcome === 'completed') {
      await until(
        () => runOf(call),
        ({ answered_at }) => answered_at !== null,
      );
      await server.app.calls.hangUp();
      await report(call, { event: 'completed', carrier_call_id: undefined });
    }
    const end = await until(
      async () => {
        await server.app.calls.hangUp();
        return runOf(call);
      },
      ({ state }) => state === 'completed',
    );

    expect(end).toMatchObject(expected);
  });
});
