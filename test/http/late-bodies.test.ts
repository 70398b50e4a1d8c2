import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { givenAdmin, suspend } from '../billing/organizations/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';

const path = '/api/v1/auth/api-keys';
const body = JSON.stringify({ name: 'Made late' });

/** Sends a request whose body arrives after something else has happened. */
async function sendLate(member: Member, headers: object, meanwhile: () => Promise<unknown>) {
  const { url } = member.server;
  // The caller is remembered, so that the check before the body takes no time.
  await member.get('/api/v1/auth/me');
  const sent = request(new URL(path, url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
      ...headers,
    },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.slice(0, 5));
  await meanwhile();
  sent.end(body.slice(5));
  const [response] = await once(sent, 'response');
  const { code } = (await json(response)) as { code?: string };
  return [response.statusCode, code];
}

const bySession = ({ token }: Member) => ({ authorization: `Bearer ${token}` });

describe('A request whose body arrives late', () => {
  test('is done if nothing has changed', async () => {
    const member = await newOrganization();

    const answer = await sendLate(member, bySession(member), () => member.get('/healthz'));

    expect(answer).toEqual([201, undefined]);
  });

  test('is refused if its session has ended', async () => {
    const member = await newOrganization();

    const answer = await sendLate(member, bySession(member), () =>
      member.post('/api/v1/auth/logout'),
    );

    expect(answer).toEqual([401, 'unauthorized']);
  });

  test('is refused if the organization was suspended', async () => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];

    const answer = await sendLate(member, bySession(member), () => suspend(admin, member));

    expect(answer).toEqual([403, 'organization_suspended']);
  });

  test("is refused if the user's role no longer allows it", async () => {
    const member = await newOrganization();
    const { app } = member.server;

    const answer = await sendLate(member, bySession(member), async () => {
      await app.db
        .updateTable('users')
        .set({ role: 'viewer' })
        .where('id', '=', member.user_id)
        .execute();
      app.callers.forgetUser(member.user_id);
    });

    expect(answer).toEqual([403, 'role_required']);
  });
});
