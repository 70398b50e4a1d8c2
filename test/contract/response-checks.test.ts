import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';
import { checkResponses, violationOf } from '../support/response-checks.ts';

/** What the server answers, whatever it is sent. */
let answer: { status: number; body: unknown };
let requests = 0;
const server = createServer((req, res) => {
  const requestId = `checked ${(requests += 1)}`;
  checkResponses({ req, res, path: req.url ?? '', requestId }, () => {
    const headers = ['X-Request-Id', requestId, 'Content-Type', 'application/json; charset=utf-8'];
    res.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
  });
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function checked(method: string, path: string, status: number, body: unknown) {
  answer = { status, body };
  const response = await fetch(url + path.replace(/\{\w+\}/g, '1'), { method });
  await response.text();
  return violationOf(response.headers.get('x-request-id') ?? '');
}

const { operations } = loadContract();

describe('The check of every response', () => {
  test.each(operations.map(({ id, method, path }) => [id, method, path] as const))(
    'notices a problem of %s that is none',
    async (_, method, path) => {
      const problem = { type: 'about:blank', title: 'Too many requests', status: 'many' };

      expect(await checked(method, path, 429, problem)).toContain('must');
    },
  );

  test('notices members that are missing, too many or of another type', async () => {
    const body = { items: [], next_cursor: null };
    const get = (wrong: unknown) => checked('GET', '/api/v1/runs', 200, wrong);

    expect(await get(body)).toBeUndefined();
    expect(await get({ items: [] })).toContain("required property 'next_cursor'");
    expect(await get({ ...body, items: {} })).toContain('must be array');
    expect(await get({ ...body, more: 1 })).toContain('must NOT have');
    expect(await get({ ...body, items: [{ id: 1 }] })).toContain('items/0 must have');
  });
});
