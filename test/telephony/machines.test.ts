import { afterEach, describe, expect, test } from 'vitest';
import { endCanceledCampaigns } from '../../src/campaigns/lifecycle/ending.ts';
import { claimQueued } from '../../src/telephony/calls/jobs.ts';
import type { CommandResult } from '../../src/telephony/carriers/carrier.ts';
import type { MessageRequest } from '../../src/telephony/carriers/requests.ts';
import { later } from '../../src/timestamp.ts';
import { submitResult } from '../../src/workflows/runs/results.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { dialNow, givenCallableCampaign, runsOf } from '../campaigns/lifecycle/given.ts';
import { givenCallable, until } from './calls/given.ts';
import { withCarriers } from './calls/with-carriers.ts';

const server = ownServer();
afterEach(async () => {
  // The carriers of other tests get no requests about the calls of this one.
  await server.app.db.updateTable('live_calls').set({ hang_up_at: null }).execute();
});

const message_url = 'https://media.example.com/reminder.mp3?from=us&to=you';
const leaving = { on_machine: 'leave_message', message_url } as const;
const id = 'call-1';
const machineAt = '+12025550160';

/** A carrier that remembers its requests. */
function givenCarrier() {
  const simulated = server.app.calls.carriers.simulated;
  const carrier = {
    placed: [] as object[],
    hungUp: [] as string[],
    messages: [] as MessageRequest[],
    answers: async (): Promise<CommandResult> => ({ kind: 'accepted' }),
  };
  const app = withCarriers(server, {
    simulated: {
      ...simulated,
      async place(_, { detection, record }) {
        carrier.placed.push({ detection, record });
        return { kind: 'accepted', carrier_call_id: id };
      },
      async hangUp(_, { carrier_call_id }) {
        carrier.hungUp.push(carrier_call_id);
        return { kind: 'accepted' };
      },
      leaveMessage(_, request) {
        carrier.messages.push(request);
        return carrier.answers();
      },
    },
  });
  return Object.assign(carrier, {
    app,
    /** Sends what is due, and waits for the carrier's answers. */
    async sweep() {
      await app.calls.hangUp();
      await app.calls.settled();
    },
  });
}

type Carrier = ReturnType<typeof givenCarrier>;

/** A single call that its carrier has accepted and that was answered. */
async function givenAnswered(carrier: Carrier, machine_detection: object, more: object = {}) {
  const member = await newOrganization({ server });
  const { workflow_id } = await givenCallable(member, {});
  const configured = await member.put(`/api/v1/workflow/${workflow_id}`, {
    workflow_configurations: { machine_detection, ...more },
  });
  expect(configured.status).toBe(200);
  const { body } = await member.post('/api/v1/telephony/initiate-call', {
    workflow_id,
    to_number: machineAt,
  });
  const run_id = Number(body.id);
  await Promise.all(await claimQueued(carrier.app, [run_id]));
  return { member, run_id };
}

type Answered = Awaited<ReturnType<typeof givenAnswered>>;

const report = ({ member, run_id }: Answered, news: object): Promise<void> =>
  server.app.calls.report({
    run_id,
    organization_id: member.organization_id,
    at: server.app.now(),
    event: 'answered',
    carrier_call_id: id,
    ...news,
  });

const machine = { answered_by: 'machine' } as const;
const greetingEnded = { ...machine, greeting_ended: true } as const;
const menu = { answered_by: 'ivr' };
const messageEnded = { message_ended: true } as const;
const runOf = async ({ member, run_id }: Answered) =>
  (await member.get(`/api/v1/runs/${run_id}`)).body;

const hangUp = ({ member, run_id }: Answered) => member.post(`/api/v1/runs/${run_id}/hang-up`);

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
    const carrier = givenCarrier();

    await givenAnswered(carrier, settings, more);

    expect(carrier.placed).toMatchObject([expected]);
  });
});

describe('A machine that answers', () => {
  test('hears the agent by default, and the call ends as voicemail', async () => {
    const carrier = givenCarrier();
    const call = await givenAnswered(carrier, { on_machine: 'continue' });
    await report(call, machine);

    await carrier.sweep();
    await report(call, { event: 'completed' });

    expect([carrier.hungUp, carrier.messages]).toEqual([[], []]);
    expect(await runOf(call)).toMatchObject({ outcome: 'voicemail', answered_by: 'machine' });
  });

  test('is a menu if the agent says so, and the call ends as completed', async () => {
    const carrier = givenCarrier();
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
    const carrier = givenCarrier();
    const call = await givenAnswered(carrier, { on_machine: 'hang_up' });
    await report(call, {});

    await call.member.post(`/api/v1/runs/${call.run_id}/result`, menu);
    await report(call, machine);
    await carrier.sweep();

    expect(carrier.hungUp).toEqual([]);
    expect(await runOf(call)).toMatchObject({ phase: 'talking', answered_by: 'ivr' });
  });

  test('is hung up with hang_up, by one request, and the call ends as voicemail', async () => {
    const carrier = givenCarrier();
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
    const carrier = givenCarrier();
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
    const carrier = givenCarrier();
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
    const carrier = givenCarrier();
    const call = await givenAnswered(carrier, machine_detection);
    await report(call, greetingEnded);
    await carrier.sweep();

    await meanwhile(call);
    await report(call, messageEnded);

    expect((await runOf(call)).message_left_at).toBeNull();
  });

  test('hears the message although the first request was lost', async () => {
    const carrier = givenCarrier();
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
    const carrier = givenCarrier();
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
    const carrier = givenCarrier();
    const call = await givenAnswered(carrier, { on_machine: 'hang_up' });
    await report(call, news);

    await carrier.sweep();

    expect(carrier.hungUp).toEqual([]);
  });
});

describe('on_answered_by of a workflow', () => {
  const all = { machine: 'hang_up', voicemail: 'hang_up', screener: 'hang_up', ivr: 'hang_up' };
  const heard = ({ member, run_id }: Answered, answered_by: string) =>
    member.post(`/api/v1/runs/${run_id}/result`, { answered_by });

  test.each([
    ['machine', 'voicemail'],
    ['voicemail', 'voicemail'],
    ['screener', 'completed'],
    ['ivr', 'completed'],
  ])('hangs up for %s, once, and the call ends as %s', async (answered_by, outcome) => {
    const carrier = givenCarrier();
    const call = await givenAnswered(carrier, {}, { on_answered_by: all });
    await report(call, { answered_by: 'human' });

    const { status } = await heard(call, answered_by);
    await heard(call, answered_by);
    await carrier.sweep();
    await heard(call, answered_by);
    await carrier.sweep();
    await report(call, { event: 'completed', ...machine });

    expect([status, carrier.hungUp]).toEqual([200, [id]]);
    const hung = { outcome, answered_by, hang_up_requested_at: null };
    expect(await runOf(call)).toMatchObject(hung);
  });

  test.each([
    ['nothing is set', 'voicemail', {}],
    ['something else is set', 'screener', { on_answered_by: { ...all, screener: 'continue' } }],
    ['a person answered', 'human', { on_answered_by: all }],
    ['it was stored in another form', 'ivr', { on_answered_by: null }],
  ])('continues if %s', async (_, answered_by, settings) => {
    const carrier = givenCarrier();
    const call = await givenAnswered(carrier, {}, {});
    const stored = JSON.stringify(settings);
    await server.app.db
      .updateTable('workflows')
      .set({ workflow_configurations: stored })
      .where('organization_id', '=', call.member.organization_id)
      .execute();
    await report(call, machine);

    await heard(call, answered_by);
    await carrier.sweep();
    await report(call, { event: 'completed' });

    expect(carrier.hungUp).toEqual([]);
    const outcome = answered_by === 'voicemail' ? 'voicemail' : 'completed';
    expect(await runOf(call)).toMatchObject({ outcome, answered_by });
  });

  test('continues before the call is answered, and while its message is played', async () => {
    const carrier = givenCarrier();
    const ringing = await givenAnswered(carrier, {}, { on_answered_by: all });
    const playing = await givenAnswered(carrier, leaving, { on_answered_by: all });
    await report(playing, greetingEnded);

    await heard(ringing, 'voicemail');
    await heard(playing, 'voicemail');
    await carrier.sweep();

    expect([carrier.hungUp, carrier.messages.length]).toEqual([[], 1]);
  });

  test('continues for an agent that no longer has the call', async () => {
    const carrier = givenCarrier();
    const call = await givenAnswered(carrier, {}, { on_answered_by: all });
    await report(call, {});
    const key = { organization_id: call.member.organization_id, run_id: call.run_id };
    const former = { kind: 'run_token', scopes: [], ...key, handoff_id: 1 } as const;

    await submitResult(server.app, {
      key,
      body: { answered_by: 'voicemail' },
      caller: former,
      requestId: 'r1',
    });
    await carrier.sweep();

    expect(carrier.hungUp).toEqual([]);
  });

  test.each([
    [{ on_machine: 'hang_up' }, machine, [[id], 0]],
    [leaving, greetingEnded, [[], 1]],
  ])(
    'leaves %j to the carrier that detects the mailbox later',
    async (settings, news, expected) => {
      const carrier = givenCarrier();
      const call = await givenAnswered(carrier, settings);
      await report(call, {});

      await heard(call, 'voicemail');
      await report(call, news);
      await carrier.sweep();

      expect([carrier.hungUp, carrier.messages.length]).toEqual(expected);
      expect(await runOf(call)).toMatchObject({ answered_by: 'voicemail' });
    },
  );

  test.each([
    ['an unknown answerer', { fax: 'hang_up' }, 'fax'],
    ['an unknown action', { ivr: 'leave_message' }, 'ivr'],
    ['an action for persons', { human: 'hang_up' }, 'human'],
  ])('is refused with %s', async (_, on_answered_by, member_name) => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member, {});

    const { status, body } = await member.put(`/api/v1/workflow/${workflow_id}`, {
      workflow_configurations: { on_answered_by },
    });

    expect([status, body.detail[0].loc]).toEqual([
      422,
      ['body', 'workflow_configurations', 'on_answered_by', member_name],
    ]);
  });
});

describe('machine_detection of a campaign', () => {
  test.each([
    ['overrides that of the workflow', { enabled: true, on_machine: 'hang_up' }, 'detect'],
    ['can switch it off', { enabled: false }, 'off'],
    ['leaves it alone when it is null', null, 'greeting_end'],
  ])('%s', async (_, machine_detection, detection) => {
    const carrier = givenCarrier();
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
    const carrier = givenCarrier();
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
