import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { endLeases } from '../../../src/voice/generations/claim-queries.ts';
import { leaseMs, maxAttempts, maxRunning } from '../../../src/voice/generations/rules.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { until } from '../../telephony/calls/given.ts';
import { audio } from '../engines/speech-server.ts';
import { givenProfile } from '../given.ts';
import { givenQueued, held, type Studio, startStudio } from './given.ts';

const beside = ({ server }: Studio): Promise<TestServer> =>
  startServer(server.app.config, server.connection);

/** As if nobody had renewed the claims for the whole lease. */
const leaseEnds = ({ app }: TestServer) => endLeases(app.db, later(app.now(), leaseMs));

const versionsOf = async (studio: Studio, path: string) =>
  (await studio.member.get(`${path}/versions`)).body.items.length;

describe('A generation', () => {
  test('whose process is gone is begun again by another, and has one version', async () => {
    const studio = await startStudio();
    const other = await beside(studio);
    const { answer, release, reached } = held();
    studio.speech.answers = [answer, audio()];
    const path = await givenQueued(studio.member, { profile_id: studio.profile_id });

    const late = studio.server.app.generator.settled();
    await reached;
    await leaseEnds(other);
    await other.app.generator.settled();
    const completed = (await studio.member.get(path)).body;
    // The first process was only slow.
    release();
    await late;

    expect(completed.status).toBe('completed');
    expect((await studio.member.get(path)).body).toEqual(completed);
    expect(await versionsOf(studio, path)).toBe(1);
    await other.close();
  });

  test('fails when its process ends each time', async () => {
    const studio = await startStudio();
    const { member, server, profile_id } = studio;
    const path = await givenQueued(member, { profile_id });

    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      expect((await member.get(path)).body.status).toBe('queued');
      await server.app.db
        .updateTable('generations')
        .set({ status: 'running', attempts: attempt, lease_ends_at: server.app.now() })
        .execute();
      await leaseEnds(server);
    }

    expect((await member.get(path)).body).toMatchObject({
      status: 'failed',
      failure: { code: 'interrupted' },
      ended_at: expect.any(String),
    });
  });

  test('is given back by a process that stops, and is not counted as an attempt', async () => {
    const studio = await startStudio();
    const other = await beside(studio);
    const { answer, reached } = held();
    studio.speech.answers = [answer, audio()];
    const path = await givenQueued(studio.member, { profile_id: studio.profile_id });

    void studio.server.app.generator.fill();
    await reached;
    await studio.server.app.generator.stop();
    const row = await other.app.db.selectFrom('generations').selectAll().executeTakeFirstOrThrow();
    await other.app.generator.settled();

    expect(row).toMatchObject({ status: 'queued', attempts: 0, lease_ends_at: null });
    expect((await studio.member.get(path)).body.status).toBe('completed');
    await other.close();
  });

  test('that is canceled in another process stops', async () => {
    const studio = await startStudio();
    const other = await beside(studio);
    const { answer, left, reached } = held();
    studio.speech.answers = [answer];
    const path = await givenQueued(studio.member, { profile_id: studio.profile_id });

    const generating = studio.server.app.generator.settled();
    await reached;
    const { token } = studio.member;
    expect((await other.send('POST', `${path}/cancel`, { token })).status).toBe(200);
    await left;
    await generating;

    expect((await studio.member.get(path)).body.status).toBe('canceled');
    await other.close();
  });

  test('is spoken once by two processes that work at once', async () => {
    const studio = await startStudio();
    const other = await beside(studio);
    const members = [studio.member, ...(await organizations(studio, 4))];
    const paths = [];
    for (const member of members) {
      const profile_id = await givenProfile(member);
      for (let n = 0; n < 5; n += 1)
        paths.push([member, await givenQueued(member, { profile_id })] as const);
    }

    await Promise.all([studio.server.app.generator.settled(), other.app.generator.settled()]);
    await studio.server.app.generator.settled();

    for (const [member, path] of paths)
      expect((await member.get(`${path}/versions`)).body.items).toHaveLength(1);
    expect(studio.speech.spoken).toHaveLength(paths.length);
    await other.close();
  });
});

const organizations = (studio: Studio, count: number) =>
  Promise.all(Array.from({ length: count }, () => newOrganization({ server: studio.server })));

describe('Organizations', () => {
  test('take turns: one with many texts does not delay that of another', async () => {
    const studio = await startStudio();
    const [modest] = await organizations(studio, 1);
    const profile_id = await givenProfile(modest!);
    for (let n = 0; n < 40; n += 1)
      await givenQueued(studio.member, { profile_id: studio.profile_id, text: `Greedy ${n}` });
    await givenQueued(modest!, { profile_id, text: 'Modest' });

    await studio.server.app.generator.settled();

    const inputs = studio.speech.spoken.map(({ body }) => String(body['input']));
    expect(inputs).toHaveLength(41);
    expect(inputs.indexOf('Modest')).toBeLessThan(maxRunning.perOrganization + 1);
  });

  test('have so many running at once, and a process so many in all', async () => {
    const studio = await startStudio();
    const { answer, release } = held();
    studio.speech.answers = [answer];
    const members = [studio.member, ...(await organizations(studio, 3))];
    for (const member of members) {
      const profile_id = await givenProfile(member);
      for (let n = 0; n < 3; n += 1) await givenQueued(member, { profile_id });
    }
    const running = async () => {
      const { db } = studio.server.app;
      const rows = await db
        .selectFrom('generations')
        .select('organization_id')
        .where('status', '=', 'running')
        .execute();
      return rows.map(({ organization_id }) => organization_id);
    };

    await studio.server.app.generator.fill();
    const first = await running();
    const second = await beside(studio);
    await second.app.generator.fill();
    const third = await beside(studio);
    await third.app.generator.fill();
    const all = await running();

    expect(first).toHaveLength(maxRunning.perProcess);
    // Each organization has its turn before one has its second.
    expect(new Set(first).size).toBe(members.length);
    expect(all).toHaveLength(members.length * maxRunning.perOrganization);
    await until(
      async () => studio.speech.spoken.length,
      (count) => count === all.length,
    );
    release();
    for (const { app } of [studio.server, second, third]) await app.generator.settled();
    expect(studio.speech.spoken).toHaveLength(members.length * 3);
    for (const server of [second, third]) await server.close();
  });
});
