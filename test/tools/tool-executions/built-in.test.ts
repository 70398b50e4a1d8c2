import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { callTool } from '../../../src/tools/tool-executions/call.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { keysAt } from '../../telephony/keys/given.ts';
import { reception } from '../../telephony/transfers/given.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { agentOf, agentsOn } from './agents.ts';

const server = ownServer();
const givenAgent = agentsOn(server);

const eventsOf = async ({ organization_id }: Member, run_id: number) => {
  const rows = await server.app.db
    .selectFrom('audit_events')
    .select('action')
    .where('organization_id', '=', organization_id)
    .where('subject_id', '=', String(run_id))
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

const executionsOf = async (member: Member, run_id: number) =>
  (await member.get(`/api/v1/tool-executions?run_id=${run_id}`)).body.items;

describe('callRunTool with a built-in tool', () => {
  test('transfers the call, once for each id, and keeps what came of it', async () => {
    const { member, call, rows, run_id } = await givenAgent();

    const answers = await Promise.all([
      call('transfer', { destination: reception.name }),
      call('transfer', { destination: reception.name }),
    ]);
    const again = await call('transfer', { destination: reception.name });

    const [transfer, ...others] = await rows();
    expect(others).toEqual([]);
    for (const { status, body } of [...answers, again])
      expect([status, body]).toEqual([200, again.body]);
    expect(again.body).toMatchObject({
      run_id,
      tool_id: null,
      tool_name: 'transfer',
      tool_revision: null,
      arguments: { destination: reception.name },
      is_write: true,
      status: 'succeeded',
      error_code: null,
      result: { transfer_id: transfer?.id, status: 'requested' },
    });
    expect(await eventsOf(member, run_id)).toEqual(['workflow_run.transfer_requested']);
    const shown = await member.get(`/api/v1/tool-executions/${again.body.id}`);
    expect(shown.body).toEqual(again.body);
  });

  test('transfers the call with a briefing, which whoever answers hears first', async () => {
    const { call, rows } = await givenAgent();
    const briefing = { text: 'Ada fragt nach einer Rechnung.', language: 'de-DE' };

    const { body } = await call('transfer', { destination: reception.name, briefing });

    expect(body).toMatchObject({ status: 'succeeded', arguments: { briefing } });
    expect(await rows()).toMatchObject([
      { kind: 'warm', briefing: briefing.text, briefing_language: briefing.language },
    ]);
  });

  test('answers with what the operation refuses, again under the same id', async () => {
    const { call, rows } = await givenAgent();
    await call('transfer', { destination: reception.name });

    const refused = await call('transfer', { destination: reception.name }, 'call-2');
    const again = await call('transfer', { destination: reception.name }, 'call-2');
    const unknown = await call('transfer', { destination: 'nobody' }, 'call-3');

    expect([refused.status, refused.body]).toMatchObject([
      200,
      {
        status: 'failed',
        error_code: 'refused',
        error_detail: expect.stringMatching(/^transfer_in_progress: Transfer \d+ of the call/),
        result: null,
      },
    ]);
    expect(again.body).toEqual(refused.body);
    expect(unknown.body.error_detail).toMatch(/^transfer_destination_unknown: .*"nobody"/);
    expect((await rows()).length).toBe(1);
  });

  test('refuses another call under the same id', async () => {
    const { call } = await givenAgent();
    await call('opt_out');

    const refused = await call('hang_up');

    expect([refused.status, refused.body.code]).toEqual([409, 'tool_call_reused']);
  });

  test('hangs up', async () => {
    const { member, call, run_id } = await givenAgent();

    const { body } = await call('hang_up');
    await call('hang_up');

    expect(body).toMatchObject({ status: 'succeeded', result: { is_ended: false } });
    const { wanted } = await server.app.db
      .selectFrom('live_calls')
      .select('wanted')
      .where('run_id', '=', run_id)
      .executeTakeFirstOrThrow();
    expect(wanted).toBe('hang_up');
    expect(await eventsOf(member, run_id)).toEqual(['workflow_run.hung_up']);
  });

  test('sends keys once for each id, and keeps none of them', async () => {
    const { member, call, carrier_call_id, run_id } = await givenAgent();

    const sent = await call('send_keys', { keys: '1,204#' });
    const again = await call('send_keys', { keys: '1,204#' });
    const others = await call('send_keys', { keys: '9' });

    expect(sent.body).toMatchObject({ arguments: null, result: { key_count: 5 } });
    for (const { body } of [again, others]) expect(body).toEqual(sent.body);
    expect(await keysAt(member, carrier_call_id)).toEqual(['1,204#']);
    expect(await eventsOf(member, run_id)).toEqual(['workflow_run.keys_requested']);
  });

  test('schedules the call back that was agreed', async () => {
    const owner = await newOrganization({ server });
    const { member, call, run_id } = await givenAgent({ user_id: owner.user_id }, owner);
    const callback_at = later(server.app.now(), 3_600_000);

    const soon = await call('schedule_callback', { callback_at: server.app.now() }, 'call-0');
    const { body } = await call('schedule_callback', { callback_at });

    expect([soon.status, soon.body.detail[0].loc]).toEqual([
      422,
      ['body', 'arguments', 'callback_at'],
    ]);
    expect(body.result).toEqual({ is_scheduled: true, callback_at });
    const { items } = (await member.get('/api/v1/telephony/scheduled-calls')).body;
    expect(items).toMatchObject([{ callback_of_run_id: run_id, scheduled_at: callback_at }]);
  });

  test('says that it calls nobody back after an inbound call', async () => {
    const { call } = await givenAgent({ mode: 'inbound', from_number: '+12025550120' });
    const callback_at = later(server.app.now(), 3_600_000);

    const { body } = await call('schedule_callback', { callback_at });

    expect(body.result).toEqual({
      is_scheduled: false,
      refusal: expect.stringMatching(/^Nobody is called back/),
    });
  });

  test('adds who opts out to the do-not-call list, after the call too', async () => {
    const { member, call } = await givenAgent({
      state: 'completed',
      outcome: 'completed',
      ended_at: server.app.now(),
    });

    const { body } = await call('opt_out');
    const hungUp = await call('hang_up', {}, 'call-2');

    expect(body.result).toEqual({ is_opted_out: true });
    const { items } = (await member.get('/api/v1/do-not-call')).body;
    expect(items).toMatchObject([{ phone_number: '+12025550100' }]);
    expect([hungUp.status, hungUp.body.code]).toEqual([409, 'run_ended']);
  });

  test('stores a result, and ends no test run with it', async () => {
    const member = await newOrganization({ server });
    const run_id = await givenRun(member, await givenWorkflow(member));
    const { call } = agentOf(member, run_id);
    const analysis = { call_summary: 'She will come.', call_successful: true };

    const { body } = await call('submit_result', {
      call_disposition: 'confirmed',
      gathered_context: { day: 'Monday' },
      analysis,
    });
    const consent = await call(
      'submit_result',
      { gathered_context: { consent_given: true } },
      'call-2',
    );

    expect(body.result).toEqual({ is_stored: true });
    expect((await member.get(`/api/v1/runs/${run_id}`)).body).toMatchObject({
      state: 'running',
      call_disposition: 'confirmed',
      gathered_context: { day: 'Monday' },
      analysis,
      transcript: null,
    });
    expect(await eventsOf(member, run_id)).toEqual(['workflow_run.result_submitted']);
    expect([consent.status, consent.body.detail[0].loc]).toEqual([
      422,
      ['body', 'arguments', 'gathered_context', 'consent_given'],
    ]);
  });

  test.each([
    ['transfer', {}, ['destination']],
    ['transfer', { destination: 'a b' }, ['destination']],
    ['transfer', { destination: 'reception', briefing: {} }, ['briefing', 'text']],
    ['transfer', { destination: 'reception', briefing: { text: ' ' } }, ['briefing', 'text']],
    ['send_keys', { keys: '1x' }, ['keys']],
    ['hang_up', { now: true }, ['now']],
    ['submit_result', { analysis: { call_successful: 'yes' } }, ['analysis', 'call_successful']],
  ])('refuses the arguments of %s: %j', async (name, args, place) => {
    const { member, call, run_id } = await givenAgent();

    const { status, body } = await call(name, args);

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'arguments', ...place]]);
    expect(await executionsOf(member, run_id)).toEqual([]);
  });

  test.each(['hang_up', 'transfer', 'send_keys'])(
    'refuses %s to a token without run:act',
    async (name) => {
      const { member, call, run_id } = await givenAgent({ settings: {} });

      const { status, body } = await call(name, { destination: reception.name, keys: '1' });

      expect([status, body.code, body.required_scope]).toEqual([
        403,
        'insufficient_scope',
        'run:act',
      ]);
      expect(await executionsOf(member, run_id)).toEqual([]);
    },
  );

  test('belongs to the run that the token is of', async () => {
    const { run_id } = await givenAgent();
    const other = await newOrganization({ server });
    const path = `/api/v1/runs/${run_id}/tools/hang_up`;

    const { status } = await other.post(path, { call_id: 'x', arguments: {} });

    expect(status).toBe(404);
  });
});

describe('A process that stops', () => {
  test('before the commit leaves neither the execution nor the transfer', async () => {
    const { member, call, rows, run_id } = await givenAgent();
    const { app } = server;
    const { organization_id } = member;
    const stopping: typeof app = {
      ...app,
      async callBuiltIn(...args) {
        await app.callBuiltIn(...args);
        throw new Error('stopped');
      },
    };
    const run = { organization_id, run_id, handoff_id: null };
    const caller = { kind: 'run_token', ...run, scopes: ['run:act'] } as const;
    const params = { run_id, name: 'transfer' };

    const stopped = callTool(
      stopping,
      { organization_id, run_id },
      {
        name: 'transfer',
        call_id: 'call-1',
        arguments: { destination: reception.name },
        request: { caller, params, requestId: 'request-1' },
      },
    );

    await expect(stopped).rejects.toThrow('stopped');
    expect([await rows(), await executionsOf(member, run_id)]).toEqual([[], []]);
    const { body } = await call('transfer', { destination: reception.name });
    expect(body.status).toBe('succeeded');
    expect((await rows()).length).toBe(1);
  });

  test('while the carrier gets keys leaves them unknown, and the carrier gets none again', async () => {
    const { member, call, carrier_call_id, run_id } = await givenAgent();
    const { app } = server;
    const { id } = (await call('send_keys', { keys: '12' })).body;
    await app.db
      .updateTable('tool_executions')
      .set({ status: 'sending', result: null, settled_at: null, deadline_at: app.now() })
      .where('id', '=', id)
      .execute();

    const { body } = await call('send_keys', { keys: '12' });

    expect(body).toMatchObject({ id, status: 'unknown', error_code: 'answer_lost' });
    expect(await keysAt(member, carrier_call_id)).toEqual(['12']);
    expect(await eventsOf(member, run_id)).toEqual(['workflow_run.keys_requested']);
  });
});

test('A carrier that fails leaves keys unknown', async () => {
  const { call } = await givenAgent();
  const { simulated } = server.app.calls.carriers;
  const send = vi.spyOn(simulated, 'sendKeys');
  onTestFinished(() => send.mockRestore());
  send.mockResolvedValueOnce({ kind: 'failed', detail: 'The network did not answer.' });

  const { body } = await call('send_keys', { keys: '12' });
  await call('send_keys', { keys: '12' });

  expect(body).toMatchObject({
    status: 'unknown',
    error_code: 'carrier_failed',
    error_detail: expect.stringMatching(/^carrier_failed: The network did not answer\./),
  });
  expect(send).toHaveBeenCalledTimes(1);
});
