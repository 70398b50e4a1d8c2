import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runtimesOf } from '../../../src/workflows/conversations/capacity.ts';
import { claim } from '../../../src/workflows/conversations/runtime-queries.ts';
import { later } from '../../../src/timestamp.ts';
import { createAgentRuntimes } from '../../../src/webhooks/runtimes/runtimes.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { sharedServer, startServer, type TestServer } from '../../support/server.ts';
import { givenGraph, givenTextRun } from './given.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly response: ServerResponse;
}

/** An agent runtime on this machine; `answer` sends its response. */
async function startRuntime(answer: (received: Received, count: number) => void) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const one = { headers: request.headers, text, response };
      received.push(one);
      answer(one, received.length);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/turns`, received };
}

const says =
  (body: unknown, status = 200) =>
  ({ response }: Received) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

interface Given {
  readonly member: Member;
  readonly path: string;
  readonly run: string;
  readonly secret: string;
}

async function given(runtime_url: string): Promise<Given> {
  const member = await newOrganization();
  const path = await givenGraph(member, undefined, { workflow_configurations: { runtime_url } });
  const { secret } = (await member.post(`${path}/runtime/rotate-secret`)).body;
  return { member, path, secret, run: await givenTextRun(member, path) };
}

describe('submitRunTurn with a runtime_url', () => {
  test('posts keys beside the words', async () => {
    const runtime = await startRuntime(says({ text: 'Thank you.' }));
    const { member, run } = await given(runtime.url);

    await member.post(`${run}/turns`, { keys: '4711#' });
    await member.post(`${run}/turns`, { text: 'That was it.' });

    expect(runtime.received.map(({ text }) => JSON.parse(text) as unknown)).toMatchObject([
      { text: null, keys: '4711#', transcript: [] },
      {
        text: 'That was it.',
        keys: null,
        transcript: [
          { role: 'caller', kind: 'keys', text: '4711#' },
          { role: 'agent', kind: 'speech', text: 'Thank you.' },
        ],
      },
    ]);
  });

  test('posts each turn, signed, and returns what the runtime answers', async () => {
    const runtime = await startRuntime(({ response }, count) =>
      says(count === 1 ? { text: 'Hello?' } : { text: 'Bye.', node_id: 'goodbye', is_ended: true })(
        {
          response,
        } as Received,
      ),
    );
    const { member, run, path, secret } = await given(runtime.url);

    const first = await member.post(`${run}/turns`, {});
    const second = await member.post(`${run}/turns`, { text: 'confirmed' });

    expect(first.body).toMatchObject({ turn_number: 1, agent_text: 'Hello?', node_id: 'start' });
    expect(second.body).toEqual({
      turn_number: 2,
      agent_text: 'Bye.',
      node_id: 'goodbye',
      node_name: 'goodbye',
      edge_id: null,
      path: ['goodbye'],
      is_ended: true,
      tool_calls: [],
    });
    expect((await member.get(run)).body).toMatchObject({
      state: 'completed',
      outcome: 'completed',
    });
    const bodies = runtime.received.map(({ text, headers }) =>
      new Webhook(secret).verify(text, headers as Record<string, string>),
    );
    const run_id = Number(run.split('/').at(-1));
    expect(bodies).toMatchObject([
      {
        event: 'run_turn',
        run_id,
        workflow_id: Number(path.split('/').at(-1)),
        workflow_version: 1,
        turn_number: 1,
        text: null,
        node_id: null,
        transcript: [],
      },
      { turn_number: 2, text: 'confirmed', transcript: [{ role: 'agent', text: 'Hello?' }] },
    ]);
    const [{ run_token }] = bodies as [{ run_token: string }];
    const session = await member.send('GET', `${run}/session`, { key: run_token });
    expect(session.body).toMatchObject({ run_id });
  });

  test.each([
    ['an error', says('', 500), 'runtime_failed', 500],
    ['a redirect', says('', 302), 'runtime_failed', 302],
    ['no response', ({ response }: Received) => response.destroy(), 'runtime_failed', null],
    ['no JSON', says('Hello'), 'runtime_answer_invalid', undefined],
    ['no text', says({ is_ended: true }), 'runtime_answer_invalid', undefined],
    ['a long text', says({ text: 'x'.repeat(4001) }), 'runtime_answer_invalid', undefined],
    ['a member twice', says('{"text":"a","text":"b"}'), 'runtime_answer_invalid', undefined],
    ['half a character', says('{"text":"\\ud800"}'), 'runtime_answer_invalid', undefined],
    ['an unknown node', says({ text: '', node_id: 'x' }), 'runtime_answer_invalid', undefined],
    ['too much', says({ text: '', more: 'x'.repeat(70_000) }), 'runtime_answer_invalid', undefined],
  ])('answers %s with a problem, and the turn can be sent again', async (_, fail, code, status) => {
    const runtime = await startRuntime((received, count) =>
      (count === 1 ? fail : says({ text: 'Hello?' }))(received),
    );
    const { member, run } = await given(runtime.url);
    const key = { 'idempotency-key': 'turn-1' };

    const failed = await member.post(`${run}/turns`, { text: 'Hi' }, key);
    const between = (await member.get(run)).body;
    const again = await member.post(`${run}/turns`, { text: 'Hi' }, key);
    const repeated = await member.post(`${run}/turns`, { text: 'Hi' }, key);

    expect([failed.status, failed.body.code]).toEqual([502, code]);
    expect(failed.body.runtime_status).toBe(status);
    expect(between).toMatchObject({ state: 'initialized', transcript: null });
    expect(again.body).toMatchObject({ turn_number: 1, agent_text: 'Hello?' });
    expect(repeated.body).toEqual(again.body);
    const ids = runtime.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('gives up on a silent runtime', async () => {
    const runtime = await startRuntime(() => {});
    const { member, run } = await given(runtime.url);
    const { app } = member.server;
    const { runtimes } = app;
    onTestFinished(() => void Object.assign(app, { runtimes }));
    const options = { timeoutMs: 100 };
    const now = () => app.now();
    Object.assign(app, { runtimes: createAgentRuntimes({ ...app, now }, options) });

    const answer = await member.post(`${run}/turns`, {});

    expect([answer.status, answer.body.code]).toEqual([504, 'runtime_timeout']);
    expect((await member.get(run)).body.transcript).toBeNull();
  });

  test('answers one of two turns at once, and holds nothing while it waits', async () => {
    const arrived = Promise.withResolvers<Received>();
    const { url } = await startRuntime(arrived.resolve);
    const { member, run } = await given(url);

    const first = member.post(`${run}/turns`, { text: 'one' });
    const received = await arrived.promise;
    const second = await member.post(`${run}/turns`, { text: 'two' });
    const { server, organization_id } = member;
    const key = { organization_id, run_id: Number(run.split('/').at(-1)) };
    const elsewhere = await claim(server.app.db, key, { turns: 0, now: server.app.now() });
    const read = await member.get(run);
    says({ text: 'First.' })(received);

    expect([second.status, second.body.code]).toEqual([409, 'turn_in_progress']);
    // Nor can another process claim the turn.
    expect(elsewhere).toBeUndefined();
    expect(read.status).toBe(200);
    expect((await first).body).toMatchObject({ turn_number: 1, agent_text: 'First.' });
    expect((await member.get(run)).body.transcript).toHaveLength(2);
  });

  test('leaves a turn that another process has claimed, until that must have stopped', async () => {
    const runtime = await startRuntime(says({ text: 'Hello?' }));
    const { member, run } = await given(runtime.url);
    const { app } = member.server;
    await app.db
      .updateTable('run_conversations')
      .set({ claim: 7, claimed_until: later(app.now(), 60_000) })
      .where('run_id', '=', Number(run.split('/').at(-1)))
      .execute();

    const refused = await member.post(`${run}/turns`, {});
    await app.db
      .updateTable('run_conversations')
      .set({ claimed_until: later(app.now(), -1) })
      .where('run_id', '=', Number(run.split('/').at(-1)))
      .execute();
    const answered = await member.post(`${run}/turns`, {});

    expect([refused.status, refused.body.code]).toEqual([409, 'turn_in_progress']);
    expect(answered.status).toBe(200);
    expect(runtime.received).toHaveLength(1);
  });

  test('keeps no answer of a turn that somebody else has claimed meanwhile', async () => {
    const { url } = await startRuntime((received) => {
      void member.server.app.db
        .updateTable('run_conversations')
        .set({ claim: 99 })
        .where('run_id', '=', Number(run.split('/').at(-1)))
        .execute()
        .then(() => says({ text: 'Late.' })(received));
    });
    const { member, run } = await given(url);

    const answer = await member.post(`${run}/turns`, {});

    expect([answer.status, answer.body.code]).toEqual([409, 'turn_in_progress']);
    expect((await member.get(run)).body.transcript).toBeNull();
  });

  test("bounds the turns of an organization that wait, and never another's", async () => {
    const runtime = await startRuntime(says({ text: 'Hello?' }));
    const [one, other] = [await given(runtime.url), await given(runtime.url)];
    const { organization_id } = one.member;
    const { inProgress } = one.member.server.app;
    const places = Array.from({ length: 10 }, () => inProgress.take([runtimesOf(organization_id)]));

    const refused = await one.member.post(`${one.run}/turns`, {});
    const allowed = await other.member.post(`${other.run}/turns`, {});
    for (const leave of places) leave();

    expect([refused.status, allowed.status]).toEqual([429, 200]);
    expect((await one.member.post(`${one.run}/turns`, {})).status).toBe(200);
  });

  test('asks no runtime without a secret, about another run, or after the end', async () => {
    const runtime = await startRuntime(says({ text: 'Bye.', ended: true }));
    const { member, run } = await given(runtime.url);
    const workflow_configurations = { runtime_url: runtime.url };
    const path = await givenGraph(member, undefined, { workflow_configurations });
    const unsigned = await givenTextRun(member, path);
    const other = await newOrganization();

    const missing = await member.post(`${unsigned}/turns`, {});
    const foreign = await other.post(`${run}/turns`, {});
    await member.post(`${run}/turns`, {});
    const late = await member.post(`${run}/turns`, {});

    expect([missing.status, missing.body.code]).toEqual([409, 'runtime_secret_missing']);
    expect(foreign.status).toBe(404);
    expect([late.status, late.body.code]).toEqual([409, 'run_ended']);
    expect(runtime.received).toHaveLength(1);
  });

  test('keeps the runtime that the workflow named when the run was created', async () => {
    const runtime = await startRuntime(says({ text: 'From the runtime.' }));
    const { member, run, path } = await given(runtime.url);
    await member.put(path, { workflow_configurations: {} });
    const walked = await givenTextRun(member, path);

    expect((await member.post(`${run}/turns`, {})).body.agent_text).toBe('From the runtime.');
    expect((await member.post(`${walked}/turns`, {})).body.agent_text).toBe('Is this there?');
  });
});

describe('rotateRuntimeSecret', () => {
  test('signs with both secrets for 24 hours', async () => {
    const runtime = await startRuntime(says({ text: 'Hello?' }));
    const { member, run, path, secret } = await given(runtime.url);

    const { body } = await member.post(`${path}/runtime/rotate-secret`);
    await member.post(`${run}/turns`, {});

    expect(body.secret).not.toBe(secret);
    expect(body.previous_secret_expires_at).not.toBeNull();
    const [{ text, headers }] = runtime.received as [Received];
    for (const each of [secret, body.secret])
      expect(() => new Webhook(each).verify(text, headers as Record<string, string>)).not.toThrow();
    const events = await member.get('/api/v1/audit-events?action=workflow.runtime_secret_rotated');
    expect(events.body.items).toHaveLength(2);
    expect(JSON.stringify(events.body)).not.toContain('whsec_');
  });
});

describe('A runtime_url', () => {
  let server: TestServer;
  beforeAll(async () => {
    const { app, connection } = await sharedServer();
    const { dataDir } = app.config;
    server = await startServer({ webhookAllowPrivate: false, dataDir }, connection, app.jobs);
  });
  afterAll(() => server.close());

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'http://agent.example.com/',
    'https://a:b@1.1.1.1/',
  ])('is refused when it is saved: %s', async (runtime_url) => {
    const member = await newOrganization({ server });
    const body = { workflow_configurations: { runtime_url } };
    const path = await givenGraph(member);

    const created = await member.post('/api/v1/workflow', {
      name: 'x',
      workflow_definition: {},
      ...body,
    });
    const updated = await member.put(path, body);

    expect([created.status, updated.status]).toEqual([422, 422]);
    expect(updated.body.detail[0].loc).toEqual(['body', 'workflow_configurations', 'runtime_url']);
  });

  test('is refused when it is connected to, if it has become private', async () => {
    const runtime = await startRuntime(says({ text: 'Hello?' }));
    const member = await newOrganization({ server });
    const path = await givenGraph(member);
    const { id } = (await member.get(path)).body;
    await member.post(`${path}/runtime/rotate-secret`);
    await member.server.app.db
      .updateTable('workflows')
      .set({ workflow_configurations: JSON.stringify({ runtime_url: runtime.url }) })
      .where('id', '=', id)
      .execute();

    const answer = await member.post(`${await givenTextRun(member, path)}/turns`, {});

    expect([answer.status, answer.body.code]).toEqual([502, 'runtime_failed']);
    expect(runtime.received).toEqual([]);
  });
});
