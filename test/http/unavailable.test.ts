import { describe, expect, test } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { sharedServer, startServer } from '../support/server.ts';

describe('A server whose database is unreachable', () => {
  test.each([
    ['GET', '/api/v1/auth/me', { token: 'whichever' }],
    ['GET', '/api/v1/voice/profiles', { key: 'vap_whichever' }],
    [
      'POST',
      '/api/v1/auth/login',
      { body: { email: 'demo@example.com', password: 'demo-password' } },
    ],
  ])(
    'answers %s %s with 503, with the time to retry, and logs the reason',
    async (method, path, options) => {
      const connection = connectPostgres('postgres://nobody@127.0.0.1:1/none', { poolSize: 2 });
      const { app } = await sharedServer();
      const server = await startServer({}, connection, app.jobs);

      const answer = await server.send(method, path, options);

      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.body).toMatchObject({ code: 'unavailable', status: 503 });
      expect(answer.text).not.toContain('ECONNREFUSED');
      const line = server.logged.find((entry) => entry['request_id'] === answer.body.request_id);
      expect(line).toMatchObject({ status: 503, err: { code: 'ECONNREFUSED' } });
      await server.close();
      await connection.close();
    },
  );
});

describe('A server that is stopping', () => {
  test('refuses requests that still arrive on open connections', async () => {
    const server = await startServer();
    server.health.draining = true;

    const answer = await server.send('GET', '/api/v1/auth/me', { token: 'whichever' });

    expect(answer.status).toBe(503);
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.get('retry-after')).toBe('5');
    await server.close();
  });
});
