import { describe, expect, test } from 'vitest';
import { ensureSuperAdmin } from '../../src/auth/actions.ts';
import { readConfig } from '../../src/config.ts';
import { startServer, type TestServer } from '../support/server.ts';

const password = 'correct-horse-battery';
const signUp = ({ send }: TestServer, email: string) =>
  send('POST', '/api/v1/auth/signup', { body: { email, password } });
const counts = async ({ app: { db } }: TestServer) => ({
  users: (await db.selectFrom('users').select('id').execute()).length,
  organizations: (await db.selectFrom('organizations').select('id').execute()).length,
});

describe('signUp with sign-up closed', () => {
  test('is refused and creates nothing', async () => {
    const server = await startServer({ signUp: 'closed' });

    const answer = await signUp(server, 'ada@example.com');

    expect([answer.status, answer.body.code]).toEqual([403, 'sign_up_closed']);
    expect(await counts(server)).toEqual({ users: 0, organizations: 0 });
    await server.close();
  });
});

describe('signUp restricted to the first user', () => {
  test('accepts one of several concurrent requests, and nobody afterwards', async () => {
    const server = await startServer({ signUp: 'first' });

    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => signUp(server, `${name}@example.com`)),
    );
    const later = await signUp(server, 'late@example.com');

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 403, 403, 403, 403, 403,
    ]);
    expect([later.status, later.body.code]).toEqual([403, 'sign_up_closed']);
    expect(await counts(server)).toEqual({ users: 1, organizations: 1 });
    await server.close();
  });

  test('is refused if the start created a super admin', async () => {
    const server = await startServer({ signUp: 'first' });
    const { app } = server;
    await ensureSuperAdmin(app.db, { email: 'root@example.com', password }, app.now());

    const answer = await signUp(server, 'ada@example.com');

    expect([answer.status, answer.body.code]).toEqual([403, 'sign_up_closed']);
    await server.close();
  });
});

describe('The configuration of sign-up', () => {
  const postgres = {
    DATABASE_URL: 'postgres://127.0.0.1/voice',
    SECRET_KEYS: Buffer.alloc(32).toString('base64'),
  };

  test.each([
    [{}, 'open'],
    [postgres, 'first'],
    [{ HOST: '0.0.0.0' }, 'first'],
    [{ PUBLIC_URL: 'https://api.example.com' }, 'first'],
    [{ TRUSTED_PROXIES: '1' }, 'first'],
    [{ HOST: '0.0.0.0', SIGNUP: 'open' }, 'open'],
    [{ SIGNUP: 'closed' }, 'closed'],
    [{ ...postgres, SIGNUP: 'open' }, 'open'],
  ])('of %j is %s', (env, expected) => {
    expect(readConfig(env).signUp).toBe(expected);
  });

  test('refuses other values', () => {
    expect(() => readConfig({ SIGNUP: 'maybe' })).toThrow(
      'SIGNUP must be one of open, closed, first, not "maybe".',
    );
  });
});
