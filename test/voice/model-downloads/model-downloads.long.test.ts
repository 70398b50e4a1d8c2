import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventsIn as readEvents } from '../../support/events.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { commit, gitHash, sha256, startHub } from '../model-hub.ts';

const path = '/api/v1/voice/models/download';
const name = 'acme/tts';
const large = randomBytes(3_000_000);
const config = Buffer.from('{"a": 1}');
const files = { 'config.json': config, 'voices/model.safetensors': large, 'copy.bin': large };
const weights = 'voices/model.safetensors';
const bytes = large.length + config.length;

let server: TestServer;
let member: Member;
let hub: Awaited<ReturnType<typeof startHub>>;
let cache: string;

const model = () => join(cache, 'models--acme--tts');
const incomplete = () => join(model(), 'blobs', `${sha256(large)}.incomplete`);
const has = (file: string, size: number) =>
  vi.waitFor(() => expect(statSync(file).size).toBe(size), { timeout: 10_000, interval: 5 });
const download = (body: object = { name }) => member.post(path, body);
const follow = async (id: number, headers: Record<string, string> = {}) =>
  readEvents(
    (await member.send('GET', `${path}/${id}/stream`, { headers })).text,
    'VoiceModelDownloadEvent',
  );
const end = async (id: number) => (await follow(id)).at(-1)?.data;
const get = async (id: number) => (await member.get(`${path}/${id}`)).body;
const readsOf = (file: string) => hub.reads.filter((read) => read.path === file);

beforeAll(async () => {
  server = await startServer();
  member = await newOrganization({ server });
});
afterAll(() => server.close());
beforeEach(async () => {
  cache = mkdtempSync(join(tmpdir(), 'hub-cache-'));
  hub = await startHub();
  hub.host(name, files);
  const cached = { path: cache, updated_at: server.app.now() };
  await server.app.db
    .insertInto('model_cache')
    .values(cached)
    .onConflict((on) => on.column('singleton').doUpdateSet(cached))
    .execute();
  use({ url: hub.url, token: 'secret-token' });
  return async () => {
    await vi.waitUntil(async () => (await active()).length === 0, { timeout: 10_000 });
    await hub[Symbol.asyncDispose]();
    await rm(cache, { recursive: true });
  };
});

/** The server's hub: its configuration is read when a download begins. */
function use(settings: Partial<typeof server.app.config.hub>): void {
  Object.assign(server.app.config.hub, { maxBytes: 1e9, ...settings });
}
const active = () =>
  server.app.db.selectFrom('model_downloads').select('id').where('ended_at', 'is', null).execute();

describe('downloadVoiceModel', () => {
  test('writes what the Hugging Face client would, once per file, and reports every byte', async () => {
    const begun = await download();
    const events = await follow(begun.body.id);

    expect(begun.status).toBe(201);
    expect(begun.headers.get('location')).toBe(`${path}/${begun.body.id}`);
    expect(events.at(-1)).toMatchObject({
      event: 'complete',
      data: { model_name: name, revision: 'main', commit, files: 3, size_bytes: bytes },
    });
    expect(events.at(-2)?.data).toMatchObject({ current: bytes, total: bytes, progress: 100 });
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(readdirSync(join(model(), 'blobs')).toSorted()).toEqual(
      [gitHash(config), sha256(large)].toSorted(),
    );
    expect(readFileSync(join(model(), 'refs/main'), 'utf8')).toBe(commit);
    const snapshot = join(model(), 'snapshots', commit);
    expect(readlinkSync(join(snapshot, weights))).toBe(`../../../blobs/${sha256(large)}`);
    for (const [file, content] of Object.entries(files))
      expect(readFileSync(join(snapshot, file)).equals(content)).toBe(true);
    expect(hub.reads.map(({ sent }) => sent).toSorted((a, b) => a - b)).toEqual([
      config.length,
      large.length,
    ]);
    expect(await get(begun.body.id)).toMatchObject({
      status: 'completed',
      downloaded_bytes: bytes,
      commit,
    });
  });

  test('sends its token to the hub, and not to the server that has the large files', async () => {
    const { id } = (await download()).body;
    await end(id);

    expect(readsOf('config.json').map(({ authorization }) => authorization)).toEqual([
      'Bearer secret-token',
    ]);
    expect(
      hub.reads.find(({ path: file }) => file !== 'config.json')?.authorization,
    ).toBeUndefined();
    expect(JSON.stringify(server.logged)).not.toContain('secret-token');
  });

  test('continues a connection that breaks from the byte at which it broke', async () => {
    hub.host(name, { [weights]: large });
    const pauses = [hub.pauseAt(weights, 1_000_000), hub.pauseAt(weights, 500_000)];

    const { id } = (await download()).body;
    for (const [index, pause] of pauses.entries()) {
      await has(incomplete(), [1_000_000, 1_500_000][index] ?? 0);
      pause.breakOff();
    }

    expect(await end(id)).toMatchObject({ event: 'complete', size_bytes: large.length });
    expect(hub.reads.map(({ from, sent }) => [from, sent])).toEqual([
      [0, 1_000_000],
      [1_000_000, 500_000],
      [1_500_000, 1_500_000],
    ]);
    expect(readFileSync(join(model(), 'blobs', sha256(large))).equals(large)).toBe(true);
  });

  test('continues what an earlier download left, and downloads nothing that is there', async () => {
    hub.host(name, { [weights]: large, 'config.json': config });
    const pause = hub.pauseAt(weights, 1_000_000);
    const first = (await download()).body.id;
    await has(incomplete(), 1_000_000);
    const canceled = await member.post(`${path}/${first}/cancel`);
    const again = await member.post(`${path}/${first}/cancel`);
    const last = await end(first);
    pause.breakOff();

    const second = (await download()).body.id;
    const events = await follow(second);
    const third = await end((await download()).body.id);

    expect([canceled.status, canceled.body.status]).toEqual([200, 'canceling']);
    expect([again.status, again.body.status]).toEqual([200, expect.stringMatching(/^cancel/)]);
    expect(last).toMatchObject({ event: 'error', code: 'download_canceled' });
    expect(await get(first)).toMatchObject({
      status: 'canceled',
      failure: { code: 'download_canceled' },
    });
    expect(events[0]?.data).toMatchObject({ status: 'verifying' });
    expect(events.at(-1)?.data).toMatchObject({ event: 'complete' });
    expect(readsOf(weights).map(({ from }) => from)).toEqual([0, 1_000_000]);
    expect(third).toMatchObject({ event: 'complete' });
    expect(readsOf('config.json')).toHaveLength(1);
  });

  test('rejects bytes that have another hash, and shows nothing of them', async () => {
    hub.lieAbout(weights, Buffer.alloc(large.length));
    hub.host(name, { 'config.json': config, [weights]: large });

    const { id } = (await download()).body;

    expect(await end(id)).toMatchObject({ event: 'error', code: 'verification_failed' });
    expect(await get(id)).toMatchObject({ status: 'failed', commit: null });
    expect(existsSync(join(model(), 'snapshots'))).toBe(false);
    expect(readdirSync(join(model(), 'blobs'))).toEqual([gitHash(config)]);
  });

  test('rejects small files that have another hash, and files that are longer', async () => {
    hub.lieAbout('config.json', Buffer.from('{"a": 2}'));
    expect(await end((await download()).body.id)).toMatchObject({ code: 'verification_failed' });

    hub.lieAbout('config.json', Buffer.from('{"a": 1} and more'));
    expect(await end((await download()).body.id)).toMatchObject({ code: 'verification_failed' });
    expect(existsSync(join(model(), 'snapshots'))).toBe(false);
  });

  test.each([
    ['../../../escaped', {}, 'hub_error'],
    ['a//b', {}, 'hub_error'],
    ['odd', { oid: '../../x' }, 'hub_error'],
    ['huge', { size: 2e9 }, 'model_too_large'],
    ['huger', { size: 2 ** 52 }, 'insufficient_space'],
  ])('refuses a model with the file %s %j before its first byte', async (file, entry, code) => {
    hub.host(name, { [file]: config });
    hub.listAs(file, entry);
    if (code === 'insufficient_space') use({ maxBytes: 2 ** 53 });

    const last = await end((await download()).body.id);

    expect(last).toMatchObject({ event: 'error', code });
    expect(hub.reads).toEqual([]);
  });

  test.each([
    [404, 'model_not_found'],
    [401, 'model_not_accessible'],
    [403, 'model_not_accessible'],
    [503, 'hub_unreachable'],
    [418, 'hub_error'],
  ])('reports an answer %i of the hub as %s', async (status, code) => {
    hub.answerWith(status);

    const last = await end((await download()).body.id);

    expect(last).toMatchObject({
      event: 'error',
      code,
      message: expect.stringMatching(/^The .*\.$/),
    });
  });

  test('reports a hub that cannot be reached', async () => {
    use({ url: 'http://127.0.0.1:9' });

    expect(await end((await download()).body.id)).toMatchObject({ code: 'hub_unreachable' });
  });

  test('begins once of several requests for a model, and four models at most', async () => {
    const others = ['acme/b', 'acme/c', 'acme/d'];
    for (const other of others) hub.host(other, { [`${other.slice(-1)}.bin`]: large });
    hub.host(name, { [weights]: large });
    const pauses = [weights, 'b.bin', 'c.bin', 'd.bin'].map((file) => hub.pauseAt(file, 1000));

    const same = await Promise.all([1, 2, 3].map(() => download()));
    const more = await Promise.all(others.map((other) => download({ name: other })));
    const fifth = await download({ name: 'acme/e' });
    for (const pause of pauses) pause.goOn();

    expect(same.map(({ status, body }) => String(body.code ?? status)).toSorted()).toEqual([
      '201',
      'model_download_running',
      'model_download_running',
    ]);
    expect(more.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([fifth.status, fifth.body.code]).toEqual([409, 'limit_reached']);
    const [first] = same.filter(({ status }) => status === 201);
    for (const { body } of [first!, ...more])
      expect(await end(body.id)).toMatchObject({ event: 'complete' });
  });

  test.each([
    [{ name: 'acme/../x' }, 'name'],
    [{ name: 'acme--x/y' }, 'name'],
    [{ name: '../x' }, 'name'],
    [{ name, revision: 'a/../../b' }, 'revision'],
    [{ name, revision: 'main/' }, 'revision'],
  ])('refuses %j', async (body, member) => {
    const answer = await download(body);

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', member]]);
  });
});

describe('streamVoiceModelDownload', () => {
  test('continues after the last event, and answers the terminal one at once', async () => {
    hub.host(name, { [weights]: large });
    const pause = hub.pauseAt(weights, 1_000_000);
    const { id } = (await download()).body;
    await has(incomplete(), 1_000_000);
    const following = follow(id);
    pause.goOn();

    const events = await following;
    const rest = await follow(id, { 'last-event-id': events.at(-2)?.id ?? '' });

    expect(events.at(-1)?.event).toBe('complete');
    expect(rest).toEqual([events.at(-1)]);
  });
});

describe('cancelVoiceModelDownload', () => {
  test('refuses a download that has ended', async () => {
    const { id } = (await download()).body;
    await end(id);

    const answer = await member.post(`${path}/${id}/cancel`);

    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'model_download_ended', state: 'completed' }),
    ]);
  });
});
