import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { newOrganization, password } from '../../support/organizations.ts';
import { passTime } from '../../support/pass-time.ts';
import { startServer } from '../../support/server.ts';
import { emailOf, givenSession } from '../accounts/given.ts';

const path = '/api/v1/auth/sessions';
const me = '/api/v1/auth/me';

describe('listSessions', () => {
  test('shows from where each session of the user began, and which is the current one', async () => {
    const member = await newOrganization();
    const { send } = member.server;
    const answer = await send('POST', '/api/v1/auth/login', {
      body: { email: await emailOf(member), password },
      headers: { 'user-agent': `a browser ${'x'.repeat(300)}` },
    });
    const token: string = answer.body.access_token;

    const { body } = await send('GET', path, { token });

    expect(body.items).toHaveLength(2);
    expect(body.items[0]).toMatchObject({ is_current: true, address: '127.0.0.1' });
    expect(body.items[0].user_agent).toMatch(/^a browser x{246}$/);
    expect(body.items[1]).toMatchObject({ is_current: false, address: null, user_agent: null });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test("lists no other user's and no expired session", async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    await givenSession(other);
    const id = await givenSession(member);
    const now = member.server.app.now();
    await member.server.app.db
      .updateTable('sessions')
      .set({ created_at: later(now, -1000), expires_at: now })
      .where('id', '=', id)
      .execute();

    const { body } = await member.get(path);

    expect(body.items).toEqual([expect.objectContaining({ is_current: true })]);
  });

  test('shows the last use to the minute, which costs one write in a minute', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });
    const begun = server.app.now();
    const lastUse = async (): Promise<string> =>
      (await member.get(path)).body.items[0].last_used_at;
    const versionOf = () =>
      server.app.db
        .selectFrom('sessions')
        .select((eb) => eb.ref('xmin' as never).as('version'))
        .where('user_id', '=', member.user_id)
        .executeTakeFirstOrThrow();
    const untouched = await versionOf();
    await member.get(me);
    const early = await versionOf();

    server.setNow(later(begun, 5 * 60_000));
    // The process remembers the caller for a second of real time.
    server.app.callers.forgetUser(member.user_id);
    const first = await lastUse();
    server.app.callers.forgetUser(member.user_id);
    const written = await versionOf();
    server.setNow(later(begun, 5 * 60_000 + 30_000));
    const second = await lastUse();

    expect(early).toEqual(untouched);
    expect(first).toBe(later(begun, 5 * 60_000));
    expect(second).toBe(first);
    expect(await versionOf()).toEqual(written);
    await server.close();
  });
});

describe('deleteSession', () => {
  test('ends one session at once', async () => {
    const member = await newOrganization();
    const id = await givenSession(member, 'another-token');
    const { send } = member.server;
    expect((await send('GET', me, { token: 'another-token' })).status).toBe(200);

    const answer = await member.delete(`${path}/${id}`);

    expect(answer.status).toBe(204);
    expect((await send('GET', me, { token: 'another-token' })).status).toBe(401);
    expect((await member.get(me)).status).toBe(200);
    expect((await member.delete(`${path}/${id}`)).status).toBe(404);
  });

  test("does not find another user's session, of the same organization either", async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const { db } = member.server.app;
    const { id: user_id } = await db
      .insertInto('users')
      .values({
        organization_id: member.organization_id,
        email: `colleague-${member.user_id}@example.com`,
        password_hash: 'none',
        role: 'viewer',
        created_at: member.server.app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids = [await givenSession(other), await givenSession({ ...member, user_id })];

    const answers = await Promise.all(ids.map((id) => member.delete(`${path}/${id}`)));

    expect(answers.map(({ status, body }) => [status, body.param])).toEqual([
      [404, 'session_id'],
      [404, 'session_id'],
    ]);
  });

  test('ends it in other processes within the second for which they remember callers', async () => {
    const member = await newOrganization();
    const other = await startServer({}, member.server.connection);
    const id = await givenSession(member, 'a-token-used-elsewhere');
    const use = async (): Promise<number> =>
      (await other.send('GET', me, { token: 'a-token-used-elsewhere' })).status;
    expect(await use()).toBe(200);

    await member.delete(`${path}/${id}`);
    passTime(1000);

    expect(await use()).toBe(401);
    await other.close();
  });
});

test('logOutEverywhere ends all sessions of the user, and no key and no other user', async () => {
  const [member, other] = [await newOrganization(), await newOrganization()];
  await givenSession(member, 'one-more-token');
  const { send } = member.server;
  expect((await send('GET', me, { token: 'one-more-token' })).status).toBe(200);

  const answer = await member.post('/api/v1/auth/logout-everywhere');

  expect(answer.status).toBe(204);
  expect((await send('GET', me, { token: 'one-more-token' })).status).toBe(401);
  expect((await member.get(me)).status).toBe(401);
  expect((await send('GET', me, { key: member.key })).status).toBe(200);
  expect((await other.get(me)).status).toBe(200);
});
