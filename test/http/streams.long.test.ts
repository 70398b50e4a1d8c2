import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenCampaign } from '../campaigns/given.ts';
import type { Credentials } from '../support/client.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenInstructable } from '../workflows/instructions/given.ts';
import { startServer, type TestServer } from '../support/server.ts';

const patience = { timeout: 30_000 };

describe('Event streams', () => {
  let server: TestServer;
  beforeAll(async () => {
    const streams = { perCaller: 2, perOrganization: 3, credentialEveryMs: 100 };
    server = await startServer({ streams });
  });
  afterAll(() => server.close());

  async function given() {
    const member = await newOrganization({ server });
    const { id } = await givenCampaign(member);
    return { member, path: `/api/v1/campaign/${id}/progress/stream` };
  }

  /** Opens a stream and reads its first event; `ended` is settled when the server ends it. */
  async function open(path: string, { token, key }: Credentials) {
    const leaving = new AbortController();
    const response = await fetch(server.url + path, {
      headers: key === undefined ? { authorization: `Bearer ${token}` } : { 'x-api-key': key },
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    const reader = response.body!.getReader();
    await reader.read();
    const ended = (async () => {
      while (!(await reader.read()).done);
      return 'ended';
    })().catch((error: unknown) => (error as Error).name);
    return { ended, leave: () => leaving.abort() };
  }
  const tryOpen = (member: Member, path: string, credentials: Credentials) =>
    member.send('GET', path, credentials);

  test('are limited per caller and per organization, and ending one frees its place', async () => {
    const { member, path } = await given();
    const other = await given();
    const { token, key } = member;
    const mine = [await open(path, { token }), await open(path, { token })];

    const third = await tryOpen(member, path, { token });
    const byKey = await open(path, { key });
    const fourth = await tryOpen(member, path, { key });

    for (const [{ status, headers, body }, whose, limit] of [
      [third, 'caller', 2],
      [fourth, 'organization', 3],
    ] as const) {
      expect([status, body.code, body.limit]).toEqual([429, 'too_many_streams', limit]);
      expect(body.detail).toContain(`The ${whose}'s limit of ${limit}`);
      expect(headers.get('retry-after')).toBe('5');
    }
    (await open(other.path, other.member)).leave();
    mine[0]?.leave();
    await expect
      .poll(async () => {
        const answer = await fetch(server.url + path, { headers: { 'x-api-key': key } });
        await answer.body?.cancel();
        return answer.status;
      }, patience)
      .toBe(200);
    mine[1]?.leave();
    byKey.leave();
  });

  test("of runs' tokens take no place of the organization's", async () => {
    const { member, path } = await given();
    const runs = [];
    for (let made = 0; made < 4; made += 1) runs.push(await givenInstructable(member));
    const streams = [];
    for (const run of runs.slice(0, 3)) {
      await run.add();
      streams.push(await open(`${run.path}/session/stream`, { key: run.token }));
    }

    const fourth = await tryOpen(member, `${runs[3]!.path}/session/stream`, {
      key: runs[3]!.token,
    });
    streams.push(await open(path, member));

    expect([fourth.status, fourth.body.code, fourth.body.limit]).toEqual([
      429,
      'too_many_streams',
      3,
    ]);
    for (const { leave } of streams) leave();
  });

  test('are refused before any work is done for them', async () => {
    const { member, path } = await given();
    const { token } = member;
    const streams = [await open(path, { token }), await open(path, { token })];

    const answer = await member.post('/api/v1/voice/models/migrate', { destination: '/anywhere' });

    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_streams']);
    for (const { leave } of streams) leave();
  });

  test('end when their session ends or their key is archived, and share their checks until then', async () => {
    const { member, path } = await given();
    const { db, polls } = server.app;
    await expect.poll(() => polls.campaigns.size, patience).toBe(0);
    const { key, token, organization_id } = member;
    const bySession = [await open(path, { token }), await open(path, { token })];
    const byKey = await open(path, { key });
    await expect.poll(() => polls.campaigns.size).toBe(1);

    // As another process would: this one is not notified.
    await db.deleteFrom('sessions').where('user_id', '=', member.user_id).execute();
    expect(await Promise.all(bySession.map(({ ended }) => ended))).toEqual(['ended', 'ended']);
    expect(polls.campaigns.size).toBe(1);
    await db
      .updateTable('api_keys')
      .set({ archived_at: server.app.now() })
      .where('organization_id', '=', organization_id)
      .execute();
    expect(await byKey.ended).toBe('ended');

    expect(polls.campaigns.size).toBe(0);
    expect((await tryOpen(member, path, { token })).status).toBe(401);
  });

  test('end when their organization is suspended', async () => {
    const { member, path } = await given();
    const admin = await newOrganization({ server, superAdmin: true });
    const streams = [
      await open(path, { token: member.token }),
      await open(path, { key: member.key }),
    ];

    await admin.post(`/api/v1/admin/organizations/${member.organization_id}/suspend`, {
      reason: 'Unpaid.',
    });

    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['ended', 'ended']);
  });

  test('answer HEAD with their headers alone, and leave their place', async () => {
    const { member, path } = await given();
    const credential = { authorization: `Bearer ${member.token}` };

    for (let tries = 0; tries < 3; tries++) {
      const answer = await fetch(server.url + path, { method: 'HEAD', headers: credential });

      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/event-stream');
      expect(await answer.text()).toBe('');
    }
  });

  test('leave nothing behind when their readers leave', async () => {
    const { member, path } = await given();
    const streams = [await open(path, member), await open(path, { key: member.key })];

    for (const { leave } of streams) leave();

    await expect.poll(() => server.app.polls.campaigns.size, patience).toBe(0);
  });
});
