import { describe, expect, test } from 'vitest';
import { lockToChange } from '../../../src/auth/members/actions.ts';
import { remove, setRole } from '../../../src/auth/members/queries.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { passTime } from '../../support/pass-time.ts';
import { startServer } from '../../support/server.ts';
import { untilWaiting } from '../../support/waiting.ts';
import { freshEmail, givenMember, givenSession, membersPath } from './given.ts';

const me = '/api/v1/auth/me';
const roles = ['owner', 'admin', 'operator', 'editor', 'viewer'] as const;

describe('listMembers', () => {
  test.each(roles)("shows a %s the organization's users, newest first", async (role) => {
    const [owner, other] = [await newOrganization(), await newOrganization()];
    await givenMember(other, 'admin');
    const one = await givenMember(owner, role);
    const two = await givenMember(owner, 'editor');

    const { status, body } = await owner.send('GET', membersPath, { token: one.token });

    expect(status).toBe(200);
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([two.id, one.id, owner.user_id]);
    expect(body.items[1]).toEqual({
      id: one.id,
      email: one.email,
      role,
      created_at: expect.any(String),
    });
  });
});

describe('updateMember', () => {
  test("applies to the member's next request and keeps the session", async () => {
    const owner = await newOrganization();
    const member = await givenMember(owner, 'viewer');
    const list = () =>
      owner.send('GET', '/api/v1/organizations/invitations', { token: member.token });
    expect((await list()).body.code).toBe('role_required');

    const { status, body } = await owner.patch(member.path, { role: 'admin' });

    expect([status, body.id, body.role]).toEqual([200, member.id, 'admin']);
    expect((await list()).status).toBe(200);
    await owner.patch(member.path, { role: 'viewer' });
    expect((await list()).status).toBe(403);
  });

  test('leaves no audit event if the member has the role already', async () => {
    const owner = await newOrganization();
    const member = await givenMember(owner, 'viewer');
    const events = async () =>
      (await owner.get(`/api/v1/audit-events?subject_type=user&subject_id=${member.id}`)).body
        .items;

    await owner.patch(member.path, { role: 'viewer' });
    expect(await events()).toEqual([]);
    await owner.patch(member.path, { role: 'editor' });

    expect(await events()).toEqual([
      expect.objectContaining({
        action: 'user.role_updated',
        before: { role: 'viewer' },
        after: { role: 'editor' },
      }),
    ]);
  });

  test.each([
    ['owner', 'viewer'],
    ['owner', 'owner'],
    ['viewer', 'owner'],
  ] as const)('refuses an admin who turns a member from %s to %s', async (from, to) => {
    const owner = await newOrganization();
    const admin = await givenMember(owner, 'admin');
    const member = await givenMember(owner, from);

    const { status, body } = await owner.send('PATCH', member.path, {
      token: admin.token,
      body: { role: to },
    });

    expect([status, body.code, body.required_roles]).toEqual([403, 'role_required', ['owner']]);
  });

  test('keeps the only owner, who may go once there is another', async () => {
    const owner = await newOrganization();
    const path = `${membersPath}/${owner.user_id}`;
    const member = await givenMember(owner, 'admin');

    const refused = await owner.patch(path, { role: 'admin' });
    expect([refused.status, refused.body.code]).toEqual([409, 'last_owner']);
    expect((await owner.patch(path, { role: 'owner' })).status).toBe(200);
    expect((await owner.patch(member.path, { role: 'owner' })).status).toBe(200);

    expect((await owner.patch(path, { role: 'viewer' })).body.role).toBe('viewer');
    expect((await owner.patch(member.path, { role: 'viewer' })).status).toBe(403);
  });

  test('leaves one of two owners who demote each other at the same time', async () => {
    const owner = await newOrganization();
    const other = await givenMember(owner, 'owner');
    const demote = (id: number, token: string) =>
      owner.send('PATCH', `${membersPath}/${id}`, { token, body: { role: 'viewer' } });

    const answers = await Promise.all([
      demote(other.id, owner.token),
      demote(owner.user_id, other.token),
    ]);

    // Who is let in after the other's change is a viewer by then.
    const [first, second] = answers.toSorted((one, two) => one.status - two.status);
    expect(first!.status).toBe(200);
    expect(['last_owner', 'role_required']).toContain(second!.body.code);
    const { items } = (await owner.get(membersPath)).body;
    expect(items.map(({ role }: { role: string }) => role).toSorted()).toEqual(['owner', 'viewer']);
  });

  test('refuses the second of two owners who were both let in to demote each other', async () => {
    const owner = await newOrganization();
    const { organization_id, user_id, server } = owner;
    const other = await givenMember(owner, 'owner');
    const callerOf = (id: number) =>
      ({
        kind: 'session',
        organization_id,
        user_id: id,
        session_id: 0,
        role: 'owner',
        is_super_admin: false,
        email_verified: true,
      }) as const;
    const demote = (by: number, id: number) =>
      server.app.db.transaction().execute(async (trx) => {
        await lockToChange(trx, callerOf(by), { user_id: id, role: 'viewer', mustMatch: () => {} });
        await setRole(trx, id, 'viewer');
      });

    const results = await Promise.allSettled([
      demote(user_id, other.id),
      demote(other.id, user_id),
    ]);

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.find((each) => each.status === 'rejected');
    expect(refused?.reason).toMatchObject({ problem: { code: 'last_owner' } });
  });

  test('looks at the role that the caller has when it is their turn', async () => {
    const owner = await newOrganization();
    const { db } = owner.server.app;
    const admin = await givenMember(owner, 'admin');
    const member = await givenMember(owner, 'viewer');
    const invite = () =>
      owner.send('PATCH', member.path, { token: admin.token, body: { role: 'admin' } });
    await owner.send('GET', me, { token: admin.token });

    // Another process demotes the admin, whose role this one still remembers.
    await db.updateTable('users').set({ role: 'viewer' }).where('id', '=', admin.id).execute();
    const { status, body } = await invite();

    expect([status, body.code]).toEqual([403, 'role_required']);
    expect((await owner.get(membersPath)).body.items[0].role).toBe('viewer');
  });
});

describe('removeMember', () => {
  test("ends the member's sessions immediately and frees the address", async () => {
    const owner = await newOrganization();
    const { app, send } = owner.server;
    const member = await givenMember(owner, 'editor');
    const second = await givenSession(app, member.id);
    const statuses = () =>
      Promise.all(
        [member.token, second].map(async (token) => (await send('GET', me, { token })).status),
      );
    expect(await statuses()).toEqual([200, 200]);

    const { status } = await owner.delete(member.path);

    expect(status).toBe(204);
    expect(await statuses()).toEqual([401, 401]);
    expect((await owner.get(membersPath)).body.items).toHaveLength(1);
    const row = await app.db
      .selectFrom('users')
      .select(['email', 'password_hash', 'removed_at'])
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ email: null, password_hash: '', removed_at: expect.any(String) });
    expect(JSON.stringify(await everythingAbout(owner))).not.toContain(member.email);
    const body = { email: member.email, password: 'correct-horse-battery' };
    expect((await send('POST', '/api/v1/auth/login', { body })).status).toBe(401);
    expect((await send('POST', '/api/v1/auth/signup', { body })).status).toBe(201);
    expect((await owner.delete(member.path)).status).toBe(404);
  });

  /** The rows of this area that belong to the organization, and its audit events. */
  async function everythingAbout({ server: { app }, organization_id }: Member) {
    const tables = ['users', 'sessions', 'api_keys', 'invitations', 'audit_events'] as const;
    return Promise.all(
      tables.map((table) =>
        app.db
          .selectFrom(table)
          .selectAll()
          .where('organization_id', '=', organization_id)
          .execute(),
      ),
    );
  }

  test('ends the sessions in another process within the second that it remembers callers', async () => {
    const owner = await newOrganization();
    const other = await startServer({}, owner.server.connection);
    const member = await givenMember(owner, 'viewer');
    const there = async () => (await other.send('GET', me, { token: member.token })).status;
    expect(await there()).toBe(200);

    await owner.delete(member.path);
    passTime(1000);

    expect(await there()).toBe(401);
    await other.close();
  });

  test("ends the member's event streams", async () => {
    const owner = await newOrganization();
    const member = await givenMember(owner, 'viewer');
    const stream = await fetch(`${owner.server.url}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ]);

    await owner.delete(member.path);

    // Resolves when the server ends the stream.
    await stream.text();
  });

  test('keeps what the member created', async () => {
    const owner = await newOrganization();
    const member = await givenMember(owner, 'admin');
    const made = await owner.send('POST', '/api/v1/auth/api-keys', {
      token: member.token,
      body: { name: 'Import' },
    });

    await owner.delete(member.path);

    const { status } = await owner.send('GET', me, { key: made.body.key });
    expect(status).toBe(200);
  });

  test.each(['admin', 'operator', 'editor', 'viewer'] as const)(
    'lets a member who is %s leave',
    async (role) => {
      const owner = await newOrganization();
      const member = await givenMember(owner, role);

      const { status } = await owner.send('DELETE', member.path, { token: member.token });

      expect(status).toBe(204);
      expect((await owner.send('GET', me, { token: member.token })).status).toBe(401);
    },
  );

  test.each([
    ['operator', 'viewer', ['owner', 'admin']],
    ['editor', 'viewer', ['owner', 'admin']],
    ['viewer', 'viewer', ['owner', 'admin']],
    ['admin', 'owner', ['owner']],
    ['viewer', 'owner', ['owner']],
  ] as const)('refuses a member who is %s and removes a %s', async (role, of, required) => {
    const owner = await newOrganization();
    const [member, other] = [await givenMember(owner, role), await givenMember(owner, of)];

    const { status, body } = await owner.send('DELETE', other.path, { token: member.token });

    expect([status, body.code, body.required_roles]).toEqual([403, 'role_required', required]);
    expect((await owner.send('GET', me, { token: other.token })).status).toBe(200);
  });

  test('keeps the only owner, also if two leave at the same time', async () => {
    const owner = await newOrganization();
    const path = `${membersPath}/${owner.user_id}`;
    const alone = await owner.delete(path);
    expect([alone.status, alone.body.code]).toEqual([409, 'last_owner']);
    const other = await givenMember(owner, 'owner');

    const answers = await Promise.all([
      owner.delete(path),
      owner.send('DELETE', other.path, { token: other.token }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  test('ends a log-in that begins while the member is removed', async () => {
    const owner = await newOrganization();
    const { app, send } = owner.server;
    const body = { email: freshEmail(), password: 'correct-horse-battery' };
    const { user } = (await send('POST', '/api/v1/auth/signup', { body })).body;

    const removing = await app.db.startTransaction().execute();
    await remove(removing, user.id, app.now());
    const request = send('POST', '/api/v1/auth/login', { body });
    await untilWaiting(removing, owner);
    await removing.commit().execute();

    const answer = await request;
    expect([answer.status, answer.body.code]).toEqual([401, 'wrong_credentials']);
  });
});
