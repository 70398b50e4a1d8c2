import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { authQueues, authSweeps } from '../../../src/auth/jobs.ts';
import { resetQueue } from '../../../src/auth/accounts/queue.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization, password, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { emailOf, givenReset, givenSession, mailsOf } from './given.ts';

const path = '/api/v1/auth/password-resets';
const me = '/api/v1/auth/me';
const changed = 'staple-horse-correct';
const hourMs = 3_600_000;

const server = ownServer();

const request = (email: string) => server.send('POST', path, { body: { email } });
const confirm = (token: string, secret = changed) =>
  server.send('POST', `${path}/confirm`, { body: { token, password: secret } });
/** What the job does. */
const answer = () => authQueues(server.app)[resetQueue]!.work('due');
const tokensOf = async (member: Member): Promise<string[]> =>
  (await mailsOf(member)).flatMap(({ values }) => values.token ?? []);
const logIn = async (member: Member, secret: string): Promise<number> =>
  (
    await server.send('POST', '/api/v1/auth/login', {
      body: { email: await emailOf(member), password: secret },
    })
  ).status;

describe('requestPasswordReset', () => {
  test('sends a token to the address, and stores only its hash', async () => {
    const member = await newOrganization({ server });
    const email = await emailOf(member);

    const { status, body } = await request(email.toUpperCase());
    await answer();

    expect(status).toBe(202);
    expect(body.email).toBe(email.toUpperCase());
    expect(await mailsOf(member)).toEqual([
      {
        to: email,
        template: 'password_reset',
        values: { token: expect.stringMatching(/^[\w-]{43}$/) },
      },
    ]);
    const [token = ''] = await tokensOf(member);
    const { rows } = await sql<{ text: string }>`
      select reset::text || encode(token_hash, 'escape') as text from password_resets as reset
      where user_id = ${member.user_id}`.execute(server.app.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(token);
  });

  test('answers an unknown address the same, with the same statements, and sends nothing', async () => {
    const member = await newOrganization({ server });
    const unknown = `${randomUUID()}@example.com`;
    const now = server.app.now();
    server.setNow(now);
    const answers = [await request(await emailOf(member)), await request(unknown)];

    expect(answers.map(({ status, body }) => [status, body.expires_at])).toEqual([
      [202, later(now, hourMs)],
      [202, later(now, hourMs)],
    ]);
    // Both are the same row, which shows no address.
    const { rows } = await sql<{ text: string; bytes: number }>`
      select request::text || encode(email_encrypted, 'escape') as text, octet_length(email_encrypted) as bytes
      from password_reset_requests as request order by id`.execute(server.app.db);
    expect(rows).toHaveLength(2);
    expect(rows.map(({ text }) => /@example/.test(text))).toEqual([false, false]);
    await answer();
    expect(await tokensOf(member)).toHaveLength(1);
    const left = await server.app.db.selectFrom('password_reset_requests').selectAll().execute();
    expect(left).toEqual([]);
  });

  test('sends no more than 5 mails to an account in an hour, and the last token remains valid', async () => {
    const member = await newOrganization({ server });
    const email = await emailOf(member);
    const now = server.app.now();
    server.setNow(now);
    for (let i = 0; i < 7; i++) await request(email);
    await answer();
    const tokens = await tokensOf(member);

    server.setNow(later(now, hourMs));
    await request(email);
    await answer();

    expect(tokens).toHaveLength(5);
    expect(await tokensOf(member)).toHaveLength(6);
  });

  test('counts anew when the password was set, so that nobody who knows it can prevent a reset', async () => {
    const member = await newOrganization({ server });
    const email = await emailOf(member);
    for (let i = 0; i < 5; i++) await request(email);
    await answer();
    await member.post('/api/v1/auth/password', { current_password: password, password });

    await request(email);
    await answer();

    expect(await tokensOf(member)).toHaveLength(6);
  });

  test('makes each earlier token invalid', async () => {
    const member = await newOrganization({ server });
    const email = await emailOf(member);
    await request(email);
    await request(email);
    await answer();
    const [first = '', second = ''] = await tokensOf(member);

    expect((await confirm(first)).body.code).toBe('token_ended');
    expect((await confirm(second)).status).toBe(204);
  });

  test('sends nothing for a request that nobody answered for an hour', async () => {
    const member = await newOrganization({ server });
    const now = server.app.now();
    server.setNow(now);
    await request(await emailOf(member));

    server.setNow(later(now, hourMs));
    await answer();

    expect(await mailsOf(member)).toEqual([]);
  });

  test("sends nothing to the demo's users while there is no demo", async () => {
    const member = await newOrganization({ server });
    await server.app.db
      .updateTable('organizations')
      .set({ is_demo: true })
      .where('id', '=', member.organization_id)
      .execute();

    await request(await emailOf(member));
    await answer();

    expect(await mailsOf(member)).toEqual([]);
  });

  test('is answered once by several processes', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => newOrganization({ server })));
    for (const member of members) await request(await emailOf(member));

    await Promise.all([answer(), answer(), answer()]);

    for (const member of members) expect(await tokensOf(member)).toHaveLength(1);
  });
});

describe('confirmPasswordReset', () => {
  test('sets the password, ends all sessions and informs the user', async () => {
    const member = await newOrganization({ server });
    await givenSession(member, `token-${member.user_id}`);
    expect((await member.get(me)).status).toBe(200);
    const token = await givenReset(member);

    const { status } = await confirm(token);

    expect(status).toBe(204);
    const uses = [
      await member.get(me),
      await server.send('GET', me, { token: `token-${member.user_id}` }),
    ];
    expect(uses.map((use) => use.status)).toEqual([401, 401]);
    expect([await logIn(member, password), await logIn(member, changed)]).toEqual([401, 200]);
    expect(await mailsOf(member)).toEqual([
      { to: await emailOf(member), template: 'password_changed', values: { session_kept: false } },
    ]);
  });

  test('takes a token once, also of two at once', async () => {
    const member = await newOrganization({ server });
    const token = await givenReset(member);

    const answers = await Promise.all([confirm(token, 'the-first-of-two'), confirm(token)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect((await confirm(token)).body).toMatchObject({ code: 'token_ended', param: 'token' });
  });

  test('takes no token of more than an hour, and the sweep removes it', async () => {
    const member = await newOrganization({ server });
    const now = server.app.now();
    server.setNow(now);
    const token = await givenReset(member);
    server.setNow(later(now, hourMs));

    const late = await confirm(token);
    server.setNow(later(now, 2 * hourMs));
    await authSweeps(server.app)
      .find(({ name }) => name === 'auth.remove_expired_tokens')
      ?.sweep();

    expect([late.status, late.body.code]).toEqual([409, 'token_ended']);
    expect(await logIn(member, password)).toBe(200);
    const left = await server.app.db
      .selectFrom('password_resets')
      .selectAll()
      .where('user_id', '=', member.user_id)
      .execute();
    expect(left).toEqual([]);
  });
});
