import { describe, expect, test } from 'vitest';
import { createLookUpLimit } from '../../src/auth/log-in-limits.ts';
import { emailExists, unauthorized } from '../../src/errors.ts';
import { type Member, newOrganization, password } from '../support/organizations.ts';
import { sharedServer, startServer } from '../support/server.ts';
import { invite, invitationsPath } from './invitations/given.ts';
import { freshEmail, givenMember } from './members/given.ts';

const taken = () => Promise.reject(emailExists());
const free = () => Promise.resolve('free');
const one = { organization_id: 1, address: '192.0.2.1' };

describe('The limit of found addresses', () => {
  test('counts those that have an account, and nothing else', async () => {
    const lookUp = createLookUpLimit(2);

    for (let i = 0; i < 3; i++) {
      expect(await lookUp(one, free)).toBe('free');
      await expect(lookUp(one, () => Promise.reject(unauthorized()))).rejects.toMatchObject({
        problem: { code: 'unauthorized' },
      });
    }
    for (let i = 0; i < 2; i++)
      await expect(lookUp(one, taken)).rejects.toMatchObject({ problem: { code: 'email_exists' } });

    await expect(lookUp(one, free)).rejects.toMatchObject({
      problem: { code: 'too_many_requests', quota: { name: 'taken-addresses', limit: 2 } },
    });
  });

  test('is that of the organization and that of the network address', async () => {
    const lookUp = createLookUpLimit(1);
    await expect(lookUp(one, taken)).rejects.toThrow('already exists');

    await expect(lookUp({ ...one, address: '192.0.2.2' }, free)).rejects.toThrow('limit of 1');
    await expect(lookUp({ ...one, organization_id: 2 }, free)).rejects.toThrow('limit of 1');
    expect(await lookUp({ organization_id: 2, address: '192.0.2.2' }, free)).toBe('free');
  });

  test('lets a burst find no more than a sequence', async () => {
    const lookUp = createLookUpLimit(2);
    let ran = 0;
    const later = async () => {
      ran += 1;
      await Promise.resolve();
      throw emailExists();
    };

    await Promise.allSettled(Array.from({ length: 10 }, () => lookUp(one, later)));

    expect(ran).toBe(2);
  });

  test('has room again for those that were refused in a burst of free addresses', async () => {
    const lookUp = createLookUpLimit(1);

    const [, second] = await Promise.allSettled([lookUp(one, free), lookUp(one, free)]);

    expect(second).toMatchObject({ reason: { problem: { retryAfterSeconds: 1 } } });
    expect(await lookUp(one, free)).toBe('free');
  });
});

const logInLimits = {
  failuresPerAccount: 1e9,
  failuresPerAddress: 1e9,
  windowSeconds: 900,
  signUpsPerHour: 2,
};
const limited = async () => startServer({ logInLimits }, (await sharedServer()).connection);

describe('createInvitation', () => {
  test('finds as many addresses with an account in an hour as sign-ups would', async () => {
    const server = await limited();
    const owner = await newOrganization({ server });
    const { email } = await givenMember(await newOrganization(), 'viewer');

    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await invite(owner, { email }));
    const free = await invite(owner, { email: freshEmail() });

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 429]);
    for (const { status, headers } of [answers[2]!, free]) {
      expect([status, headers.get('ratelimit-policy')]).toEqual([
        429,
        '"taken-addresses";q=2;w=3600',
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    }
    await server.close();
  });
});

describe('requestEmailChange', () => {
  test('counts with createInvitation, whether or not a key makes it one transaction', async () => {
    const server = await limited();
    const owner = await newOrganization({ server });
    const { email } = await givenMember(await newOrganization(), 'viewer');
    const change = (address: string) =>
      owner.post(
        '/api/v1/auth/email-changes',
        { email: address, password },
        { 'idempotency-key': freshEmail() },
      );

    const answers = [await invite(owner, { email }), await change(email), await change(email)];
    const free = await change(freshEmail());

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 429]);
    expect([free.status, free.headers.get('ratelimit-policy')]).toEqual([
      429,
      '"taken-addresses";q=2;w=3600',
    ]);
    await server.close();
  });
});

describe('resendInvitation', () => {
  test('counts with createInvitation', async () => {
    const server = await limited();
    const owner = await newOrganization({ server });
    const email = freshEmail();
    const { id } = (await invite(owner, { email })).body;
    await signUpSomewhere(owner, email);
    const resend = () => owner.post(`${invitationsPath}/${id}/resend`);

    const answers = [await invite(owner, { email }), await resend(), await resend()];

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 429]);
    await server.close();
  });

  const signUpSomewhere = async ({ server: { app } }: Member, email: string) => {
    const { organization_id } = await newOrganization();
    await app.db
      .insertInto('users')
      .values({
        organization_id,
        email,
        role: 'viewer',
        password_hash: 'none',
        created_at: app.now(),
      })
      .execute();
  };
});
