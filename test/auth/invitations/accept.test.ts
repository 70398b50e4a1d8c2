import { describe, expect, test } from 'vitest';
import { digest, newMailToken } from '../../../src/auth/credentials.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { freshEmail, membersPath } from '../members/given.ts';
import { accept, invitationsPath, invite, password, tokenFor } from './given.ts';

const me = '/api/v1/auth/me';
const now = '2026-01-09T18:02:11.250Z';

describe('acceptInvitation', () => {
  test('makes a user of the organization with the role, who can log in', async () => {
    const owner = await newOrganization();
    const { send } = owner.server;
    const email = freshEmail();
    await invite(owner, { email, role: 'operator' });

    const { status, body } = await accept(owner, await tokenFor(owner, email));

    const { organization_id } = owner;
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ email, organization_id, role: 'operator' });
    expect((await send('GET', me, { token: body.access_token })).body.user).toEqual(body.user);
    expect((await send('POST', '/api/v1/auth/login', { body: { email, password } })).status).toBe(
      200,
    );
    expect((await owner.get(invitationsPath)).body.items).toEqual([]);
    const members = (await owner.get(membersPath)).body.items;
    expect(members.map(({ id }: { id: number }) => id)).toEqual([body.user.id, owner.user_id]);
  });

  test('works once, also if it is sent twice at the same time', async () => {
    const owner = await newOrganization();
    const email = freshEmail();
    await invite(owner, { email });
    const token = await tokenFor(owner, email);

    const answers = await Promise.all([1, 2, 3].map(() => accept(owner, token)));
    const late = await accept(owner, token);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect([late.status, late.body.code]).toEqual([409, 'invitation_ended']);
  });

  test('refuses an unknown token', async () => {
    const owner = await newOrganization();

    const { status, body } = await accept(owner, 'unknown');

    expect([status, body.code, body.param]).toEqual([409, 'invitation_ended', 'token']);
  });

  test('refuses an address that has signed up in the meantime, and keeps both accounts apart', async () => {
    const owner = await newOrganization();
    const email = freshEmail();
    await invite(owner, { email });
    const body = { email, password };
    const own = await owner.server.send('POST', '/api/v1/auth/signup', { body });

    const answer = await accept(owner, await tokenFor(owner, email));

    expect([answer.status, answer.body.code]).toEqual([409, 'email_exists']);
    expect(own.body.user.organization_id).not.toBe(owner.organization_id);
    expect((await owner.get(membersPath)).body.items).toHaveLength(1);
  });

  test('works where nobody can sign up', async () => {
    const server = await startServer({ signUp: 'closed' });
    const owner = await newOrganization({ server });
    const email = freshEmail();
    await invite(owner, { email });

    expect((await accept(owner, await tokenFor(owner, email))).status).toBe(201);
    const body = { email: freshEmail(), password };
    expect((await server.send('POST', '/api/v1/auth/signup', { body })).status).toBe(403);
    await server.close();
  });

  test.each([
    ['suspended', { suspended_at: now, suspension_reason: 'Unpaid invoices.' }, 'Unpaid invoices.'],
    ['deleted', { deleted_at: now }, expect.stringContaining('restore it')],
  ])('waits while the organization is %s', async (_, closed, reason) => {
    const owner = await newOrganization();
    const { db } = owner.server.app;
    const email = freshEmail();
    await invite(owner, { email });
    const token = await tokenFor(owner, email);
    const set = (values: object) =>
      db
        .updateTable('organizations')
        .set(values)
        .where('id', '=', owner.organization_id)
        .executeTakeFirst();
    await set(closed);

    const refused = await accept(owner, token);
    await set({ suspended_at: null, suspension_reason: null, deleted_at: null });
    const accepted = await accept(owner, token);

    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'organization_suspended', reason });
    expect([accepted.status, accepted.body.user?.email]).toEqual([201, email]);
  });

  test('takes an invitation of the demo only where the demo runs', async () => {
    const demo = await newOrganization();
    const { db } = demo.server.app;
    const { organization_id } = demo;
    await db
      .updateTable('organizations')
      .set({ is_demo: true })
      .where('id', '=', organization_id)
      .execute();
    const running = await startServer({ demo: true }, demo.server.connection);
    const token = newMailToken(0);
    const created_at = demo.server.app.now();
    await db
      .insertInto('invitations')
      .values({
        organization_id,
        email: freshEmail(),
        role: 'viewer',
        token_hash: digest(token),
        invited_by: demo.user_id,
        created_at,
        expires_at: later(created_at, 60_000),
      })
      .execute();

    const refused = await accept(demo, token);
    const accepted = await accept({ server: running }, token);

    expect([refused.status, refused.body.code]).toEqual([409, 'invitation_ended']);
    expect(accepted.status).toBe(201);
    await running.close();
  });

  test('counts attempts as sign-ups of their address', async () => {
    const logInLimits = {
      failuresPerAccount: 10,
      failuresPerAddress: 100,
      windowSeconds: 900,
      signUpsPerHour: 2,
    };
    const server = await startServer({ logInLimits });
    const owner = await newOrganization({ server });
    const email = freshEmail();
    await invite(owner, { email });

    const guesses = [await accept(owner, 'one'), await accept(owner, 'two')];
    const { status, headers } = await accept(owner, await tokenFor(owner, email));

    expect(guesses.map((guess) => guess.status)).toEqual([409, 409]);
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"signup";q=2;w=3600']);
    await server.close();
  });

  test('accepts passwords of 12 to 128 characters and never repeats them', async () => {
    const { server } = await newOrganization();
    const path = '/api/v1/auth/accept-invitation';

    const { status, body } = await server.send('POST', path, {
      body: { token: 'x'.repeat(65), password: 'short' },
    });

    expect(status).toBe(422);
    expect(
      body.detail.map(({ loc, input }: { loc: string[]; input: unknown }) => [loc[1], input]),
    ).toEqual([
      ['token', '[redacted]'],
      ['password', '[redacted]'],
    ]);
  });
});
