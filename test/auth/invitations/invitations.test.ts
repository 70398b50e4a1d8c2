import { describe, expect, test } from 'vitest';
import { removeExpired } from '../../../src/auth/invitations/queries.ts';
import { deletedBefore } from '../../../src/auth/invitations/rules.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { freshEmail, givenMember, membersPath } from '../members/given.ts';
import { accept, invitationsPath, invite, mailed, tokenFor } from './given.ts';

const weekMs = 7 * 86_400_000;

describe('createInvitation', () => {
  test('mails a token, which is stored as a hash and shown nowhere', async () => {
    const owner = await newOrganization();
    const email = freshEmail();

    const { status, body } = await invite(owner, { email, role: 'editor' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      email,
      role: 'editor',
      status: 'pending',
      invited_by: owner.user_id,
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(weekMs);
    const [mail, ...others] = await mailed(owner);
    expect(others).toEqual([]);
    const { organization } = (await owner.get('/api/v1/auth/me')).body;
    expect(mail).toMatchObject({
      to: email,
      values: { organization_name: organization.name, role: 'editor' },
    });
    const { token } = mail!.values;
    expect(token).toMatch(/^[\w-]{43}$/);
    const listed = await owner.get(invitationsPath);
    expect(listed.body.items).toEqual([body]);
    const { db } = owner.server.app;
    const rows = await db.selectFrom('invitations').selectAll().where('id', '=', body.id).execute();
    const kept = await db.selectFrom('audit_events').selectAll().execute();
    const stored = JSON.stringify([rows, kept, rows[0]!.token_hash.toString('base64url')]);
    expect(stored).not.toContain(token);
    expect(JSON.stringify(kept)).not.toContain(email);
  });

  test('refuses an address that has an account anywhere, ignoring case', async () => {
    const [owner, other] = [await newOrganization(), await newOrganization()];
    const { email } = await givenMember(other, 'viewer');

    const { status, body } = await invite(owner, { email: email.toUpperCase() });

    expect([status, body.code, body.param]).toEqual([409, 'email_exists', 'email']);
    expect(await mailed(owner)).toEqual([]);
  });

  test('refuses an address twice, also at the same time, and names the open invitation', async () => {
    const owner = await newOrganization();
    const email = freshEmail();

    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((each) => invite(owner, { email: each })),
    );

    const created = answers.find(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code, body.invitation_id])).toEqual(
      refused.map(() => [409, 'invitation_exists', created?.body.id]),
    );
    expect(refused).toHaveLength(2);
    expect(await mailed(owner)).toHaveLength(1);
    expect((await owner.get(invitationsPath)).body.items).toHaveLength(1);
  });

  test('lets two organizations invite one address', async () => {
    const [one, two] = [await newOrganization(), await newOrganization()];
    const email = freshEmail();

    const answers = [await invite(one, { email }), await invite(two, { email })];

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await accept(one, await tokenFor(one, email))).status).toBe(201);
    const late = await accept(two, await tokenFor(two, email));
    expect([late.status, late.body.code]).toEqual([409, 'email_exists']);
  });

  test('lets an admin invite everybody but owners', async () => {
    const owner = await newOrganization();
    const { token } = await givenMember(owner, 'admin');
    const send = (role: string) =>
      owner.send('POST', invitationsPath, { token, body: { email: freshEmail(), role } });

    expect((await send('admin')).status).toBe(201);
    const refused = await send('owner');

    expect([refused.status, refused.body.required_roles]).toEqual([403, ['owner']]);
    const { id } = (await invite(owner, { role: 'owner' })).body;
    const resent = await owner.send('POST', `${invitationsPath}/${id}/resend`, { token });
    expect([resent.status, resent.body.required_roles]).toEqual([403, ['owner']]);
    const deleted = await owner.send('DELETE', `${invitationsPath}/${id}`, { token });
    expect([deleted.status, deleted.body.required_roles]).toEqual([403, ['owner']]);
  });

  test('counts members and open invitations against member_limit', async () => {
    const [owner, admin] = [await newOrganization(), await newOrganization({ superAdmin: true })];
    const limits = `/api/v1/admin/organizations/${owner.organization_id}/limits`;
    await givenMember(owner, 'viewer');
    const { id } = (await invite(owner)).body;
    await admin.put(limits, { member_limit: 3 });

    const refused = await invite(owner);
    expect([refused.status, refused.body.code, refused.body.limit_name]).toEqual([
      409,
      'limit_reached',
      'member_limit',
    ]);
    await owner.delete(`${invitationsPath}/${id}`);
    const email = freshEmail();
    expect((await invite(owner, { email })).status).toBe(201);

    // Who accepts takes the place of the invitation.
    const { body } = await accept(owner, await tokenFor(owner, email));
    expect((await invite(owner)).status).toBe(409);
    await owner.delete(`${membersPath}/${body.user.id}`);
    expect((await invite(owner)).status).toBe(201);
  });

  test('is limited for each hour and organization, with resends', async () => {
    const server = await startServer();
    const [owner, other] = [await newOrganization({ server }), await newOrganization({ server })];
    const now = server.app.now();
    server.setNow(now);
    await server.app.db
      .insertInto('invitation_hours')
      .values({ organization_id: owner.organization_id, began_at: later(now, -600_000), sent: 98 })
      .execute();
    const { id } = (await invite(owner)).body;
    const resend = () => owner.post(`${invitationsPath}/${id}/resend`);

    expect((await resend()).status).toBe(200);
    const refused = [await resend(), await invite(owner)];

    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'too_many_requests']);
      expect(headers.get('retry-after')).toBe('3000');
    }
    expect(await mailed(owner)).toHaveLength(2);
    expect((await owner.get(invitationsPath)).body.items).toHaveLength(1);
    expect((await invite(other)).status).toBe(201);
    server.setNow(later(now, 3_000_000));
    expect((await resend()).status).toBe(200);
    await server.close();
  });
});

describe('resendInvitation', () => {
  test('mails another token for 7 days, also of an expired one, and ends the earlier', async () => {
    const server = await startServer();
    const owner = await newOrganization({ server });
    const email = freshEmail();
    const { id } = (await invite(owner, { email })).body;
    const first = await tokenFor(owner, email);
    server.setNow(later(server.app.now(), weekMs));
    expect((await owner.get(invitationsPath)).body.items[0].status).toBe('expired');
    expect((await accept(owner, first)).body.code).toBe('invitation_ended');

    const { status, body } = await owner.post(`${invitationsPath}/${id}/resend`);

    expect([status, body.id, body.status]).toEqual([200, id, 'pending']);
    expect((await accept(owner, first)).body.code).toBe('invitation_ended');
    const second = await tokenFor(owner, email);
    expect((await accept(owner, second)).status).toBe(201);
    await server.close();
  });

  test('refuses an address that has signed up in the meantime', async () => {
    const owner = await newOrganization();
    const email = freshEmail();
    const { id } = (await invite(owner, { email })).body;
    const body = { email, password: 'correct-horse-battery' };
    await owner.server.send('POST', '/api/v1/auth/signup', { body });

    const answer = await owner.post(`${invitationsPath}/${id}/resend`);

    expect([answer.status, answer.body.code]).toEqual([409, 'email_exists']);
  });
});

describe('deleteInvitation', () => {
  test('ends the token and forgets the address', async () => {
    const owner = await newOrganization();
    const email = freshEmail();
    const { id } = (await invite(owner, { email })).body;
    const remove = () => owner.delete(`${invitationsPath}/${id}`);

    expect((await remove()).status).toBe(204);

    expect((await accept(owner, await tokenFor(owner, email))).body.code).toBe('invitation_ended');
    expect((await owner.get(invitationsPath)).body.items).toEqual([]);
    expect((await remove()).status).toBe(404);
    expect((await invite(owner, { email })).status).toBe(201);
  });
});

describe('Invitations that have expired', () => {
  test('are deleted after 30 days', async () => {
    const server = await startServer();
    const owner = await newOrganization({ server });
    const { db } = server.app;
    await invite(owner);
    const later37 = later(server.app.now(), weekMs + 30 * 86_400_000 - 1000);

    expect(await removeExpired(db, deletedBefore(later37), 10)).toBe(0);
    expect(await removeExpired(db, deletedBefore(later(later37, 2000)), 10)).toBe(1);

    expect((await owner.get(invitationsPath)).body.items).toEqual([]);
    await server.close();
  });
});
