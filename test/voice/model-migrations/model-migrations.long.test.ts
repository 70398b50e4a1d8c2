import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { eventsIn as readEvents } from '../../support/events.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { spawnServer } from '../../support/process.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { makeRandomModel, snapshot } from '../models/hub-cache.ts';
import { makeBigModel, mebibyte } from '../models/run-migration.ts';
import { type Directories, makeDirectories } from '../models/two-file-systems.ts';

const path = '/api/v1/voice/models/migrate';
const secretKey = Buffer.alloc(32).toString('base64');

const eventsIn = (text: string) => readEvents(text, 'ModelMigrationEvent');

describe('migrateModels', () => {
  let server: TestServer;
  let member: Member;
  let directories: Directories;
  const migrate = async (destination: string) => {
    const answer = await member.post(path, { destination });
    return { ...answer, events: answer.status === 200 ? eventsIn(answer.text) : [] };
  };
  const cacheDir = async () =>
    (await member.get('/api/v1/voice/models/cache-dir')).body.path as string;
  const use = (directory: string) =>
    server.app.db
      .insertInto('model_cache')
      .values({ path: directory, updated_at: server.app.now() })
      .onConflict((on) => on.column('singleton').doUpdateSet({ path: directory }))
      .execute();

  beforeAll(async () => {
    server = await startServer();
    member = await newOrganization({ server });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    directories = await makeDirectories('across file systems');
    await use(directories.source);
    return () => directories[Symbol.asyncDispose]();
  });

  test('moves the models, reports every byte and changes the current directory', async () => {
    await makeRandomModel(directories.source, 'openai/whisper', [3_000_000, 10]);
    await makeRandomModel(directories.source, 'hexgrad/Kokoro', [500_000]);
    const before = snapshot(directories.source);

    const { headers, events } = await migrate(directories.destination);

    expect(headers.get('content-type')).toBe('text/event-stream');
    const last = events.at(-1);
    expect(last).toMatchObject({
      event: 'complete',
      data: { moved: 2, errors: [], destination: directories.destination },
    });
    const progress = events.slice(0, -1);
    expect(progress.every(({ event }) => event === 'progress')).toBe(true);
    expect(progress.at(-1)?.data).toMatchObject({
      current: 3_500_010 + 80,
      total: 3_500_010 + 80,
      progress: 100,
    });
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(snapshot(directories.destination)).toEqual(before);
    expect(snapshot(directories.source)).toEqual({});
    expect(await cacheDir()).toBe(directories.destination);
  });

  test('reports its progress at most ten times a second', async () => {
    await makeBigModel(directories, 'b/big', 192 * mebibyte);

    const { events } = await migrate(directories.destination);

    const timestamps = events.flatMap(({ data }) =>
      'timestamp' in data ? Date.parse(String(data.timestamp)) : [],
    );
    const gaps = timestamps.slice(1, -1).map((time, index) => time - (timestamps[index] ?? 0));
    // Nine events and the last one.
    expect(Math.min(...gaps)).toBeGreaterThan(1000 / 9 - 2);
  });

  test('deletes what is left at the source after a switch, and nothing that differs', async () => {
    const { source, destination } = directories;
    const { app } = server;
    await makeRandomModel(source, 'a/same', [10]);
    await cp(source, destination, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    });
    await makeRandomModel(source, 'b/other', [10]);
    await makeRandomModel(destination, 'b/other', [20]);
    const before = snapshot(destination);
    await use(destination);
    const row = { source, destination, models: 3, started_at: app.now() };
    await app.db.insertInto('model_migrations').values(row).execute();

    await app.modelMigrations.fill();
    const events = eventsIn((await member.get(`${path}/stream`)).text);

    expect(events.at(-1)).toMatchObject({
      event: 'complete',
      data: { moved: 2, errors: [{ model_name: 'b/other' }] },
    });
    expect(readdirSync(source)).toEqual(['models--b--other']);
    expect(snapshot(destination)).toEqual(before);
    expect(await cacheDir()).toBe(destination);
  });

  test('completes an empty cache without moving anything', async () => {
    mkdirSync(directories.source);

    const { events } = await migrate(directories.destination);

    expect(events).toEqual([
      expect.objectContaining({
        event: 'complete',
        data: expect.objectContaining({ moved: 0, errors: [] }),
      }),
    ]);
    expect(await cacheDir()).toBe(directories.destination);
  });

  test('continues when the client leaves, and can be followed to its end', async () => {
    await makeRandomModel(directories.source, 'a/large', [30_000_000]);
    const leave = new AbortController();
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ destination: directories.destination }),
      signal: leave.signal,
    });
    expect(answer.status).toBe(200);
    leave.abort();

    const refused = await migrate(directories.destination);
    const joined = eventsIn((await member.get(`${path}/stream`)).text);
    const seen = joined.at(-2)?.id ?? '';
    const resumed = await member.send('GET', `${path}/stream`, {
      headers: { 'last-event-id': seen },
    });

    expect([200, 409]).toContain(refused.status);
    expect(joined.at(-1)).toMatchObject({ event: 'complete', data: { moved: 1 } });
    expect(eventsIn(resumed.text)).toEqual([joined.at(-1)]);
    expect(await cacheDir()).toBe(directories.destination);
  });

  test('starts once of several concurrent requests', async () => {
    await makeRandomModel(directories.source, 'a/model', [2_000_000]);

    const answers = await Promise.all([1, 2, 3, 4].map(() => migrate(directories.destination)));

    const begun = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(begun).toHaveLength(1);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'model_migration_running']),
    );
  });

  test('refuses what cannot work before it starts', async () => {
    mkdirSync(directories.source);
    const { source } = directories;

    const relative = await migrate('models');
    expect(relative.status).toBe(422);
    expect(relative.body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'destination'], type: 'string_pattern_mismatch' }),
    ]);
    const cases = [
      [source, 409, 'same_directory'],
      [join(source, 'inside'), 409, 'nested_directory'],
      [join(source, '..'), 409, 'nested_directory'],
      ['/proc/nowhere', 409, 'destination_not_writable'],
    ] as const;
    for (const [destination, status, code] of cases) {
      const answer = await migrate(destination);
      expect([destination, answer.status, answer.body?.code]).toEqual([destination, status, code]);
    }
    expect(await cacheDir()).toBe(source);
  });

  test('refuses when there is no cache directory', async () => {
    const answer = await migrate(directories.destination);

    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('no_cache_directory');
  });

  test('keeps what cannot be moved and reports it, and keeps the directory if nothing was moved', async () => {
    const model = await makeRandomModel(directories.source, 'a/odd', [10]);
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [join(model, 'pipe')]);

    const { events } = await migrate(directories.destination);

    expect(events.at(-1)).toMatchObject({
      event: 'complete',
      data: { moved: 0, errors: [{ model_name: 'a/odd' }] },
    });
    expect(await cacheDir()).toBe(directories.source);
  });
});

describe('The models of a server that others use', () => {
  test('can be migrated and followed by operators only, below MODELS_ROOTS', async () => {
    await using directories = await makeDirectories('on one file system');
    mkdirSync(directories.source);
    const server = await startServer({
      isLocal: false,
      modelsCacheDir: directories.source,
      modelsRoots: [directories.destination],
    });
    const [member, admin] = [
      await newOrganization({ server }),
      await newOrganization({ server, superAdmin: true }),
    ];
    const { destination } = directories;
    const makeOperator = (is_operator: boolean) =>
      admin.put(`/api/v1/admin/organizations/${member.organization_id}/operator`, { is_operator });
    const both = async () => [
      await member.post(path, { destination }),
      await member.get(`${path}/stream`),
    ];

    const strangers = await both();
    expect(existsSync(destination)).toBe(false);
    await makeOperator(true);
    const outside = await member.post(path, { destination: `${destination}-not` });
    const operators = await both();
    await makeOperator(false);
    const strangersAgain = await both();

    expect([outside.status, outside.body.code]).toEqual([409, 'destination_not_allowed']);
    for (const answers of [strangers, strangersAgain])
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [403, 'operator_only'],
        [403, 'operator_only'],
      ]);
    expect(operators.map(({ status }) => status)).toEqual([200, 200]);
    expect((await member.get('/api/v1/voice/models/cache-dir')).body).toEqual({ path: '.' });
    expect((await admin.get('/api/v1/voice/models/cache-dir')).body).toEqual({ path: '.' });
    await server.close();
  });

  test.each([
    [
      'with a real database',
      { DATABASE_URL: 'postgres://127.0.0.1/elsewhere', SECRET_KEYS: secretKey },
    ],
    ['with the embedded database on the network', { HOST: '0.0.0.0' }],
  ])('are not moved without MODELS_ROOTS %s', async (_, env) => {
    await using directories = await makeDirectories('on one file system');
    mkdirSync(directories.source);
    const { isLocal, modelsRoots } = readConfig(env);
    const server = await startServer({
      isLocal,
      modelsRoots,
      modelsCacheDir: directories.source,
    });
    const member = await newOrganization({ server });
    await server.app.db
      .updateTable('organizations')
      .set({ is_operator: true })
      .where('id', '=', member.organization_id)
      .execute();

    const answer = await member.post(path, { destination: directories.destination });

    expect([answer.status, answer.body.code]).toEqual([409, 'destination_not_allowed']);
    expect(answer.body.detail).toContain('MODELS_ROOTS is not set');
    expect(existsSync(directories.destination)).toBe(false);
    await server.close();
  });
});

describe('migrateModels while another request is being checked', () => {
  test('is refused before it creates a directory', async () => {
    await using directories = await makeDirectories('on one file system');
    mkdirSync(directories.source);
    const server = await startServer({ modelsCacheDir: directories.source });
    const member = await newOrganization({ server });
    const checked = Promise.withResolvers<void>();
    const checking = server.app.modelMigrations.oneAtATime(() => checked.promise);

    const answer = await member.post(path, { destination: directories.destination });

    expect([answer.status, answer.body.code]).toEqual([409, 'model_migration_running']);
    expect(existsSync(directories.destination)).toBe(false);
    checked.resolve();
    await checking;
    const later = await member.post(path, { destination: directories.destination });
    expect(later.status).toBe(200);
    await server.close();
  });
});

describe('A server killed during a migration', () => {
  test('completes it at its next start and then reports the new directory', async () => {
    await using directories = await makeDirectories('across file systems');
    const dataDir = directories.outside;
    const env = { DATA_DIR: dataDir, MODELS_CACHE_DIR: directories.source, DEMO: '1' };
    for (let i = 0; i < 6; i++)
      await makeRandomModel(directories.source, `org/model-${i}`, [4_000_000, 100]);
    const before = snapshot(directories.source);
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
    const stream = await fetch(first.url + path, {
      method: 'POST',
      headers: await logIn(first.url),
      body: JSON.stringify({ destination: directories.destination }),
    });
    const reader = stream.body?.getReader();
    await reader?.read();

    await first.kill('SIGKILL');
    const second = await spawnServer(env);

    const headers = await logIn(second.url);
    const joined = await fetch(`${second.url}${path}/stream`, { headers });
    const events = eventsIn(await joined.text());
    expect(events.at(-1)).toMatchObject({ event: 'complete', data: { moved: 6, errors: [] } });
    expect(
      await (await fetch(`${second.url}/api/v1/voice/models/cache-dir`, { headers })).json(),
    ).toEqual({ path: directories.destination });
    expect(snapshot(directories.destination)).toEqual(before);
    expect(snapshot(directories.source)).toEqual({});
    await second.kill('SIGTERM');
  });
});
