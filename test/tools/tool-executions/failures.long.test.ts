import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { sendRequest } from '../../../src/tools/tool-executions/request.ts';
import { givenCallableTool, json, order, startToolServer } from './given.ts';

const secret = 'Bearer 0000-secret-of-a-tool';
const html = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>');
const never = (): void => {};
const cut = (response: ServerResponse) => void response.socket?.destroy();
const sends = (bytes: Iterable<number>) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([...bytes]));
const half = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"a":');
};

describe('A tool that', () => {
  test.each<[string, (response: ServerResponse) => void, string, number | null, object]>([
    ['answers HTML', html, 'result_not_json', 200, {}],
    ['answers an error', json({ error: 'no' }, 503), 'http_error', 503, {}],
    ['answers another error', json({ error: 'no' }, 404), 'http_error', 404, {}],
    [
      'redirects',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'redirected',
      302,
      {},
    ],
    [
      'answers what nobody asked for',
      json({ state: 7 }),
      'result_invalid',
      200,
      { result_schema: { properties: { state: { type: 'string' } } } },
    ],
    [
      'nests deeply',
      (response) => void response.end(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
      'result_not_json',
      200,
      {},
    ],
    [
      'compresses unasked',
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      'result_not_json',
      200,
      {},
    ],
    ['cuts the connection', cut, 'connection_lost', null, {}],
    ['never answers', never, 'timeout', null, { timeout_ms: 500 }],
    ['never ends its answer', half, 'timeout', 200, { timeout_ms: 500 }],
  ])('%s has failed', async (_, reply, error_code, http_status, members) => {
    const member = await newOrganization();
    const server = await startToolServer(reply);
    const { call } = await givenCallableTool(member, server.url, members);

    const { status, body } = await call(order);

    expect([status, body]).toMatchObject([
      200,
      { status: 'failed', error_code, http_status, result: null },
    ]);
    expect(server.received.length).toBe(1);
    expect((await call(order)).body).toEqual(body);
    expect(server.received.length).toBe(1);
  });

  test.each<[string, (response: ServerResponse) => void, string, number | null]>([
    ['cuts the connection', cut, 'connection_lost', null],
    ['never answers', never, 'timeout', null],
    ['never ends its answer', half, 'timeout', 200],
    ['is behind a gateway that gave up', json({}, 504), 'http_error', 504],
    ['fails after it has acted', json({}, 500), 'http_error', 500],
    ['is busy after it has acted', json({}, 503), 'http_error', 503],
    ['answers HTML', html, 'result_not_json', 200],
    ['answers what is no UTF-8', sends([0x22, 0xe9, 0x22]), 'result_not_json', 200],
    ['answers 70 KB', sends(Buffer.alloc(70_000, '1')), 'result_too_large', 200],
    ['answers what nobody asked for', json({ state: 7 }), 'result_invalid', 200],
  ])('%s leaves a write unknown, which is never sent again', async (_, reply, ...expected) => {
    const member = await newOrganization();
    const server = await startToolServer(reply);
    const [error_code, http_status] = expected;
    const { call } = await givenCallableTool(member, server.url, {
      is_write: true,
      timeout_ms: 500,
      result_schema: { properties: { state: { type: 'string' } } },
    });

    const { body } = await call(order);

    expect(body).toMatchObject({ status: 'unknown', error_code, http_status, result: null });
    expect((await call(order)).body).toEqual(body);
    expect(server.received.length).toBe(1);
  });

  test.each<[string, object]>([
    [
      '{"id":725653563933458432,"price":19.990000000000000001,"big":1e400,"ok":0.1}',
      {
        status: 'succeeded',
        result: { id: '725653563933458432', price: '19.990000000000000001', big: '1e400', ok: 0.1 },
      },
    ],
    [
      '{"order":{"id":1,"id":2}}',
      {
        status: 'failed',
        error_code: 'result_not_json',
        error_detail: 'result.order.id: The member "id" comes twice in its object. Send it once.',
      },
    ],
    [
      '{"order":',
      { error_detail: 'The body is not valid JSON: syntax error at character 9.', result: null },
    ],
  ])('answers %s loses no number and no member', async (text, expected) => {
    const member = await newOrganization();
    const server = await startToolServer(sends(Buffer.from(text)));
    const { call } = await givenCallableTool(member, server.url);

    expect((await call(order)).body).toMatchObject(expected);
  });

  test('does not listen has failed, also a write, which was not sent', async () => {
    const member = await newOrganization();
    const { call } = await givenCallableTool(member, 'http://127.0.0.1:9', { is_write: true });

    expect((await call(order)).body).toMatchObject({
      status: 'failed',
      error_code: 'unreachable',
      http_status: null,
    });
  });

  test.each([true, false])('answers 50 MB is read to 64 KiB (length said: %s)', async (isSaid) => {
    const member = await newOrganization();
    let sent = 0;
    const chunk = Buffer.alloc(65_536, ' ');
    const server = await startToolServer((response) => {
      response.writeHead(200, isSaid ? { 'content-length': 50 * 1024 * 1024 } : {});
      const go = (): void => {
        while (sent < 50 * 1024 * 1024 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', go);
        }
      };
      go();
    });
    const { call } = await givenCallableTool(member, server.url);

    const { body } = await call(order);

    expect(body).toMatchObject({ status: 'failed', error_code: 'result_too_large' });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  test('repeats the secret has it masked', async () => {
    const member = await newOrganization();
    const server = await startToolServer((response, { headers }) =>
      json({
        headers,
        [`key ${secret}`]: [`x${secret.slice(7)}x`, encodeURIComponent(secret)],
      })(response),
    );
    const { call } = await givenCallableTool(member, server.url, { secret });

    const { body, text } = await call(order);

    expect(text).not.toContain('0000-secret');
    expect(body.result).toMatchObject({
      headers: { authorization: '***' },
      'key ***': ['x***x', '***'],
    });
    const { app } = member.server;
    const rows = await app.db
      .selectFrom('tool_executions')
      .selectAll()
      .where('organization_id', '=', member.organization_id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain('0000-secret');
  });
});

describe('A request', () => {
  const request = { method: 'GET', headers: {}, body: null, timeoutMs: 2000 } as const;

  test('reaches no address that is not public, however it is named', async () => {
    const server = await startToolServer();
    const { port } = new URL(server.url);
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];

    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost', 'rebound.test']) {
      const url = new URL(`http://${host}:${port}/`);
      expect(await sendRequest({ ...request, url }, { allowPrivate: false, resolve })).toEqual({
        failure: 'refused',
        isSent: false,
        status: null,
      });
    }
    expect(server.received).toEqual([]);
  });
});

describe('testTool', () => {
  test('sends a request with the secret, keeps nothing and leaves an event', async () => {
    const member = await newOrganization();
    const server = await startToolServer((response, { headers }) => json(headers)(response));
    const { tool } = await givenCallableTool(member, server.url, { secret });

    const tested = await member.post(`${tool.path}/test`, { arguments: order.arguments });
    const refused = await member.post(`${tool.path}/test`, { arguments: {} });

    expect(tested.body).toMatchObject({
      status: 'succeeded',
      result: { authorization: '***' },
      http_status: 200,
    });
    expect(refused.status).toBe(422);
    expect(server.received.length).toBe(1);
    const executions = await member.get(`/api/v1/tool-executions?tool_id=${tool.id}`);
    expect(executions.body.items).toEqual([]);
    const events = await member.get('/api/v1/audit-events?action=tool.tested');
    expect(events.body.items.length).toBe(1);
  });
});

describe('One slow tool', () => {
  test('takes no more than its places, and none of another organization', async () => {
    const [greedy, modest] = [await newOrganization(), await newOrganization()];
    const waiting: ServerResponse[] = [];
    const slow = await startToolServer((response) => void waiting.push(response));
    const quick = await startToolServer();
    const mine = await givenCallableTool(greedy, slow.url, { timeout_ms: 20_000 });
    const theirs = await givenCallableTool(modest, quick.url);

    const calls = Array.from({ length: 15 }, (_, index) =>
      mine.call({ ...order, call_id: `call-${index}` }),
    );
    await expect.poll(() => waiting.length).toBe(10);
    const answered = await theirs.call(order);
    const refused = (
      await Promise.all(calls.map((call) => Promise.race([call, Promise.resolve(undefined)])))
    ).filter((each) => each !== undefined);

    expect(answered.body.status).toBe('succeeded');
    expect(refused.every(({ status }) => status === 429)).toBe(true);
    for (const response of waiting) json({})(response);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(10);
    expect(statuses.filter((status) => status === 429).length).toBe(5);
    expect(waiting.length).toBe(10);
  });
});
