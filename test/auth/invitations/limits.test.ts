import { describe, expect, test } from 'vitest';
import { setRole } from '../../../src/auth/members/queries.ts';
import { newOrganization } from '../../support/organizations.ts';
import { freshEmail, givenMember } from '../members/given.ts';
import { invitationsPath, invite, mailed } from './given.ts';

describe('createInvitation', () => {
  test('sends at most 5 mails an hour to one address, also after it was revoked', async () => {
    const [owner, other] = [await newOrganization(), await newOrganization()];
    const email = freshEmail();
    const { id } = (await invite(owner, { email })).body;
    const resend = () => owner.post(`${invitationsPath}/${id}/resend`);
    for (let i = 0; i < 4; i++) expect((await resend()).status).toBe(200);

    const resent = await resend();
    await owner.delete(`${invitationsPath}/${id}`);
    const again = await invite(owner, { email: email.toUpperCase() });

    for (const { status, headers } of [resent, again]) {
      expect(status).toBe(429);
      expect(headers.get('ratelimit-policy')).toBe('"invitations-to-address";q=5;w=3600');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    }
    expect(await mailed(owner)).toHaveLength(5);
    expect((await owner.get(invitationsPath)).body.items).toEqual([]);
    expect((await invite(owner)).status).toBe(201);
    expect((await invite(other, { email })).status).toBe(201);
  });

  test('looks at the role that the caller has when it is their turn', async () => {
    const owner = await newOrganization();
    const { db } = owner.server.app;
    const admin = await givenMember(owner, 'admin');
    const send = () =>
      owner.send('POST', invitationsPath, {
        token: admin.token,
        body: { email: freshEmail(), role: 'viewer' },
      });
    expect((await send()).status).toBe(201);

    // Another process demotes the admin, whose role this one still remembers.
    await db.transaction().execute((trx) => setRole(trx, admin.id, 'viewer'));
    const { status, body } = await send();

    expect([status, body.code]).toEqual([403, 'role_required']);
    expect(await mailed(owner)).toHaveLength(1);
  });
});
