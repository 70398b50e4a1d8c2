import type { Updateable } from 'kysely';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WorkflowRuns } from '../../../generated/database.ts';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { later } from '../../../src/timestamp.ts';
import { follow } from '../../../src/workflows/sessions/stream.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { until } from '../calls/given.ts';
import { twilio } from '../given.ts';
import { givenTransfer } from '../transfers/given.ts';
import { givenTalking } from './given.ts';

const server = ownServer();
afterEach(() => void vi.restoreAllMocks());

/** An answered call of Twilio with a relay, and what its runtime gets and does. */
async function givenRelayed() {
  const { app } = server;
  const member = await newOrganization({ server });
  const settings = { run_token_scopes: ['run:act'] };
  const made = await givenTalking(member, { settings });
  const { run_id, path } = made;
  const { organization_id } = member;
  const credentials = { ...twilio, relay_url: 'wss://agent.example.com/relay' };
  await app.db
    .updateTable('telephony_configurations')
    .set({
      provider: 'twilio',
      credentials_encrypted: sealCredentials(app.secrets, organization_id, credentials),
    })
    .where('id', '=', made.configuration_id)
    .execute();
  const key = runToken(app.secrets, { organization_id, run_id });
  const events: Awaited<ReturnType<ReturnType<typeof follow>['next']>>['value']['data'][] = [];
  const acknowledge = (number: number, body: object) =>
    member.send('POST', `/api/v1/runs/${run_id}/instructions/${number}/acknowledge`, { key, body });
  /** Reads the run's stream, as its runtime or as somebody else, and answers keys. */
  function reads(answer?: object, { isRuntime = true } = {}) {
    const leaving = new AbortController();
    const reading = (async () => {
      const run = { organization_id, run_id };
      const agent = isRuntime ? null : undefined;
      const from = { key: run, after: 0, agent, signal: leaving.signal };
      for await (const { data } of follow(server.app, from)) {
        events.push(data);
        if (data.event === 'run_keys' && answer) await acknowledge(data.instruction_number, answer);
      }
    })().catch(() => undefined);
    onTestFinished(async () => {
      leaving.abort();
      await reading;
    });
  }
  const send = (keys = '1,204#', headers = {}) =>
    member.send('POST', path, { token: member.token, headers, body: { keys } });
  const row = () =>
    app.db
      .selectFrom('run_instructions')
      .select(['digits_encrypted as digits', 'answer', 'text'])
      .where('organization_id', '=', organization_id)
      .where('run_id', '=', run_id)
      .executeTakeFirst();
  const keysIn = () => events.flatMap((data) => (data.event === 'run_keys' ? [data] : []));
  /** Changes the run once its keys are requested, before it is locked for them. */
  function changesMeanwhile(columns: Updateable<WorkflowRuns>) {
    const { db, inProgress } = app;
    const begin = db.transaction.bind(db);
    const take = inProgress.take.bind(inProgress);
    const change = () =>
      db.updateTable('workflow_runs').set(columns).where('id', '=', run_id).execute();
    const changing = () => {
      const builder = begin();
      const execute = builder.execute.bind(builder);
      builder.execute = async (work) => {
        await change();
        return execute(work);
      };
      return builder;
    };
    vi.spyOn(inProgress, 'take').mockImplementationOnce((reservations) => {
      vi.spyOn(db, 'transaction').mockImplementationOnce(changing);
      return take(reservations);
    });
  }
  return { ...made, member, key, reads, send, row, acknowledge, keysIn, changesMeanwhile };
}

/** Six seconds later. */
function later6s() {
  const now = server.app.now.bind(server.app);
  vi.spyOn(server.app, 'now').mockImplementation(() => later(now(), 6000));
}

describe('sendRunKeys in a call with a relay', () => {
  test('has the runtime send the keys, and shows them to nobody else', async () => {
    const { reads, send, row, keysIn, run_id, member } = await givenRelayed();
    reads({ status: 'taken' });

    const answer = await send();

    expect([answer.status, answer.body]).toEqual([
      200,
      { run_id, key_count: 5, sent_at: expect.any(String) },
    ]);
    expect(keysIn()).toEqual([
      {
        event: 'run_keys',
        instruction_number: 1,
        digits: '1ww204#',
        created_at: expect.any(String),
      },
    ]);
    expect(await row()).toEqual({ digits: null, answer: 'taken', text: 'Send 5 keys.' });
    const listed = await member.get(`/api/v1/runs/${run_id}/instructions`);
    expect(listed.body.items[0]).toMatchObject({ text: 'Send 5 keys.', status: 'taken' });
    expect(JSON.stringify([listed.body, server.logged])).not.toMatch(/1,204|ww204/);
  });

  test('takes the token of the run, as its tool does, and lists the tool', async () => {
    const { reads, member, path, key, run_id } = await givenRelayed();
    reads({ status: 'taken' });

    const answer = await member.send('POST', path, { key, body: { keys: '1' } });
    const session = (await member.send('GET', `/api/v1/runs/${run_id}/session`, { key })).body;

    expect(answer.status).toBe(200);
    const names = session.tools.map((tool: { function: { name: string } }) => tool.function.name);
    expect(names).toContain('send_keys');
    expect(JSON.stringify(session)).not.toContain(twilio.auth_token);
  });

  test('says why a runtime refuses, and that a relay has no keys A to D', async () => {
    const { reads, send, keysIn } = await givenRelayed();
    reads({ status: 'refused', reason: 'The person is speaking.' });

    const answers = [await send('1'), await send('A')];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'keys_refused'],
      [409, 'keys_refused'],
    ]);
    expect(answers[0]!.body.detail).toContain('The person is speaking.');
    expect(keysIn()).toHaveLength(1);
  });

  test('without an answer of the runtime forgets the keys, and offers them to none that comes later', async () => {
    const { reads, send, row, keysIn } = await givenRelayed();
    const sending = send();
    await until(row, (found) => found?.digits !== undefined && found.digits !== null);
    later6s();

    const answer = await sending;
    const { digits } = (await row())!;
    vi.restoreAllMocks();
    reads();

    expect([answer.status, answer.body.code]).toEqual([502, 'carrier_failed']);
    expect(digits).toBeNull();
    expect(keysIn()).toEqual([]);
  });

  test('offers no keys that a killed process has left, and removes them with the next ones', async () => {
    const { reads, send, keysIn, member, run_id } = await givenRelayed();
    const { app } = server;
    const sealed = app.secrets.seal(
      `keys of run ${run_id} of organization ${member.organization_id}`,
      '4711',
    );
    const key = { organization_id: member.organization_id, run_id };
    const left = {
      instruction_number: 1,
      text: 'Send 4 keys.',
      command_hash: 'x',
      digits_encrypted: sealed,
    };
    await app.db
      .insertInto('run_instructions')
      .values({ ...key, ...left, created_at: later(app.now(), -6000) })
      .execute();
    reads({ status: 'taken' });

    await send('1');

    expect(keysIn().map(({ digits }) => digits)).toEqual(['1']);
    const { rows } = await sealedIn(run_id);
    expect(rows).toEqual([]);
  });

  test('counts as an instruction, of which a run has a hundred', async () => {
    const { member, run_id, send, keysIn } = await givenRelayed();
    for (let made = 0; made < 100; made += 1)
      await member.post(`/api/v1/runs/${run_id}/instructions`, { text: 'Be brief.' });

    const { status, body } = await send();

    expect([status, body.code, body.limit]).toEqual([409, 'limit_reached', 100]);
    expect(keysIn()).toEqual([]);
  });

  test('shows a stream of people no keys', async () => {
    const { reads, send, keysIn, acknowledge, row } = await givenRelayed();
    reads(undefined, { isRuntime: false });

    const sending = send();
    await until(row, (found) => found !== undefined);
    await acknowledge(1, { status: 'taken' });

    expect((await sending).status).toBe(200);
    expect(keysIn()).toEqual([]);
  });

  test('keeps no keys of a run that has ended since it was asked for them', async () => {
    const { send, row, changesMeanwhile } = await givenRelayed();
    const ended_at = server.app.now();
    changesMeanwhile({ state: 'completed', outcome: 'completed', ended_at });

    const answer = await send();

    expect([answer.status, answer.body.code]).toEqual([409, 'call_ended']);
    expect(await row()).toBeUndefined();
  });

  test('is refused once the agent whose relay it is has left the call, whoever asks', async () => {
    const { send, row, run_id, member } = await givenRelayed();
    await givenTransfer(server, { organization_id: member.organization_id, run_id }, 'bridged');

    const answer = await send();

    expect([answer.status, answer.body.code]).toEqual([409, 'call_transferred']);
    expect(await row()).toBeUndefined();
  });

  test('does not count on a runtime that a process without keys has shown an instruction', async () => {
    const { send, row, run_id } = await givenRelayed();
    const sending = send('1');
    await until(row, (found) => found !== undefined);
    const at = server.app.now();
    await server.app.db
      .updateTable('run_instructions')
      .set({ answer: 'taken', acknowledged_at: at, delivered_at: at })
      .where('run_id', '=', run_id)
      .execute();

    const answer = await sending;

    expect([answer.status, answer.body.code]).toEqual([502, 'carrier_failed']);
    // A repeated request finds no answer either.
    expect(await row()).toMatchObject({ digits: null, answer: null });
  });

  test('waits for the same keys if a request is repeated whose answer was lost', async () => {
    const { reads, send, keysIn, acknowledge } = await givenRelayed();
    const headers = { 'idempotency-key': 'lost' };
    reads();
    const sending = send('1', headers);
    await until(
      async () => keysIn().length,
      (count) => count === 1,
    );
    later6s();
    const lost = await sending;
    vi.restoreAllMocks();
    await acknowledge(1, { status: 'taken' });

    const repeated = await send('1', headers);

    expect([lost.status, repeated.status]).toEqual([502, 200]);
    expect(keysIn()).toHaveLength(1);
  });
});

const sealedIn = async (runId: number) => ({
  rows: await server.app.db
    .selectFrom('run_instructions')
    .select('instruction_number')
    .where('run_id', '=', runId)
    .where('digits_encrypted', 'is not', null)
    .execute(),
});
