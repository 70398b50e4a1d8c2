import { afterEach, describe, expect, test } from 'vitest';
import { submitResult } from '../../src/workflows/runs/results.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { givenCallable } from './calls/given.ts';
import {
  type Answered,
  givenAnswered,
  givenCarrier,
  greetingEnded,
  id,
  leaving,
  machine,
  report,
  runOf,
} from './given-machines.ts';

const server = ownServer();
afterEach(async () => {
  // The carriers of other tests get no requests about the calls of this one.
  await server.app.db.updateTable('live_calls').set({ hang_up_at: null }).execute();
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
    const carrier = givenCarrier(server);
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
    const carrier = givenCarrier(server);
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

  test('hangs up when the agent has heard it before the carrier reports the answer', async () => {
    const carrier = givenCarrier(server);
    const call = await givenAnswered(carrier, {}, { on_answered_by: all });

    await heard(call, 'voicemail');
    await report(call, {});
    await carrier.sweep();

    expect(carrier.hungUp).toEqual([id]);
  });

  test('continues while its message is played', async () => {
    const carrier = givenCarrier(server);
    const playing = await givenAnswered(carrier, leaving, { on_answered_by: all });
    await report(playing, greetingEnded);

    await heard(playing, 'voicemail');
    await carrier.sweep();

    expect([carrier.hungUp, carrier.messages.length]).toEqual([[], 1]);
  });

  test('continues for an agent that no longer has the call', async () => {
    const carrier = givenCarrier(server);
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
      const carrier = givenCarrier(server);
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
