import { describe, expect, test } from 'vitest';
import { runToken } from '../../src/auth/run-tokens.ts';
import { loadContract } from '../../src/http/operations.ts';
import { later } from '../../src/timestamp.ts';
import { givenPolicy } from '../approvals/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { givenTool } from '../tools/given.ts';
import { keysAt } from './keys/given.ts';
import { givenTransferable } from './transfers/given.ts';

const server = ownServer();
const { operations } = loadContract();
const past = '2026-01-01T00:00:00Z';

/** How a call was placed, and whether a policy of the connector that acts on it covers it, or did. */
const policies = {
  'a person': undefined,
  'another connector': { connector_name: 'other' },
  'a policy that was revoked': { revoked_at: past, revoked_reason: 'x' },
  'a policy that has expired': { not_before: '2025-01-01T00:00:00Z', expires_at: past },
  'a policy that is disabled': { disabled_at: past },
  'a policy in force, without a use left': { max_uses: 1, used_count: 1 },
} as const;
type Placed = keyof typeof policies;

const inForce: readonly Placed[] = ['a policy in force, without a use left'];
const own: readonly Placed[] = [
  'a policy that was revoked',
  'a policy that has expired',
  'a policy that is disabled',
  ...inForce,
];

/** A request of each operation that acts on a call by its ID, and the calls that a connector may act on. */
const acts: Readonly<
  Record<string, readonly [path: string, body: object | undefined, may: readonly Placed[]]>
> = {
  sendRunKeys: ['keys', { keys: '1' }, inForce],
  createRunInstruction: ['instructions', { text: 'Stop.' }, inForce],
  callRunTool: ['tools/hang_up', { call_id: 'c1', arguments: {} }, inForce],
  hangUpRun: ['hang-up', undefined, own],
  revokeRunToken: ['revoke-token', undefined, own],
  cancelRunTransfer: ['transfers/1/cancel', undefined, own],
};

async function given(placed: Placed, columns: object = {}) {
  const scopes = ['calls:place', 'runs:write', 'read'] as const;
  const member = await newOrganization({ server, connector: 'crm', scopes });
  const settings = { run_token_scopes: ['run:act'] };
  const call = await givenTransferable(member, { settings, ...columns });
  const policy = policies[placed];
  if (policy) await setPolicy(call.run_id, await givenPolicy(member, policy));
  const path = `/api/v1/runs/${call.run_id}`;
  const { organization_id } = member;
  const token = runToken(server.app.secrets, { organization_id, run_id: call.run_id });
  return { ...call, member, path, token };
}

const setPolicy = (run_id: number, approval_policy_id: string) =>
  server.app.db
    .updateTable('live_calls')
    .set({ approval_policy_id })
    .where('run_id', '=', run_id)
    .execute();

const codeOf = async (member: Member, path: string, body: object | undefined, key = member.key) =>
  (await member.send('POST', path, { key, ...(body && { body }) })).body?.code;

describe('Whoever acts on a call in progress', () => {
  test('needs the authority that the table says', () => {
    const named = operations.filter(
      ({ callAuthority, path }) => callAuthority && path.includes('{run_id}'),
    );
    const free = named.filter(
      ({ callAuthority }) => callAuthority === 'none' || callAuthority === 'own_policy',
    );

    expect(Object.keys(acts).toSorted()).toEqual(
      named
        .filter((each) => !free.includes(each))
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  test.each(
    Object.entries(acts).flatMap(([id, [path, body, may]]) =>
      (Object.keys(policies) as Placed[]).map((placed) => ({
        id,
        path,
        body,
        placed,
        may: may.includes(placed),
      })),
    ),
  )('by the key of a connector: $id in a call of $placed', async ({ path, body, placed, may }) => {
    const call = await given(placed);

    const code = await codeOf(call.member, `${call.path}/${path}`, body);

    if (may) expect(code).not.toBe('approval_required');
    else {
      expect(code).toBe('approval_required');
      expect(await keysAt(call.member, call.carrier_call_id)).toEqual([]);
      expect(await call.phase()).toBe('talking');
      const { body: run } = await call.member.get(call.path);
      expect([run.hang_up_requested_at, run.token_revoked_at]).toEqual([null, null]);
    }
  });

  test.each(Object.keys(policies) as Placed[])(
    'by the key of a connector: a result for which the call is hung up, in a call of %s',
    async (placed) => {
      const settings = { on_answered_by: { voicemail: 'hang_up' } };
      const call = await given(placed, { settings });
      const path = `${call.path}/result`;

      const heard = await codeOf(call.member, path, { answered_by: 'voicemail' });
      const other = await codeOf(call.member, path, { call_disposition: 'x' });

      const may = own.includes(placed);
      expect([heard, other]).toEqual([may ? undefined : 'approval_required', undefined]);
      const { body: run } = await call.member.get(call.path);
      expect(run.answered_by).toBe(may ? 'voicemail' : null);
    },
  );

  test.each(Object.entries(acts))(
    'needs none by a person or a key without a connector: %s',
    async (_, [path, body]) => {
      const { member, ...call } = await given('another connector');
      const plain = await newOrganization({ server });
      await server.app.db
        .updateTable('api_keys')
        .set({ organization_id: member.organization_id })
        .where('organization_id', '=', plain.organization_id)
        .execute();

      expect(await codeOf(member, `${call.path}/${path}`, body, plain.key)).not.toBe(
        'approval_required',
      );
      const { body: answer } = await member.send('POST', `${call.path}/${path}`, {
        ...(body && { body }),
      });
      expect(answer?.code).not.toBe('approval_required');
    },
  );
});

describe('The token of a call that a connector placed', () => {
  /** The call was requested by the connector, with this policy. */
  async function placedBy(placed: Placed) {
    const { member, ...call } = await given(placed, { user_id: null });
    const { id: api_key_id } = await server.app.db
      .selectFrom('api_keys')
      .select('id')
      .where('organization_id', '=', member.organization_id)
      .executeTakeFirstOrThrow();
    await server.app.db
      .updateTable('workflow_runs')
      .set({ api_key_id })
      .where('id', '=', call.run_id)
      .execute();
    return { member, ...call };
  }
  const pressed = { call_id: 'c1', arguments: { keys: '1' } };

  test.each(own)('sends keys only in %s, also by its tool', async (placed) => {
    const { member, path, token, carrier_call_id } = await placedBy(placed);

    const code = await codeOf(member, `${path}/keys`, { keys: '1' }, token);
    const { body } = await member.send('POST', `${path}/tools/send_keys`, {
      key: token,
      body: pressed,
    });

    const may = inForce.includes(placed);
    expect(code).toBe(may ? undefined : 'approval_required');
    expect(body.error_code).toBe(may ? null : 'refused');
    expect(await keysAt(member, carrier_call_id)).toHaveLength(may ? 2 : 0);
  });

  test('ends the call after the policy was revoked, and records', async () => {
    const { member, path, token } = await placedBy('a policy that was revoked');

    const result = await member.send('POST', `${path}/result`, {
      key: token,
      body: { call_disposition: 'done' },
    });
    const { status } = await member.send('POST', `${path}/hang-up`, { key: token });

    expect([result.status, status]).toEqual([200, 202]);
  });

  test('needs no policy in a call of a person', async () => {
    const { member, path, token, carrier_call_id } = await given('a person');

    expect(await codeOf(member, `${path}/keys`, { keys: '1' }, token)).toBeUndefined();
    expect(await keysAt(member, carrier_call_id)).toHaveLength(1);
  });
});

test('sendRunKeys repeats its answer by the Idempotency-Key after the policy was revoked', async () => {
  const { member, path, run_id, carrier_call_id } = await given(
    'a policy in force, without a use left',
  );
  const press = () =>
    member.send('POST', `${path}/keys`, {
      key: member.key,
      body: { keys: '1' },
      headers: { 'idempotency-key': 'once' },
    });
  const first = await press();
  await setPolicy(run_id, await givenPolicy(member, policies['a policy that was revoked']));

  const again = await press();

  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(await keysAt(member, carrier_call_id)).toHaveLength(1);
});

test('an ended call and a test run are no calls in progress', async () => {
  const ended = await given('a person', {
    state: 'completed',
    outcome: 'completed',
    ended_at: later(server.app.now(), 0),
  });
  const test = await given('a person', { mode: 'test' });

  expect(await codeOf(ended.member, `${ended.path}/keys`, { keys: '1' })).toBe('call_ended');
  expect(await codeOf(test.member, `${test.path}/keys`, { keys: '1' })).toBe('run_without_call');
});

test('a tool of the organization is called in no call of others', async () => {
  const { member, path } = await given('a person');
  await givenTool(member);

  const body = { call_id: 'c1', arguments: { order_id: 'A-17' } };
  expect(await codeOf(member, `${path}/tools/lookup_order`, body)).toBe('approval_required');
});
