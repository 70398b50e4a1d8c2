import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventsIn } from '../support/events.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { spawnServer } from '../support/process.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startHub, sha256 } from './model-hub.ts';
import { commit, makeModel } from './models/hub-cache.ts';

const path = '/api/v1/voice/models';
const large = randomBytes(3_000_000);
const within = { timeout: 10_000, interval: 5 };

let server: TestServer;
let member: Member;
let cache: string;
beforeAll(async () => {
  server = await startServer();
  member = await newOrganization({ server });
});
afterAll(() => server.close());
beforeEach(async () => {
  cache = mkdtempSync(join(tmpdir(), 'hub-cache-'));
  const cached = { path: cache, updated_at: server.app.now() };
  await server.app.db
    .insertInto('model_cache')
    .values(cached)
    .onConflict((on) => on.column('singleton').doUpdateSet(cached))
    .execute();
  return () => rm(cache, { recursive: true, force: true });
});

const remove = (id: string) => member.send('DELETE', `${path}/${id}`);
const names = async () =>
  (await member.get(path)).body.items.map(({ name }: { name: string }) => name);
/** A hub with one model, whose download waits after 1,000,000 bytes. */
async function pausedHub() {
  const hub = await startHub();
  hub.host('acme/tts', { 'weights.bin': large });
  const pause = hub.pauseAt('weights.bin', 1_000_000);
  return { hub, pause };
}
const incomplete = (directory: string): string =>
  join(directory, 'models--acme--tts/blobs', `${sha256(large)}.incomplete`);
const paused = (directory: string) =>
  vi.waitFor(() => expect(statSync(incomplete(directory)).size).toBe(1_000_000), within);

describe('listVoiceModels', () => {
  test('shows what is there, whoever downloaded it, and pages through it', async () => {
    await makeModel(cache, 'openai/whisper-small', { 'a.bin': 'aaa', 'b/same.bin': 'aaa' });
    await makeModel(cache, 'gpt2', { 'model.bin': 'four' });
    writeFileSync(join(cache, 'version.txt'), '1');
    mkdirSync(join(cache, 'datasets--acme--calls'));

    const first = (await member.get(`${path}?limit=1`)).body;
    const second = (await member.get(`${path}?limit=1&cursor=${first.next_cursor}`)).body;

    expect(first.items).toMatchObject([{ model_id: 'gpt2', name: 'gpt2', bytes: 4, files: 1 }]);
    expect(second).toEqual({
      items: [
        {
          model_id: 'openai--whisper-small',
          name: 'openai/whisper-small',
          revisions: [{ commit, names: ['main'] }],
          bytes: 3,
          files: 1,
          downloaded_at: expect.any(String),
        },
      ],
      next_cursor: null,
    });
  });

  test('is empty without a directory, and refuses the cursor of another list', async () => {
    await rm(cache, { recursive: true });
    const { next_cursor } = (await member.get('/api/v1/workflow?limit=1')).body;

    expect((await member.get(path)).body).toEqual({ items: [], next_cursor: null });
    expect(next_cursor).toBeNull();
    expect((await member.get(`${path}?cursor=WzFd`)).status).toBe(422);
  });
});

describe('deleteVoiceModel', () => {
  test('removes all of a model, and nothing else', async () => {
    await makeModel(cache, 'acme/tts', { 'a.bin': 'aaa' });
    await makeModel(cache, 'acme/other', { 'a.bin': 'aaa' });

    const deleted = await remove('acme--tts');
    const again = await remove('acme--tts');

    expect([deleted.status, again.status]).toEqual([204, 404]);
    expect(readdirSync(cache)).toEqual(['models--acme--other']);
    expect(await names()).toEqual(['acme/other']);
  });

  test.each(['..', '%2e%2e', '..%2F..%2Fetc', 'acme--..', '.deleted-1', 'acme%2Ftts'])(
    'finds no model "%s"',
    async (id) => {
      await makeModel(cache, 'acme/tts', { 'a.bin': 'aaa' });

      const answer = await remove(id);

      expect([404, 405, 422]).toContain(answer.status);
      expect(existsSync(join(cache, 'models--acme--tts'))).toBe(true);
    },
  );

  test('waits for a download of the model, as a migration does', async () => {
    const { hub, pause } = await pausedHub();
    Object.assign(server.app.config.hub, { url: hub.url, maxBytes: 1e9 });
    await makeModel(cache, 'acme/other', { 'a.bin': 'aaa' });
    const { id } = (await member.post(`${path}/download`, { name: 'acme/tts' })).body;
    await paused(cache);
    const destination = `${cache}-moved`;

    const answers = [
      await remove('acme--tts'),
      await member.post(`${path}/migrate`, { destination }),
      await remove('acme--other'),
    ];
    pause.goOn();
    await member.get(`${path}/download/${id}/progress`);

    expect(answers.map(({ status, body }) => body?.code ?? status)).toEqual([
      'model_download_running',
      'model_download_running',
      204,
    ]);
    expect((await remove('acme--tts')).status).toBe(204);
    await hub[Symbol.asyncDispose]();
  });
});

describe('A server killed during a download', () => {
  test('continues it at its next start from the bytes that are there', async () => {
    const { hub, pause } = await pausedHub();
    const dataDir = mkdtempSync(join(tmpdir(), 'download-killed-'));
    const models = join(dataDir, 'models');
    const env = { DATA_DIR: dataDir, MODELS_CACHE_DIR: models, HF_ENDPOINT: hub.url, DEMO: '1' };
    const logIn = async (url: string) => {
      const answer = await fetch(`${url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'demo@example.com', password: 'demo-password' }),
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    };
    const first = await spawnServer(env);
    const begun = await fetch(`${first.url}${path}/download`, {
      method: 'POST',
      headers: await logIn(first.url),
      body: JSON.stringify({ name: 'acme/tts' }),
    });
    const { id } = (await begun.json()) as { id: number };
    await paused(models);

    await first.kill('SIGKILL');
    pause.breakOff();
    const second = await spawnServer(env);
    const progress = await fetch(`${second.url}${path}/download/${id}/progress`, {
      headers: await logIn(second.url),
    });
    const events = eventsIn(await progress.text(), 'VoiceModelDownloadEvent');

    expect(events.at(-1)?.data).toMatchObject({ event: 'complete', bytes: large.length });
    expect(hub.reads.map(({ from }) => from)).toEqual([0, 1_000_000]);
    await second.kill('SIGTERM');
    await hub[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true });
  });
});
