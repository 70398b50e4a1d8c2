import { describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { askedNetwork, givenTransferable, reception, send, transferServer } from './given.ts';

const server = transferServer();
const other = { ...reception, name: 'other', phone_number: '+12025550112' };
const acting = { run_token_scopes: ['run:act'] };

/** A call in progress, and a key that may change what protects people. */
async function given(settings: object = acting) {
  const scopes = ['read', 'workflows:write', 'protections:write'] as const;
  const member = await newOrganization({ server, scopes });
  const call = await givenTransferable(member, { settings, created_at: server.app.now() });
  server.setNow(later(server.app.now(), 1000));
  const { organization_id } = member;
  const keyOf = (run_id: number) => runToken(server.app.secrets, { organization_id, run_id });
  const path = `/api/v1/workflow/${call.workflow_id}`;
  const set = async (workflow_configurations: object, byKey = true) => {
    const options = { body: { workflow_configurations }, ...(byKey && { key: member.key }) };
    const { status } = await member.send('PUT', path, options);
    expect(status).toBe(200);
    server.setNow(later(server.app.now(), 1000));
    server.app.callers.forgetRun(call.run_id);
  };
  const runs = `/api/v1/runs/${call.run_id}`;
  const post = (what: string, destination: string) =>
    member.send('POST', `${runs}/${what}`, {
      key: keyOf(call.run_id),
      body: { destination, kind: 'cold' },
    });
  /** Whom the carrier would ring, or why it would not. */
  const rung = async (destination: string) => {
    const { body } = await post('preview-transfer', destination);
    return body.phone_number ?? body.refusal?.code ?? body.code;
  };
  /** As if the call had begun at this time. */
  const beganAt = async (created_at: string) => {
    await server.app.db
      .updateTable('workflow_runs')
      .set({ created_at })
      .where('id', '=', call.run_id)
      .execute();
    server.app.callers.forgetRun(call.run_id);
  };
  const session = async () =>
    (await member.send('GET', `/api/v1/runs/${call.run_id}/session`, { key: keyOf(call.run_id) }))
      .body.workflow_configurations;
  return { member, ...call, set, post, rung, beganAt, session };
}

describe('What a key changes of the settings', () => {
  test('reaches no call in progress: not a destination of its own', async () => {
    const { set, rung, session } = await given();
    await set({
      ...acting,
      transfer_destinations: [{ ...reception, phone_number: '+12025550199' }, other],
    });

    expect(await rung('other')).toBe('transfer_destination_unknown');
    expect((await session()).transfer_destinations).toEqual([reception]);
    expect(await rung('reception')).toBe(reception.phone_number);
  });

  test('does not hang up a call in progress for who answered it', async () => {
    const on_answered_by = { ivr: 'hang_up' };
    const { member, set, session, run_id } = await given();
    const settings = { ...acting, transfer_destinations: [reception], on_answered_by };
    const hangUpOf = async () => {
      await member.post(`/api/v1/runs/${run_id}/result`, { answered_by: 'ivr' });
      const { hang_up_at } = await server.app.db
        .selectFrom('live_calls')
        .select('hang_up_at')
        .where('run_id', '=', run_id)
        .executeTakeFirstOrThrow();
      return hang_up_at;
    };
    await set(settings);

    const byKey = await hangUpOf();
    const shown = await session();
    await set({ ...settings, on_answered_by: {} }, false);
    await set(settings, false);
    const byUser = await hangUpOf();

    expect([byKey, shown.on_answered_by]).toEqual([null, undefined]);
    expect(byUser).toEqual(expect.any(String));
  });

  test('does not give the token of a call in progress the right to act', async () => {
    const { set, rung } = await given({});
    await set({ ...acting, transfer_destinations: [reception] });

    expect(await rung('reception')).toBe('insufficient_scope');
  });

  test('counts for calls that begin later, each with what was set then', async () => {
    const { set, rung, beganAt } = await given();
    await set({ ...acting, transfer_destinations: [other] });
    const between = server.app.now();
    server.setNow(later(between, 1000));
    await set({ ...acting, transfer_destinations: [{ ...other, name: 'third' }] });

    expect(await rung('reception')).toBe(reception.phone_number);
    await beganAt(between);
    expect(await rung('third')).toBe('transfer_destination_unknown');
    expect(await rung('reception')).toBe('transfer_destination_unknown');
    expect(await rung('other')).toBe(other.phone_number);
    await beganAt(server.app.now());
    expect(await rung('third')).toBe(other.phone_number);
  });

  test('does not take a destination from a transfer that was requested before', async () => {
    const { set, post, rows } = await given();
    const network = askedNetwork(server);
    expect((await post('transfers', 'reception')).status).toBe(202);
    await set(acting);

    await send(network.app);

    expect(network.asked.map(({ to }) => to)).toEqual([reception.phone_number]);
    expect(await rows()).toMatchObject([{ failure: null }]);
  });
});

describe('What a person changes of the settings', () => {
  test('counts for calls in progress at once', async () => {
    const { set, rung } = await given();
    await set({ ...acting, transfer_destinations: [other] }, false);

    expect(await rung('reception')).toBe('transfer_destination_unknown');
    expect(await rung('other')).toBe(other.phone_number);
  });

  test('counts also after a key has changed them, and before it does again', async () => {
    const { set, rung } = await given();
    await set({ ...acting, transfer_destinations: [{ ...other, name: 'first' }] });
    await set({ ...acting, transfer_destinations: [other] }, false);
    await set({ ...acting, transfer_destinations: [{ ...other, name: 'last' }] });

    expect(await rung('first')).toBe('transfer_destination_unknown');
    expect(await rung('last')).toBe('transfer_destination_unknown');
    expect(await rung('other')).toBe(other.phone_number);
  });
});

test('A handoff reaches whom its workflow could when the call began', async () => {
  const { member, set, rung, session, run_id } = await given();
  const next = await givenTransferable(member, { settings: acting });
  const { workflow_id, definition_id } = await server.app.db
    .selectFrom('workflow_runs')
    .select(['workflow_id', 'definition_id'])
    .where('id', '=', next.run_id)
    .executeTakeFirstOrThrow();
  await server.app.db
    .updateTable('workflow_runs')
    .set({ workflow_id, definition_id })
    .where('id', '=', run_id)
    .execute();
  await set({ ...acting, transfer_destinations: [other] });
  const path = `/api/v1/workflow/${workflow_id}`;
  const body = { workflow_configurations: { ...acting, transfer_destinations: [other] } };
  expect((await member.send('PUT', path, { key: member.key, body })).status).toBe(200);

  expect((await session()).transfer_destinations).toEqual([reception]);
  expect(await rung('other')).toBe('transfer_destination_unknown');
});
