import { describe, expect, test } from 'vitest';
import type { Role } from '../../../src/caller.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { accept, invitationsPath, invite, tokenFor } from '../invitations/given.ts';
import { freshEmail, givenMember, membersPath } from './given.ts';

const me = '/api/v1/auth/me';
const roles: readonly Role[] = ['owner', 'admin', 'viewer'];

/** Another owner or admin with one open invitation of each role. */
async function givenInviter(owner: Member, role: 'owner' | 'admin') {
  const inviter = await givenMember(owner, role);
  const { db } = owner.server.app;
  for (const each of roles) {
    const { id } = (await invite(owner, { email: `${each}-${freshEmail()}`, role: each })).body;
    await db
      .updateTable('invitations')
      .set({ invited_by: inviter.id })
      .where('id', '=', id)
      .execute();
  }
  return inviter;
}

const openRoles = async (owner: Member): Promise<string[]> =>
  (await owner.get(invitationsPath)).body.items
    .map(({ role }: { role: string }) => role)
    .toSorted();

const revocations = async (owner: Member) =>
  (await owner.get('/api/v1/audit-events?subject_type=invitation')).body.items.filter(
    ({ action }: { action: string }) => action === 'invitation.revoked',
  );

describe('updateMember', () => {
  test.each([
    ['owner', 'admin', ['admin', 'viewer']],
    ['owner', 'operator', []],
    ['admin', 'viewer', []],
    ['admin', 'owner', ['admin', 'owner', 'viewer']],
  ] as const)(
    'from %s to %s leaves those open invitations that the member could still create',
    async (from, to, left) => {
      const owner = await newOrganization();
      const inviter = await givenInviter(owner, from);
      await invite(owner, { role: 'editor' });

      expect((await owner.patch(inviter.path, { role: to })).status).toBe(200);

      expect(await openRoles(owner)).toEqual([...left, 'editor'].toSorted());
      const events = await revocations(owner);
      expect(events).toHaveLength(roles.length - left.length);
      for (const { actor, before } of events) {
        expect(actor).toMatchObject({ kind: 'user', id: owner.user_id });
        expect(before.email_domain).toBe('example.com');
      }
    },
  );

  test('lets a super admin have another role', async () => {
    const admin = await newOrganization({ superAdmin: true });
    await givenMember(admin, 'owner');

    const { status } = await admin.patch(`${membersPath}/${admin.user_id}`, { role: 'viewer' });

    expect(status).toBe(200);
  });
});

describe('removeMember', () => {
  test("revokes the member's open invitations", async () => {
    const owner = await newOrganization();
    const [inviter, email] = [await givenInviter(owner, 'owner'), freshEmail()];
    const body = { email, role: 'owner' };
    await owner.send('POST', invitationsPath, { token: inviter.token, body });
    const token = await tokenFor(owner, email);

    expect((await owner.delete(inviter.path)).status).toBe(204);

    expect((await accept(owner, token)).body.code).toBe('invitation_ended');
    expect(await openRoles(owner)).toEqual([]);
    expect(await revocations(owner)).toHaveLength(roles.length + 1);
  });

  test('keeps a super admin, who cannot leave either, so that nobody else gets the address', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const { email } = (await admin.get(me)).body.user;
    const other = await givenMember(admin, 'owner');
    const path = `${membersPath}/${admin.user_id}`;

    const answers = [
      await admin.send('DELETE', path, { token: other.token }),
      await admin.delete(path),
    ];

    for (const { status, body } of answers)
      expect([status, body.code]).toEqual([409, 'organization_has_super_admin']);
    expect((await admin.get(me)).body.user).toMatchObject({ email, is_super_admin: true });
    const signUp = { body: { email, password: 'correct-horse-battery' } };
    expect((await admin.server.send('POST', '/api/v1/auth/signup', signUp)).status).toBe(409);
    expect((await admin.delete(other.path)).status).toBe(204);
  });

  test('leaves the keys that the member created, and listApiKeys says which', async () => {
    const owner = await newOrganization();
    const member = await givenMember(owner, 'admin');
    const made = await owner.send('POST', '/api/v1/auth/api-keys', {
      token: member.token,
      body: { name: 'Import' },
    });

    await owner.delete(member.path);

    expect(made.body.created_by).toBe(member.id);
    const [newest] = (await owner.get('/api/v1/auth/api-keys')).body.items;
    expect([newest.id, newest.created_by]).toEqual([made.body.id, member.id]);
  });
});

describe('removeMember with archive_api_keys', () => {
  /** A member with an API key that was used, and a request with it. */
  async function givenKey(owner: Member, role: Role) {
    const member = await givenMember(owner, role);
    const { id, key } = (await owner.post('/api/v1/auth/api-keys', { name: 'CRM' })).body;
    await owner.server.app.db
      .updateTable('api_keys')
      .set({ created_by: member.id })
      .where('id', '=', id)
      .execute();
    const use = async () => (await owner.send('GET', me, { key })).status;
    expect(await use()).toBe(200);
    return { ...member, key_id: id as number, use };
  }
  const archivals = async (owner: Member) =>
    (await owner.get('/api/v1/audit-events?subject_type=api_key')).body.items.filter(
      ({ action }: { action: string }) => action === 'api_key.archived',
    );

  test.each([
    ['', 200, 0],
    ['?archive_api_keys=false', 200, 0],
    ['?archive_api_keys=true', 401, 1],
  ])('"%s": the keys that the member made get %i', async (query, status, events) => {
    const owner = await newOrganization();
    const member = await givenKey(owner, 'editor');
    const other = (await owner.post('/api/v1/auth/api-keys', { name: 'Own' })).body;

    expect((await owner.delete(`${member.path}${query}`)).status).toBe(204);

    expect(await member.use()).toBe(status);
    expect((await owner.send('GET', me, { key: other.key })).status).toBe(200);
    expect(await archivals(owner)).toHaveLength(events);
  });

  test('is refused to who leaves and may not archive keys', async () => {
    const owner = await newOrganization();
    const member = await givenKey(owner, 'editor');

    const answer = await owner.send('DELETE', `${member.path}?archive_api_keys=true`, {
      token: member.token,
    });

    expect([answer.status, answer.body.code]).toEqual([403, 'role_required']);
    expect(await member.use()).toBe(200);
  });
});
