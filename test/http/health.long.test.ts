import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const ready = async () => {
  const answer = await fetch(`${server.url}/readyz`);
  return [answer.status, ((await answer.json()) as { reason?: string }).reason];
};

describe('The readiness of a server', () => {
  test('is looked up once for concurrent requests, with a time limit', async () => {
    let looked = 0;
    server.health.notReadyBecause = () => {
      looked++;
      return new Promise(() => {});
    };

    const answers = await Promise.all(Array.from({ length: 20 }, ready));

    expect(new Set(answers.map(String))).toEqual(new Set(['503,The database does not respond.']));
    expect(looked).toBe(1);
  });

  test('ends immediately when the server stops', async () => {
    server.health.stopping = true;

    expect(await ready()).toEqual([503, 'The server is shutting down.']);
  });
});
