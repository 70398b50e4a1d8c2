import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ensureSuperAdmin } from '../../src/auth/actions.ts';
import { later } from '../../src/timestamp.ts';
import { newOrganization } from '../support/organizations.ts';
import { passTime } from '../support/pass-time.ts';
import { sharedServer, startServer } from '../support/server.ts';

const password = 'correct-horse-battery';
const freshEmail = (): string => `${randomBytes(6).toString('hex')}@example.com`;
const me = '/api/v1/auth/me';

async function signUp(email: string, extra: object = {}) {
  const { send } = await sharedServer();
  return send('POST', '/api/v1/auth/signup', { body: { email, password, ...extra } });
}
async function logIn(email: string, secret = password) {
  const { send } = await sharedServer();
  return send('POST', '/api/v1/auth/login', { body: { email, password: secret } });
}

describe('signUp', () => {
  test('creates a user with an organization and a session of 30 days', async () => {
    const { send } = await sharedServer();
    const email = freshEmail();

    const { status, body } = await signUp(email, { organization_name: 'Analytical Engines' });

    expect(status).toBe(201);
    expect(body).toMatchObject({ token_type: 'bearer', user: { email, is_super_admin: false } });
    expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    const answer = await send('GET', me, { token: body.access_token });
    expect(answer.body).toEqual({
      user: body.user,
      organization: { id: body.user.organization_id, name: 'Analytical Engines' },
      api_key: null,
    });
  });

  test('refuses an address that is taken, ignoring case, and creates nothing', async () => {
    const email = freshEmail();
    await signUp(email);

    const answer = await signUp(email.toUpperCase(), { organization_name: `Twin of ${email}` });

    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('email_exists');
    const { app } = await sharedServer();
    const twins = await app.db
      .selectFrom('organizations')
      .select('id')
      .where('name', '=', `Twin of ${email}`)
      .execute();
    expect(twins).toEqual([]);
  });

  test('succeeds once of several concurrent requests with one address', async () => {
    const email = freshEmail();

    const answers = await Promise.all([1, 2, 3, 4].map(() => signUp(email)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
  });

  test.each([
    [{ email: 'nonsense', password }, ['body', 'email'], 'format'],
    [
      { email: 'a@example.com', password: 'x'.repeat(11) },
      ['body', 'password'],
      'string_too_short',
    ],
    [
      { email: 'a@example.com', password: 'x'.repeat(129) },
      ['body', 'password'],
      'string_too_long',
    ],
    [
      { email: 'a@example.com', password, organization_name: '' },
      ['body', 'organization_name'],
      'string_too_short',
    ],
  ])('refuses %j', async (body, loc, type) => {
    const { send } = await sharedServer();

    const answer = await send('POST', '/api/v1/auth/signup', { body });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc, type })]);
  });
});

describe('logIn', () => {
  test('starts its own session and ignores the case of the address', async () => {
    const email = freshEmail();
    const first = (await signUp(email)).body.access_token as string;

    const answer = await logIn(email.toUpperCase());

    expect(answer.status).toBe(200);
    expect(answer.body.access_token).not.toBe(first);
  });

  test('returns the same for an unknown address and a wrong password', async () => {
    const email = freshEmail();
    await signUp(email);

    const answers = await Promise.all([logIn(email, 'wrong-password-1'), logIn(freshEmail())]);

    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(body).toMatchObject({ code: 'wrong_credentials', detail: answers[0]?.body.detail });
    }
  });

  test('stores neither the password nor the token', async () => {
    const { app } = await sharedServer();
    const { body } = await signUp(freshEmail());

    const user = await app.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', body.user.id)
      .executeTakeFirstOrThrow();
    const session = await app.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', body.user.id)
      .executeTakeFirstOrThrow();

    expect(user.password_hash).toMatch(/^\$argon2id\$/);
    expect(session.token_hash.toString('base64url')).not.toBe(body.access_token);
    expect(JSON.stringify([user, session])).not.toContain(body.access_token);
  });
});

describe('logOut', () => {
  test('ends only this session, immediately', async () => {
    const { send } = await sharedServer();
    const email = freshEmail();
    const one = (await signUp(email)).body.access_token as string;
    const two = (await logIn(email)).body.access_token as string;
    await send('GET', me, { token: one });

    const answer = await send('POST', '/api/v1/auth/logout', { token: one });

    expect(answer.status).toBe(204);
    expect((await send('GET', me, { token: one })).status).toBe(401);
    expect((await send('GET', me, { token: two })).status).toBe(200);
  });

  test('treats an expired session like an unknown one', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });
    expect((await member.get(me)).status).toBe(200);

    server.setNow(later(server.app.now(), 31 * 86_400_000));
    passTime(1000);

    expect((await member.get(me)).status).toBe(401);
    await server.close();
  });
});

describe('The first super admin', () => {
  test('is created once from the environment, even by servers that start at the same time', async () => {
    const { app, send } = await sharedServer();
    const email = freshEmail();

    const ensure = (secret: string) =>
      ensureSuperAdmin(app.db, { email, password: secret }, app.now());
    const outcomes = await Promise.all([ensure(password), ensure(password), ensure(password)]);

    expect(outcomes.toSorted()).toEqual(['created', 'unchanged', 'unchanged']);
    const { body } = await send('POST', '/api/v1/auth/login', { body: { email, password } });
    expect(body.user).toMatchObject({ email, is_super_admin: true });
  });

  test('gets a password that changed in the environment, which ends their sessions', async () => {
    const { app, send } = await sharedServer();
    const email = freshEmail();
    const changed = 'another-password';
    const ensure = (secret: string) =>
      ensureSuperAdmin(app.db, { email, password: secret }, app.now());
    await ensure(password);
    const before = await send('POST', '/api/v1/auth/login', { body: { email, password } });

    expect([await ensure(changed), await ensure(changed)]).toEqual([
      'password_changed',
      'unchanged',
    ]);

    expect((await logIn(email)).status).toBe(401);
    expect((await send('GET', me, { token: before.body.access_token })).status).toBe(401);
    const after = await send('POST', '/api/v1/auth/login', { body: { email, password: changed } });
    expect(after.status).toBe(200);
    expect((await send('GET', me, { token: after.body.access_token })).status).toBe(200);
  });

  test('is never a user who registered the address before', async () => {
    const { app, send } = await sharedServer();
    const email = freshEmail();
    await signUp(email);

    const outcome = await ensureSuperAdmin(
      app.db,
      { email: email.toUpperCase(), password: 'another-password' },
      app.now(),
    );

    expect(outcome).toBe('taken');
    const { status, body } = await send('POST', '/api/v1/auth/login', {
      body: { email, password },
    });
    expect([status, body.user.is_super_admin]).toEqual([200, false]);
  });
});
