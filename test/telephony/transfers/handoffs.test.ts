import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { applyRetention } from '../../../src/privacy/retention/sweep.ts';
import { requestTransfer } from '../../../src/telephony/transfers/handoff-actions.ts';
import { later } from '../../../src/timestamp.ts';
import { together } from '../../support/together.ts';
import { givenCallableTool, startToolServer } from '../../tools/tool-executions/given.ts';
import { until } from '../calls/given.ts';
import { namesOf } from '../../webhooks/events/given.ts';
import { givenHandoff } from './given-handoffs.ts';
import { auditOf, transferServer } from './given.ts';

const server = transferServer();

const at = '2026-01-05T10:00:04.000Z';
const heldByAnother = [401, 'run_held_by_another_agent'];

describe('createRunTransfer, of a handoff', () => {
  test('gives the run to the agent of the other workflow when the carrier has accepted it', async () => {
    const made = await givenHandoff(server);
    const { member, next, handOff, sendAll, show, run, session, tokenOf, network } = made;
    const before = await run();
    await member.send('POST', `${made.path}/result`, {
      key: tokenOf(),
      body: { append: true, transcript: [{ index: 0, role: 'caller', text: 'Why?', at }] },
    });

    const { status, body } = await handOff({ briefing: { text: 'Ada asks for her bill.' } });
    const meanwhile = [(await session(tokenOf())).status, (await session(tokenOf(body.id))).status];
    await sendAll();

    expect([status, body]).toMatchObject([
      202,
      {
        kind: 'handoff',
        status: 'requested',
        destination: 'billing',
        phone_number: null,
        to_workflow_id: next.id,
        to_workflow_version: 2,
      },
    ]);
    expect(meanwhile).toEqual([200, 401]);
    const { run_id, carrier_call_id } = made;
    const agent = {
      run_id,
      workflow_id: next.id,
      workflow_version: 2,
      run_token: tokenOf(body.id),
    };
    expect(network.asked).toMatchObject([
      { carrier_call_id, transfer_id: body.id, is_return: false, agent },
    ]);
    expect(await show(body.id)).toMatchObject({ status: 'bridged', failure: null });
    expect(await run()).toMatchObject({
      workflow_id: before.workflow_id,
      workflow_version: before.workflow_version,
      handoff_id: body.id,
      phase: 'talking',
    });
    const former = await session(tokenOf());
    expect([former.status, former.body.code]).toEqual(heldByAnother);
    const { body: shown } = await session(tokenOf(body.id));
    expect(shown).toMatchObject({
      workflow_id: next.id,
      workflow_name: 'Billing',
      workflow_version: 2,
      handoff: {
        transfer_id: body.id,
        first_workflow_id: before.workflow_id,
        briefing: 'Ada asks for her bill.',
        transcript: [
          { role: 'caller', kind: 'speech', text: 'Why?', at, interrupted: null, spoken_ms: null },
        ],
      },
    });
    expect(await namesOf(member)).toEqual(['transfer_requested', 'transfer_bridged']);
    expect(await auditOf(server, run_id)).toMatchObject([
      {
        action: 'workflow_run.transfer_requested',
        after: { transfer: { kind: 'handoff', to_workflow_id: next.id } },
      },
    ]);
  });

  test.each([
    ['GET', 'session', undefined],
    ['POST', 'result', { gathered_context: { confirmed: true } }],
    ['POST', 'hang-up', undefined],
    ['POST', 'keys', { keys: '1' }],
    ['POST', 'transfers', { destination: 'reception', kind: 'cold' }],
    ['POST', 'tools/hang_up', { call_id: 'call-1', arguments: {} }],
    ['GET', 'instructions', undefined],
  ])('leaves the former agent nothing: %s %s', async (method, at, body) => {
    const { member, path, handOff, sendAll, tokenOf } = await givenHandoff(server);
    const key = tokenOf();
    await handOff();
    await sendAll();

    const answer = await member.send(method, `${path}/${at}`, { key, ...(body && { body }) });

    expect([answer.status, answer.body.code]).toEqual(heldByAnother);
  });

  test('grants the next agent what its own workflow does', async () => {
    const { member, path, handOff, sendAll, tokenOf } = await givenHandoff(server, {
      nextSettings: {},
    });
    const { id } = (await handOff()).body;
    await sendAll();

    const { status, body } = await member.send('POST', `${path}/hang-up`, { key: tokenOf(id) });

    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  });

  test('hands the call on to the destinations of the workflow that has it, and keeps no other', async () => {
    const { member, third, handOff, sendAll, tokenOf, transfers, network, run } =
      await givenHandoff(server);
    const first = (await handOff()).body;
    await sendAll();
    const request = (destination: string, kind: string) =>
      member.send('POST', transfers, { key: tokenOf(first.id), body: { destination, kind } });

    const unknown = await request('reception', 'cold');
    const second = (await request('third', 'handoff')).body;
    await sendAll();

    expect([unknown.body.code, unknown.body.destinations]).toEqual([
      'transfer_destination_unknown',
      ['third'],
    ]);
    expect(second).toMatchObject({ to_workflow_id: third.id });
    expect(network.asked[1]?.agent.run_token).toBe(tokenOf(second.id));
    expect((await run()).handoff_id).toBe(second.id);
  });

  test('by the built-in tool takes the kind that fits the destination', async () => {
    const { member, path, next, sendAll, session, tokenOf, rows } = await givenHandoff(server);
    const { body: shown } = await session(tokenOf());

    const { body } = await member.send('POST', `${path}/tools/transfer`, {
      key: tokenOf(),
      body: { call_id: 'call-1', arguments: { destination: 'billing' } },
    });
    await sendAll();

    const tool = shown.tools.find(
      (each: { function: { name: string } }) => each.function.name === 'transfer',
    );
    expect(tool.function.parameters.properties.destination.enum).toContain('billing');
    expect(body).toMatchObject({ status: 'succeeded', result: { status: 'requested' } });
    expect(await rows()).toMatchObject([
      { kind: 'handoff', status: 'bridged', to_workflow_id: next.id },
    ]);
  });

  test('by the built-in tool brings the next agent its briefing, which has no language', async () => {
    const { member, path, sendAll, session, tokenOf, rows } = await givenHandoff(server);
    const text = 'Ada asks for another bill.';
    const call = (call_id: string, briefing: object) =>
      member.send('POST', `${path}/tools/transfer`, {
        key: tokenOf(),
        body: { call_id, arguments: { destination: 'billing', briefing } },
      });

    const spoken = await call('call-1', { text, language: 'de-DE' });
    await call('call-2', { text });
    await sendAll();

    expect([spoken.status, spoken.body.detail[0].loc]).toEqual([
      422,
      ['body', 'arguments', 'briefing', 'language'],
    ]);
    const [made, ...others] = await rows();
    expect(others).toEqual([]);
    expect((await session(tokenOf(made?.id))).body.handoff.briefing).toBe(text);
  });

  test('has the next agent call the tools of its own version alone', async () => {
    const { member, next, path, handOff, sendAll, tokenOf, session } = await givenHandoff(server);
    const tools = await startToolServer();
    const { tool } = await givenCallableTool(member, tools.url);
    const { name } = (await member.get(tool.path)).body;
    const pinned = await server.app.db
      .selectFrom('workflow_definitions')
      .select(['tools', 'workflow_definition'])
      .where('organization_id', '=', member.organization_id)
      .where(sql<boolean>`tools::text like ${`%${name}%`}`)
      .executeTakeFirstOrThrow();
    await server.app.db
      .updateTable('workflow_definitions')
      .set({
        tools: JSON.stringify(pinned.tools),
        workflow_definition: JSON.stringify(pinned.workflow_definition),
      })
      .where('id', '=', next.versions[1]!)
      .execute();
    const call = (key: string, call_id: string) =>
      member.send('POST', `${path}/tools/${name}`, {
        key,
        body: { call_id, arguments: { order_id: 'A', lang: 'nl' } },
      });

    const before = await call(tokenOf(), 'call-1');
    const { id } = (await handOff()).body;
    await sendAll();
    const after = await call(tokenOf(id), 'call-2');
    const { body } = await session(tokenOf(id));

    expect([before.status, before.body.code]).toEqual([404, 'not_found']);
    expect([after.status, after.body.status]).toEqual([200, 'succeeded']);
    expect(body.tools.map((each: { function: { name: string } }) => each.function.name)).toContain(
      name,
    );
  });

  test('keeps its briefing as long as the transcript', async () => {
    const { member, handOff, sendAll, run_id, rows } = await givenHandoff(server);
    await handOff({ briefing: { text: 'Ada asks for her bill.' } });
    await sendAll();
    const before = (await rows()).map(({ handoff_briefing }) => handoff_briefing);
    await server.app.db
      .updateTable('workflow_runs')
      .set({ state: 'completed', outcome: 'completed', ended_at: server.app.now() })
      .where('id', '=', run_id)
      .execute();
    const sent = { transcripts_days: 1, contexts_days: null, contacts_days: null };
    await server.app.db.deleteFrom('pending_events').where('run_id', '=', run_id).execute();
    await member.put('/api/v1/organizations/retention', {
      ...sent,
      events_days: null,
      audit_days: null,
    });
    server.setNow(later(server.app.now(), 2 * 86_400_000));

    await applyRetention(server.app);

    expect(before).toEqual(['Ada asks for her bill.']);
    expect((await rows()).map(({ handoff_briefing }) => handoff_briefing)).toEqual([null]);
  });

  test('has no fallback rung that was due before', async () => {
    const { next, run_id, handOff, session, tokenOf, rows, sendAll, transfer } =
      await givenHandoff(server);
    const { app } = server;
    const reception = { name: 'reception', phone_number: '+12025550110', fallback: 'mobile' };
    const mobile = { name: 'mobile', phone_number: '+12025550112' };
    const { id: failed } = (await transfer()).body;
    await app.db
      .updateTable('run_transfers')
      .set({ status: 'failed', failure: 'busy', ended_at: app.now() })
      .set({ fallback: 'mobile', fallback_at: app.now() })
      .where('id', '=', failed)
      .execute();
    const { id } = (await handOff()).body;
    await app.db
      .updateTable('run_transfers')
      .set({ sending_at: app.now() })
      .where('id', '=', id)
      .execute();
    // The next agent's workflow has destinations of the same names.
    await app.db
      .updateTable('workflows')
      .set({
        workflow_configurations: JSON.stringify({ transfer_destinations: [reception, mobile] }),
      })
      .where('id', '=', next.id)
      .execute();

    const { status } = await session(tokenOf(id));
    await sendAll();

    expect(status).toBe(200);
    expect(await rows()).toMatchObject([
      { id: failed, run_id, fallback_at: null, fallback_id: null, fallback_refusal: 'canceled' },
      { id, status: 'bridged' },
    ]);
  });

  test('requested 20 times at once by the former token leaves no other answer than who has the call', async () => {
    const { tokenOf, sendAll, rows, transfers } = await givenHandoff(server);
    const body = { destination: 'billing', kind: 'handoff' };
    const request = () => server.send('POST', transfers, { key: tokenOf(), body });

    const requests = Array.from({ length: 20 }, request);
    await until(rows, (found) => found.length > 0);
    await sendAll();
    const answers = [...(await Promise.all(requests)), await request()];
    const codes = answers.map((answer) => answer.body.code ?? answer.status);

    expect(codes.filter((code) => code === 202)).toHaveLength(1);
    expect(codes.at(-1)).toBe('run_held_by_another_agent');
    for (const code of codes)
      expect([202, 'transfer_in_progress', 'run_held_by_another_agent']).toContain(code);
    expect(await rows()).toMatchObject([{ status: 'bridged' }]);
  });

  test('leaves nothing to the former token that was looked up before', async () => {
    const { member, run_id, handOff, sendAll, rows } = await givenHandoff(server);
    await handOff();
    await sendAll();
    const { app } = server;
    const { organization_id } = member;
    const former = {
      kind: 'run_token',
      organization_id,
      run_id,
      handoff_id: null,
      scopes: ['run:read', 'run:write', 'run:act'],
    } as const;
    const key = { organization_id, run_id };
    const engine = { slots: app.calls.slots, secrets: app.secrets, jobs: app.jobs };
    const wanted = { key, caller: former, now: app.now() };

    for (const destination of ['third', 'billing', 'reception', 'nobody'])
      await expect(
        app.db
          .transaction()
          .execute((trx) => requestTransfer(trx, engine, { ...wanted, destination })),
      ).rejects.toMatchObject({ problem: { code: 'run_held_by_another_agent' } });
    expect(await rows()).toHaveLength(1);
  });

  test('happens once of two at the same time', async () => {
    const { handOff, sendAll, network } = await givenHandoff(server);

    const answers = await together(server, [() => handOff(), () => handOff()]);
    await sendAll();
    await sendAll();

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('transfer_in_progress');
    expect(network.asked).toHaveLength(1);
  });
});
