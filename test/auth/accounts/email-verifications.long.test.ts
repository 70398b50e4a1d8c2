import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization, password, type Member } from '../../support/organizations.ts';
import { sharedServer, startServer } from '../../support/server.ts';
import { invite, tokenFor } from '../invitations/given.ts';
import { emailOf, givenChange, givenReset, givenUnverified, mailsOf } from './given.ts';

const path = '/api/v1/auth/email-verifications';
const fresh = (): string => `${randomUUID()}@example.com`;
const unverified = () => newOrganization({ isVerified: false });
const request = (member: Member) => member.post(path);
const confirm = (member: Member, token: string) => member.post(`${path}/confirm`, { token });
const isVerified = async (member: Member): Promise<boolean> =>
  (await member.get('/api/v1/auth/me')).body.user.is_email_verified;
const lastToken = async (member: Member): Promise<string> =>
  (await mailsOf(member)).findLast(({ template }) => template === 'email_verification')?.values
    .token ?? '';
const createKey = (member: Pick<Member, 'post'>) =>
  member.post('/api/v1/auth/api-keys', { name: 'CRM' });

afterEach(async () => (await sharedServer()).setNow(undefined));

describe('signUp where everybody can sign up', () => {
  test('lets the user only read until the token of the mail is confirmed', async () => {
    const server = await startServer({ verifiesEmails: true });
    const email = fresh();
    const { body } = await server.send('POST', '/api/v1/auth/signup', {
      body: { email, password },
    });
    const { access_token: token, user } = body;
    const send = (method: string, where: string, more?: unknown) =>
      server.send(method, where, { token, body: more });
    const member = { ...user, server } as Member;

    const key = () => send('POST', '/api/v1/auth/api-keys', { name: 'CRM' });
    const before = await key();
    const reading = await send('GET', '/api/v1/workflow');
    const [mail, ...others] = await mailsOf(member);
    const confirmed = await send('POST', `${path}/confirm`, { token: mail?.values.token });
    const after = await key();

    expect(user.is_email_verified).toBe(false);
    expect([before.status, before.body.code]).toEqual([403, 'email_not_verified']);
    expect(reading.status).toBe(200);
    expect([mail?.to, mail?.template, others]).toEqual([email, 'email_verification', []]);
    expect([confirmed.status, after.status]).toEqual([204, 201]);
    await server.close();
  });

  test('verifies the address at once on other services, and sends no mail', async () => {
    const server = await sharedServer();
    const body = { email: fresh(), password };

    const answer = await server.send('POST', '/api/v1/auth/signup', { body });

    expect(answer.body.user.is_email_verified).toBe(true);
    expect(await mailsOf({ ...answer.body.user, server })).toEqual([]);
  });
});

describe('requestEmailVerification', () => {
  test('sends 5 mails in an hour, and each makes the earlier token invalid', async () => {
    const server = await sharedServer();
    const member = await unverified();
    const now = server.app.now();
    server.setNow(now);
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await request(member));
    server.setNow(later(now, 3_600_000));
    answers.push(await request(member));

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429, 202]);
    expect(answers[0]?.body.email).toBe(await emailOf(member));
    const used = [];
    for (const { values } of await mailsOf(member))
      used.push((await confirm(member, values.token!)).status);
    expect(used).toEqual([409, 409, 409, 409, 409, 204]);
  });

  test('is refused if the address is verified', async () => {
    const member = await newOrganization();

    const { status, body } = await request(member);

    expect([status, body.code]).toEqual([409, 'email_already_verified']);
    expect(await mailsOf(member)).toEqual([]);
  });
});

describe('confirmEmailVerification', () => {
  test('takes a token once, for a day, of its user alone', async () => {
    const server = await sharedServer();
    const [member, other] = [await unverified(), await unverified()];
    const now = server.app.now();
    server.setNow(now);
    await request(member);
    const token = await lastToken(member);

    server.setNow(later(now, 24 * 3_600_000));
    const late = await confirm(member, token);
    server.setNow(later(now, 24 * 3_600_000 - 1));
    const foreign = await confirm(other, token);
    const change = await server.send('POST', '/api/v1/auth/email-changes/confirm', {
      body: { token },
    });
    const [used, again] = [await confirm(member, token), await confirm(member, token)];

    for (const { status, body } of [late, foreign, change, again])
      expect([status, body.code]).toEqual([409, 'token_ended']);
    expect(used.status).toBe(204);
    expect([await isVerified(member), await isVerified(other)]).toEqual([true, false]);
  });

  test('does not take the token of a new address', async () => {
    const member = await unverified();

    const { body } = await confirm(member, await givenChange(member, fresh()));

    expect(body.code).toBe('token_ended');
    expect(await isVerified(member)).toBe(false);
  });
});

describe('The address is verified, too, by', () => {
  test('confirmEmailChange: a misspelled one is corrected by it', async () => {
    const member = await unverified();
    const email = fresh();
    await member.post('/api/v1/auth/email-changes', { email, password });
    const [mail] = await mailsOf(member);

    await member.post('/api/v1/auth/email-changes/confirm', { token: mail?.values.token });

    const { user } = (await member.get('/api/v1/auth/me')).body;
    expect(user).toMatchObject({ email, is_email_verified: true });
  });

  test('acceptInvitation', async () => {
    const server = await startServer({ verifiesEmails: true });
    const owner = await newOrganization({ server });
    const email = fresh();
    await invite(owner, { email });

    const { body } = await server.send('POST', '/api/v1/auth/accept-invitation', {
      body: { token: await tokenFor(owner, email), password },
    });

    expect(body.user.is_email_verified).toBe(true);
    await server.close();
  });
});

describe('confirmPasswordReset', () => {
  const reset = async (member: Member) =>
    member.server.send('POST', '/api/v1/auth/password-resets/confirm', {
      body: { token: await givenReset(member), password },
    });
  /** The user with an API key, an invitation and a session that somebody else may have made. */
  async function given(): Promise<Member & { readonly made: string; readonly invited: string }> {
    const member = await newOrganization();
    const made = (await createKey(member)).body.key;
    const invited = fresh();
    await invite(member, { email: invited, role: 'owner' });
    await member.get('/api/v1/auth/me');
    await member.send('GET', '/api/v1/auth/me', { key: made });
    return { ...member, made, invited };
  }
  const accept = async (member: Member, token: string) =>
    member.server.send('POST', '/api/v1/auth/accept-invitation', { body: { token, password } });

  test('of an address that is not verified ends what somebody else has made with the account', async () => {
    const member = await given();
    const token = await tokenFor(member, member.invited);
    await givenUnverified(member);

    const { status } = await reset(member);

    expect(status).toBe(204);
    const session = await member.get('/api/v1/auth/me');
    const key = await member.send('GET', '/api/v1/auth/me', { key: member.made });
    const invitation = await accept(member, token);
    expect([session.status, key.status, invitation.status]).toEqual([401, 401, 409]);
    const { body } = await member.server.send('POST', '/api/v1/auth/login', {
      body: { email: await emailOf(member), password },
    });
    expect(body.user.is_email_verified).toBe(true);
    const actions = await member.server.app.db
      .selectFrom('audit_events')
      .select('action')
      .where('organization_id', '=', member.organization_id)
      .where('actor_kind', '=', 'user')
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'user.password_reset',
        'user.email_verified',
        'invitation.revoked',
        'api_key.archived',
      ]),
    );
  });

  test('of an address that is verified keeps the API keys and invitations', async () => {
    const member = await given();
    const token = await tokenFor(member, member.invited);

    await reset(member);

    const key = await member.send('GET', '/api/v1/auth/me', { key: member.made });
    expect([key.status, (await accept(member, token)).status]).toEqual([200, 201]);
  });
});

describe('Whether addresses are verified', () => {
  const postgres = {
    DATABASE_URL: 'postgres://127.0.0.1/voice',
    SECRET_KEYS: Buffer.alloc(32).toString('base64'),
  };
  const open = { SIGNUP: 'open' };

  test.each([
    [{}, false],
    [{ DEMO: '1' }, false],
    [postgres, false],
    [{ ...postgres, ...open }, true],
    [{ ...postgres, ...open, DEMO: '1', DEMO_ON_POSTGRES: '1' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ ...open, HOST: '0.0.0.0' }, true],
    [{ ...open, HOST: '0.0.0.0', DEMO: '1', DEMO_ON_NETWORK: '1' }, true],
    [{ ...open, HOST: '0.0.0.0', VERIFY_EMAILS: '0' }, false],
    [{ VERIFY_EMAILS: '1' }, true],
  ])('with %j: %s', (env, expected) => {
    expect(readConfig(env).verifiesEmails).toBe(expected);
  });
});
