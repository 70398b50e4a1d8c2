import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { isDatabaseAway } from '../../src/db/errors.ts';
import { failureFor } from '../../src/http/failures.ts';
import { newOrganization } from '../support/organizations.ts';
import { sharedServer, startServer, type TestServer } from '../support/server.ts';

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

describe('An error of another server than the database', () => {
  test('is not said to be the database’s', async () => {
    const refused: unknown = await fetch('http://127.0.0.1:2').catch((error: unknown) => error);

    expect(refused).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect(isDatabaseAway(refused)).toBe(false);
    expect(failureFor(refused)).toBeUndefined();
  });
});

describe('A server whose database refuses a change for a reason that passes', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = tg_argv[0]; end $$`.execute(server.app.db);
  });
  afterAll(() => server.close());

  test.each([
    ['57014', 'unavailable', '5'],
    ['53100', 'storage_full', '30'],
    ['53200', 'unavailable', '5'],
    ['53300', 'unavailable', '5'],
    ['55P03', 'unavailable', '5'],
    ['25P03', 'unavailable', '5'],
    ['25006', 'unavailable', '5'],
    ['40001', 'unavailable', '5'],
    ['40P01', 'unavailable', '5'],
    ['57P01', 'unavailable', '5'],
    ['58030', 'unavailable', '5'],
    ['58P01', 'unavailable', '5'],
  ])('answers %s with 503 %s and logs the reason', async (sqlstate, code, retryAfter) => {
    const { db } = server.app;
    const member = await newOrganization({ server });
    await sql`create or replace trigger refuse before insert on do_not_call_numbers
      execute function refuse(${sql.lit(sqlstate)})`.execute(db);

    const answer = await member.post('/api/v1/do-not-call', {
      phone_numbers: [{ phone_number: '+12025550100' }],
    });

    expect([answer.status, answer.body.code]).toEqual([503, code]);
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    const line = server.logged.find((entry) => entry['request_id'] === answer.body.request_id);
    expect(line).toMatchObject({ status: 503, err: { code: sqlstate } });
  });
});
