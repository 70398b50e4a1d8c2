import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { keysAt } from '../keys/given.ts';
import { acting, givenHandoff } from './given-handoffs.ts';
import { askedNetwork, reception, send, transferServer } from './given.ts';

const server = transferServer();

const desk = { ...reception, name: 'desk' };

/** Hours of every day. */
const hours = (start_time: string, end_time: string) => ({
  enabled: true,
  timezone: 'UTC',
  slots: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time, end_time })),
  holidays: [],
});
const closed = { calling_hours: hours('01:00', '01:01') };
const open = { calling_hours: hours('00:00', '23:59') };

/** A call that a connector has requested, which the agent of a second workflow has now. */
async function given() {
  server.setNow('2027-02-03T12:00:00.000Z');
  const made = await givenHandoff(server);
  const { member, next, workflow_id, run_id, transfers, handOff, sendAll, tokenOf } = made;
  const { db } = server.app;
  const set = (id: number, configurations: object) =>
    db
      .updateTable('workflows')
      .set({ workflow_configurations: JSON.stringify(configurations) })
      .where('id', '=', id)
      .execute();
  const { id } = (await handOff()).body;
  await sendAll();
  const key = await db
    .updateTable('api_keys')
    .set({ connector_name: 'crm' })
    .where('organization_id', '=', member.organization_id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('workflow_runs')
    .set({ api_key_id: key.id, user_id: null })
    .where('id', '=', run_id)
    .execute();
  return {
    ...made,
    network: askedNetwork(server),
    token: tokenOf(id),
    /** Sets what applies to the second workflow. */
    setNext: (settings: object = {}) =>
      set(next.id, { ...acting, transfer_destinations: [desk], ...settings }),
    setFirst: (settings: object) => set(workflow_id, settings),
    policyFor: (target_id: number) =>
      givenPolicy(member, { target_id, destination_value: desk.phone_number }),
    transferOn: () =>
      member.send('POST', transfers, {
        key: tokenOf(id),
        body: { destination: 'desk', kind: 'cold' },
      }),
  };
}

describe('A transfer by the agent that has got the call', () => {
  test('needs an approval for its own workflow, not for the one that the call began with', async () => {
    const { member, next, workflow_id, setNext, policyFor, transferOn, rows } = await given();
    await setNext();

    const first = await policyFor(workflow_id);
    const refused = await transferOn();
    const second = await policyFor(next.id);
    const made = await transferOn();

    expect([refused.status, refused.body.code]).toEqual([403, 'approval_required']);
    expect(refused.body.target_id).toBe(next.id);
    expect(made.status).toBe(202);
    expect((await rows()).at(-1)).toMatchObject({ kind: 'cold', approval_policy_id: second });
    const uses = await Promise.all(
      [first, second].map((id) => member.get(`/api/v1/approval-policies/${id}`)),
    );
    expect(uses.map(({ body }) => body.used_count)).toEqual([0, 1]);
  });

  test('obeys the calling hours of its own workflow, when it is requested', async () => {
    const { next, setNext, setFirst, policyFor, transferOn } = await given();
    await policyFor(next.id);
    await setNext(closed);
    const refused = await transferOn();
    await setNext(open);
    await setFirst(closed);
    const made = await transferOn();

    expect([refused.status, refused.body.code]).toEqual([409, 'outside_calling_hours']);
    expect(made.status).toBe(202);
  });

  test.each([
    ['its own workflow', 'failed'],
    ['the first workflow', 'requested'],
  ])(
    'is sent within the calling hours of its own workflow: %s has closed',
    async (whose, status) => {
      const { next, setNext, setFirst, policyFor, transferOn, show, network } = await given();
      await policyFor(next.id);
      await setNext(open);
      const { id } = (await transferOn()).body;
      await (status === 'failed' ? setNext(closed) : setFirst(closed));

      server.setNow(later(server.app.now(), 1000));
      await send(network.app);

      expect((await show(id)).status, whose).toBe(status);
      expect(network.asked).toHaveLength(status === 'failed' ? 0 : 1);
    },
  );
});

describe('submitRunResult by the agent that has got the call', () => {
  test.each([
    ['its own workflow', 'never_again', 1],
    ['the first workflow', 'stop', 1],
    ['neither', 'renewed', 0],
  ])('opts the person out by a disposition of %s', async (_, call_disposition, added) => {
    const { member, path, setNext, setFirst, token } = await given();
    await setFirst({ opt_out_dispositions: ['stop'] });
    await setNext({ opt_out_dispositions: ['never_again'] });

    const { status } = await member.send('POST', `${path}/result`, {
      key: token,
      body: { call_disposition },
    });

    expect(status).toBe(200);
    expect((await member.get('/api/v1/do-not-call')).body.items).toHaveLength(added);
  });
});

test('Keys that two agents of a run request with the same Idempotency-Key are both sent', async () => {
  const made = await givenHandoff(server);
  const { member, path, carrier_call_id, tokenOf, handOff, sendAll } = made;
  const headers = { 'idempotency-key': 'first-menu' };
  const press = (key: string, keys: string) =>
    server.send('POST', `${path}/keys`, { key, headers, body: { keys } });

  const former = await press(tokenOf(), '1');
  const { id } = (await handOff()).body;
  await sendAll();
  const next = [await press(tokenOf(id), '22'), await press(tokenOf(id), '22')];

  expect([former, ...next].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(await keysAt(member, carrier_call_id))).toEqual(new Set(['1', '22']));
});

test('The next agent is not offered the keys that its predecessor was asked for', async () => {
  const { member, run_id, handOff, sendAll } = await givenHandoff(server);
  const { app } = server;
  const { organization_id, user_id } = member;
  await app.db
    .insertInto('run_instructions')
    .values({
      organization_id,
      run_id,
      user_id,
      instruction_number: 1,
      text: 'Send 4 keys.',
      command_hash: 'x',
      digits_encrypted: Buffer.from('sealed'),
      created_at: app.now(),
    })
    .execute();

  await handOff();
  await sendAll();

  const { digits_encrypted } = await app.db
    .selectFrom('run_instructions')
    .select('digits_encrypted')
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow();
  expect(digits_encrypted).toBeNull();
});
