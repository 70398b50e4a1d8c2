import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventsIn } from '../../support/events.ts';
import { newOrganization } from '../../support/organizations.ts';
import { spawnServer } from '../../support/process.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { later } from '../../../src/timestamp.ts';
import { sha256, startHub } from '../model-hub.ts';
import { commit, makeModel, makeRandomModel, writeTree } from '../models/hub-cache.ts';
import { makeDirectories } from '../models/two-file-systems.ts';

const path = '/api/v1/voice/models';
const weights = randomBytes(2_000_000);

async function given(overrides: Parameters<typeof startServer>[0] = {}) {
  const directories = await makeDirectories('on one file system');
  const { source, destination } = directories;
  const server = await startServer({ modelsCacheDir: source, ...overrides });
  onTestFinished(async () => {
    await server.close();
    await directories[Symbol.asyncDispose]();
  });
  return { server, member: await newOrganization({ server }), source, destination };
}

/** Inserts a migration that runs elsewhere; the result ends it. */
async function migrationElsewhere({ app }: TestServer) {
  const { id } = await app.db
    .insertInto('model_migrations')
    .values({ source: '/a', destination: '/b', models: 0, started_at: app.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return () => app.db.deleteFrom('model_migrations').where('id', '=', id).execute();
}

describe('listVoiceModels', () => {
  test('shows what is in the cache directory, page by page', async () => {
    const { member, source } = await given();
    await makeRandomModel(source, 'b/asr', [10]);
    const model = await makeModel(source, 'a/tts', { 'x.bin': weights, 'y.bin': weights, z: 'z' });
    await writeTree(model, { 'blobs/x.incomplete': 'half', 'refs/refs/pr/1': commit });
    await writeTree(source, { 'datasets--a--b/blobs/x': 'x', 'version.txt': '1' });
    mkdirSync(join(source, 'models--begun'));

    const { body } = await member.get(`${path}?limit=2`);
    const rest = await member.get(`${path}?limit=2&cursor=${body.next_cursor}`);
    const odd = await member.get(`${path}?cursor=WzQyXQ`);

    expect(body.items).toEqual([
      {
        model_id: 'a--tts',
        name: 'a/tts',
        revisions: [{ commit, names: expect.arrayContaining(['main', 'refs/pr/1']) }],
        size_bytes: weights.length + 1 + 4,
        files: 2,
        downloaded_at: expect.any(String),
      },
      expect.objectContaining({ model_id: 'b--asr', files: 1, size_bytes: 10 }),
    ]);
    expect(rest.body).toEqual({
      items: [expect.objectContaining({ model_id: 'begun', revisions: [], downloaded_at: null })],
      next_cursor: null,
    });
    expect(odd.status).toBe(422);
  });

  test('is empty without a cache directory', async () => {
    const { member } = await given();

    expect((await member.get(path)).body).toEqual({ items: [], next_cursor: null });
  });
});

describe('deleteVoiceModel', () => {
  test('deletes the model with all its files, and no other', async () => {
    const { member, source } = await given();
    await makeRandomModel(source, 'a/tts', [10]);
    await makeRandomModel(source, 'a/asr', [10]);
    await writeTree(source, { '.deleted-of-a-process-that-died/x': 'x' });

    const answers = [
      await member.delete(`${path}/a--tts`),
      await member.delete(`${path}/a--tts`),
      await member.delete(`${path}/..%2F..%2Fetc`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([204, 404, 422]);
    expect(readdirSync(source)).toEqual(['models--a--asr']);
  });

  test('waits for nothing: it is refused while the model is downloaded, deleted or migrated', async () => {
    const { server, member, source } = await given();
    const { db } = server.app;
    await makeRandomModel(source, 'a/tts', [10]);
    const code = async (request: Promise<{ status: number; body?: { code?: string } }>) => {
      const { status, body } = await request;
      return [status, body?.code];
    };
    const remove = () => code(member.delete(`${path}/a--tts`));
    const download = () => code(member.post(`${path}/download`, { name: 'a/tts' }));
    const migrate = () => code(member.post(`${path}/migrate`, { destination: `${source}-new` }));
    const { organization_id } = member;
    const name = 'a/tts';
    const now = server.app.now();

    await db
      .insertInto('model_downloads')
      .values({ organization_id, name, revision: 'main', started_at: now })
      .execute();
    const downloading = [await remove(), await download(), await migrate()];
    await db.deleteFrom('model_downloads').execute();
    const expires_at = later(now, 60_000);
    await db.insertInto('model_deletions').values({ name, expires_at }).execute();
    const deleting = [await remove(), await download(), await migrate()];
    await db.updateTable('model_deletions').set({ expires_at: now }).execute();
    const ended = await migrationElsewhere(server);
    const migrating = [await remove(), await download(), await migrate()];
    await ended();

    expect(downloading).toEqual(Array.from({ length: 3 }, () => [409, 'model_download_running']));
    expect(deleting).toEqual(Array.from({ length: 3 }, () => [409, 'model_deletion_running']));
    expect(migrating).toEqual(Array.from({ length: 3 }, () => [409, 'model_migration_running']));
    expect(existsSync(`${source}-new`)).toBe(false);
    // The claim of a process that died ends by itself.
    expect(await remove()).toEqual([204, undefined]);
  });
});

test('Models are downloaded, canceled and deleted by operators only', async () => {
  const { member, source } = await given({ isLocal: false });
  await makeRandomModel(source, 'a/tts', [10]);

  const answers = [
    await member.post(`${path}/download`, { name: 'a/tts' }),
    await member.post(`${path}/download/1/cancel`),
    await member.delete(`${path}/a--tts`),
  ];

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [403, 'operator_only']),
  );
});

test('A server killed during a download continues it at its next start', async () => {
  await using directories = await makeDirectories('on one file system');
  await using hub = await startHub();
  hub.host('acme/tts', { 'weights.bin': weights });
  const pause = hub.pauseAt('weights.bin', 700_000);
  const env = {
    DATA_DIR: directories.outside,
    MODELS_CACHE_DIR: directories.source,
    HF_ENDPOINT: hub.url,
    DEMO: '1',
  };
  const headersFor = async (url: string) => {
    const body = JSON.stringify({ email: 'demo@example.com', password: 'demo-password' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body });
    const { access_token } = (await answer.json()) as { access_token: string };
    return { ...headers, authorization: `Bearer ${access_token}` };
  };
  const model = join(directories.source, 'models--acme--tts');
  const incomplete = join(model, 'blobs', `${sha256(weights)}.incomplete`);

  const first = await spawnServer(env);
  const begun = await fetch(`${first.url}${path}/download`, {
    method: 'POST',
    headers: await headersFor(first.url),
    body: JSON.stringify({ name: 'acme/tts' }),
  });
  const { id } = (await begun.json()) as { id: number };
  await vi.waitFor(() => expect(statSync(incomplete).size).toBe(700_000), { timeout: 10_000 });
  await first.kill('SIGKILL');
  pause.breakOff();
  const second = await spawnServer(env);
  const stream = await fetch(`${second.url}${path}/download/${id}/stream`, {
    headers: await headersFor(second.url),
  });
  const events = eventsIn(await stream.text(), 'VoiceModelDownloadEvent');
  await second.kill('SIGTERM');

  expect(events.at(-1)).toMatchObject({ event: 'complete', data: { size_bytes: weights.length } });
  expect(hub.reads.map(({ from }) => from)).toEqual([0, 700_000]);
  const ref = readFileSync(join(model, 'refs/main'), 'utf8');
  expect(readFileSync(join(model, 'snapshots', ref, 'weights.bin')).equals(weights)).toBe(true);
}, 60_000);
