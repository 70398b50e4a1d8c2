import { describe, expect, test } from 'vitest';
import { ensureSuperAdmin, newSession } from '../../../src/auth/actions.ts';
import { createLogInLimits } from '../../../src/auth/log-in-limits.ts';
import { newOrganization, password, type Member } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { emailOf, givenChange, givenReset, givenSession, mailsOf } from './given.ts';

const path = '/api/v1/auth/password';
const me = '/api/v1/auth/me';
const changed = 'staple-horse-correct';

const logIn = async (member: Member, secret: string) =>
  member.server.send('POST', '/api/v1/auth/login', {
    body: { email: await emailOf(member), password: secret },
  });

describe('setPassword', () => {
  test('replaces the password, ends the other sessions and informs the user', async () => {
    const member = await newOrganization();
    await givenSession(member, 'session-of-a-thief');
    const { send } = member.server;
    expect((await send('GET', me, { token: 'session-of-a-thief' })).status).toBe(200);

    const answer = await member.post(path, { current_password: password, password: changed });

    expect(answer.status).toBe(204);
    expect((await send('GET', me, { token: 'session-of-a-thief' })).status).toBe(401);
    expect((await member.get(me)).status).toBe(200);
    expect((await logIn(member, password)).status).toBe(401);
    expect((await logIn(member, changed)).status).toBe(200);
    expect(await mailsOf(member)).toEqual([
      { to: await emailOf(member), template: 'password_changed', values: { session_kept: true } },
    ]);
  });

  test('cancels what was requested by mail', async () => {
    const member = await newOrganization();
    const [reset, change] = [
      await givenReset(member),
      await givenChange(member, 'new@example.com'),
    ];

    await member.post(path, { current_password: password, password: changed });

    const { send } = member.server;
    const answers = [
      await send('POST', '/api/v1/auth/password-resets/confirm', {
        body: { token: reset, password: changed },
      }),
      await send('POST', '/api/v1/auth/email-changes/confirm', { body: { token: change } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'token_ended'],
      [409, 'token_ended'],
    ]);
  });

  test('refuses a wrong current password and changes nothing', async () => {
    const member = await newOrganization();

    const answer = await member.post(path, { current_password: 'a guess', password: changed });

    expect([answer.status, answer.body.code]).toEqual([403, 'wrong_password']);
    expect((await logIn(member, password)).status).toBe(200);
    expect(await mailsOf(member)).toEqual([]);
  });

  test('limits guesses of a stolen session like failed log-ins', async () => {
    const server = await startServer({
      logInLimits: {
        failuresPerAccount: 2,
        failuresPerAddress: 100,
        windowSeconds: 900,
        signUpsPerHour: 100,
      },
    });
    const member = await newOrganization({ server });
    const guess = () => member.post(path, { current_password: 'a guess', password: changed });
    await guess();
    await guess();

    const answers = [
      await member.post(path, { current_password: password, password: changed }),
      await logIn(member, password),
    ];

    expect(answers.map(({ status }) => status)).toEqual([429, 429]);
    await server.close();
  });

  test('succeeds once of two at once with the same current password', async () => {
    const member = await newOrganization();
    const set = (next: string) => member.post(path, { current_password: password, password: next });

    const answers = await Promise.all([set('first-new-password'), set('second-new-password')]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403]);
  });
});

test('A log-in whose password changes while it is checked begins no session', async () => {
  const member = await newOrganization();
  const { app } = member.server;
  const { password_hash } = await app.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', member.user_id)
    .executeTakeFirstOrThrow();
  await member.post(path, { current_password: password, password: changed });

  const beginning = {
    now: app.now(),
    cell: 0,
    address: '192.0.2.1',
    user_agent: undefined,
    password_hash,
  };
  const begun = app.db.transaction().execute((trx) => newSession(trx, member.user_id, beginning));

  await expect(begun).rejects.toThrow('No user has this email address and password.');
});

describe('The password of SUPER_ADMIN_PASSWORD', () => {
  test('is not set again by the next start when the super admin has chosen another', async () => {
    const member = await newOrganization({ superAdmin: true });
    const { app } = member.server;
    const email = await emailOf(member);
    const start = (secret: string) =>
      ensureSuperAdmin(app.db, { email, password: secret }, app.now());
    expect(await start(password)).toBe('unchanged');
    await member.post(path, { current_password: password, password: changed });
    await member.post(path, { current_password: changed, password: 'a-third-password' });

    const outcomes = [await start(password), await start('configured-anew'), await start(password)];

    // The last one is a change of the configuration too.
    expect(outcomes).toEqual(['unchanged', 'password_changed', 'password_changed']);
    expect((await logIn(member, password)).status).toBe(200);
  });

  test('stays as it is when the super admin has reset it by mail', async () => {
    const member = await newOrganization({ superAdmin: true });
    const { app, send } = member.server;
    const token = await givenReset(member);
    await send('POST', '/api/v1/auth/password-resets/confirm', {
      body: { token, password: changed },
    });

    const outcome = await ensureSuperAdmin(
      app.db,
      { email: await emailOf(member), password },
      app.now(),
    );

    expect(outcome).toBe('unchanged');
    expect((await logIn(member, changed)).status).toBe(200);
  });
});

test('Password resets are limited per address, with the limit of sign-ups', () => {
  const limits = createLogInLimits({
    failuresPerAccount: 1,
    failuresPerAddress: 1,
    windowSeconds: 1,
    signUpsPerHour: 2,
  });
  limits.passwordReset('192.0.2.1');
  limits.passwordReset('192.0.2.1');

  expect(() => limits.passwordReset('192.0.2.1')).toThrow('The limit of 2 password resets');
  expect(() => limits.passwordReset('192.0.2.2')).not.toThrow();
});
