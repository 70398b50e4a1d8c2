import { createHash, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { newOrganization, password, type Member } from '../../support/organizations.ts';
import { sharedServer, startServer } from '../../support/server.ts';
import { emailOf, givenChange, givenReset, mailsOf } from './given.ts';

const path = '/api/v1/auth/email-changes';
const fresh = (): string => `${randomUUID()}@example.com`;

const request = (member: Member, email: string, secret = password, key?: string) =>
  member.post(
    path,
    { email, password: secret },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const confirm = async (token: string) =>
  (await sharedServer()).send('POST', `${path}/confirm`, { body: { token } });
const logIn = async (email: string): Promise<number> =>
  (await (await sharedServer()).send('POST', '/api/v1/auth/login', { body: { email, password } }))
    .status;

afterEach(async () => (await sharedServer()).setNow(undefined));

describe('requestEmailChange', () => {
  test('sends the token to the new address and a note to the old one, and changes nothing yet', async () => {
    const member = await newOrganization();
    const [old, email] = [await emailOf(member), fresh()];

    const { status, body } = await request(member, email);

    expect([status, body.email]).toEqual([202, email]);
    expect(await mailsOf(member)).toEqual([
      {
        to: email,
        template: 'email_change',
        values: { token: expect.stringMatching(/^[\w-]{43}$/) },
      },
      { to: old, template: 'email_change_requested', values: { new_email: email } },
    ]);
    expect([await logIn(old), await logIn(email)]).toEqual([200, 401]);
  });

  test('refuses a wrong password', async () => {
    const member = await newOrganization();

    const { status, body } = await request(member, fresh(), 'a guess');

    expect([status, body.code]).toEqual([403, 'wrong_password']);
    expect(await mailsOf(member)).toEqual([]);
  });

  test('refuses an address that a user has, ignoring case', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];

    const answers = [
      await request(member, (await emailOf(other)).toUpperCase()),
      await request(member, await emailOf(member)),
    ];

    expect(answers.map(({ status, body }) => [status, body.code, body.param])).toEqual([
      [409, 'email_exists', 'email'],
      [409, 'email_exists', 'email'],
    ]);
  });

  test("accepts the user's own address with other capital letters", async () => {
    const member = await newOrganization();
    const email = (await emailOf(member)).toUpperCase();

    const { status } = await request(member, email);

    expect(status).toBe(202);
    const [token = ''] = (await mailsOf(member)).flatMap(({ values }) => values.token ?? []);
    expect((await confirm(token)).status).toBe(204);
    expect(await emailOf(member)).toBe(email);
  });

  test("refuses to change the addresses of the configuration's super admin and of the demo", async () => {
    const demo = await newOrganization();
    await demo.server.app.db
      .updateTable('organizations')
      .set({ is_demo: true })
      .where('id', '=', demo.organization_id)
      .execute();
    const server = await startServer(
      {
        superAdmin: { email: 'Operator@example.com', password },
        demo: true,
      },
      demo.server.connection,
    );
    const admin = await newOrganization({ server, superAdmin: true });
    await server.app.db
      .updateTable('users')
      .set({ email: 'operator@example.com' })
      .where('id', '=', admin.user_id)
      .execute();

    const answers = [
      await request(admin, fresh()),
      await request({ ...demo, ...onServer(demo, server) }, fresh()),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'email_configured'],
      [409, 'email_configured'],
    ]);
    await server.app.db
      .updateTable('users')
      .set({ email: fresh() })
      .where('id', '=', admin.user_id)
      .execute();
    await server.close();
  });

  test('sends the mails of 5 requests in an hour, and each makes the earlier token invalid', async () => {
    const server = await sharedServer();
    const member = await newOrganization();
    const now = server.app.now();
    server.setNow(now);
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await request(member, fresh()));
    server.setNow(later(now, 3_600_000));
    answers.push(await request(member, fresh()));

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429, 202]);
    expect(answers[5]?.headers.get('retry-after')).toBe('3600');
    const tokens = (await mailsOf(member)).flatMap(({ values }) => values.token ?? []);
    const used = [];
    for (const token of tokens) used.push((await confirm(token)).status);
    expect(used).toEqual([409, 409, 409, 409, 409, 204]);
  });
});

describe('requestEmailChange with an Idempotency-Key', () => {
  test('sends its mails once and returns the same response', async () => {
    const member = await newOrganization();
    const [email, key] = [fresh(), randomUUID()];

    const first = await request(member, email, password, key);
    const again = await request(member, email, password, key);

    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await mailsOf(member)).toHaveLength(2);
  });

  test('still checks the password of every other request', async () => {
    const member = await newOrganization();
    const [email, key] = [fresh(), randomUUID()];

    const wrong = await request(member, email, 'a guess', key);
    const right = await request(member, email, password, key);
    const guess = await request(member, email, 'a guess', key);

    expect([wrong.body.code, right.status, guess.body.code]).toEqual([
      'wrong_password',
      202,
      'idempotency_key_reused',
    ]);
  });

  test('returns the same response after SECRET_KEYS were rotated', async () => {
    const [older, newer] = ['o', 'n'].map((each) => Buffer.alloc(32, each).toString('base64'));
    const before = await startServer({ secretKeys: [older!] });
    const member = await newOrganization({ server: before });
    const [email, key] = [fresh(), randomUUID()];
    const first = await request(member, email, password, key);
    const after = await startServer({ secretKeys: [newer!, older!] }, before.connection);

    const again = await after.send('POST', path, {
      body: { email, password },
      token: member.token,
      headers: { 'idempotency-key': key },
    });

    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    await after.close();
    await before.close();
  });

  test('takes turns with requests that have none', async () => {
    const member = await newOrganization();
    const keys = [randomUUID(), undefined, randomUUID(), undefined];

    const answers = await Promise.all(keys.map((key) => request(member, fresh(), password, key)));

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  });

  test('stores nothing against which somebody without the keys could try passwords', async () => {
    const member = await newOrganization();
    const email = fresh();

    await request(member, email, password, randomUUID());

    const { app } = member.server;
    const kept = await app.db
      .selectFrom('idempotent_answers')
      .select('fingerprint')
      .where('organization_id', '=', member.organization_id)
      .executeTakeFirstOrThrow();
    const plain = JSON.stringify(['requestEmailChange', path, { email, password }]);
    expect(kept.fingerprint).not.toEqual(createHash('sha256').update(plain).digest());
  });
});

describe('The mails of requestEmailChange in an hour', () => {
  test.each([
    [
      'setPassword cancels',
      (member: Member) =>
        member.post('/api/v1/auth/password', { current_password: password, password }),
    ],
    [
      'confirmEmailChange takes',
      async (member: Member) => {
        const { values } = (await mailsOf(member)).findLast(({ values: { token } }) => token)!;
        return confirm(values.token!);
      },
    ],
  ])('count on after %s the last one', async (_, end) => {
    const server = await sharedServer();
    const member = await newOrganization();
    const now = server.app.now();
    server.setNow(now);
    for (let i = 0; i < 5; i++) await request(member, fresh());

    const { status } = await end(member);
    const answers = [await request(member, fresh())];
    server.setNow(later(now, 3_600_000));
    answers.push(await request(member, fresh()));

    expect([status, ...answers.map((answer) => answer.status)]).toEqual([204, 429, 202]);
  });
});

describe('confirmEmailChange', () => {
  test('gives the user the new address, tells the old one and cancels resets', async () => {
    const member = await newOrganization();
    const [old, email] = [await emailOf(member), fresh()];
    const [token, reset] = [await givenChange(member, email), await givenReset(member)];

    const { status } = await confirm(token);

    expect(status).toBe(204);
    expect([await logIn(old), await logIn(email)]).toEqual([401, 200]);
    expect((await member.get('/api/v1/auth/me')).body.user.email).toBe(email);
    expect(await mailsOf(member)).toEqual([
      { to: old, template: 'email_changed', values: { new_email: email } },
    ]);
    const { body } = await member.server.send('POST', '/api/v1/auth/password-resets/confirm', {
      body: { token: reset, password },
    });
    expect(body.code).toBe('token_ended');
  });

  test('takes a token once and for a day', async () => {
    const server = await sharedServer();
    const member = await newOrganization();
    const now = server.app.now();
    server.setNow(now);
    await request(member, fresh());
    const [token = ''] = (await mailsOf(member)).flatMap(({ values }) => values.token ?? []);
    server.setNow(later(now, 24 * 3_600_000));
    const late = await confirm(token);
    server.setNow(later(now, 24 * 3_600_000 - 1));

    const answers = await Promise.all([confirm(token), confirm(token)]);

    expect([late.status, late.body.code]).toEqual([409, 'token_ended']);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  test('gives an address to one of two users who were sent a token for it', async () => {
    const members = [await newOrganization(), await newOrganization()];
    const email = fresh();
    const tokens = [
      await givenChange(members[0]!, email),
      await givenChange(members[1]!, email.toUpperCase()),
    ];

    const answers = await Promise.all(tokens.map((token) => confirm(token)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'email_exists', param: 'token' });
  });
});

/** The member as a caller of another server on the same database. */
const onServer = (member: Member, server: Member['server']): Pick<Member, 'server' | 'post'> => ({
  server,
  post: (where, body) => server.send('POST', where, { body, token: member.token }),
});
