import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { request } from 'undici';
import { hashPassword } from '../../src/auth/credentials.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract } from '../../src/http/operations.ts';
import { exampleRequest } from '../support/examples.ts';
import { newOrganization } from '../support/organizations.ts';
import { outsideWork } from '../support/outside-work.ts';
import { sharedServer, startServer, type TestServer } from '../support/server.ts';
import { startReceiver } from '../webhooks/given.ts';
import { askedInVain, bodyFor, subjects } from '../support/subjects.ts';

/** Omitted operations, each with its reason. */
const dangerous = new Set<OperationId>([
  // It moves files to any directory; its own tests are watched like all others.
  'migrateModels',
]);

const operations = loadContract()
  .operations.map((operation) => [operation.id as OperationId, operation] as const)
  .filter(([id]) => !dangerous.has(id));

describe('A transaction', () => {
  let server: TestServer;
  beforeAll(async () => {
    // Host names are resolved only if private addresses are not allowed; the objects are created where they are.
    const { app, connection } = await sharedServer();
    const { dataDir } = app.config;
    server = await startServer({ webhookAllowPrivate: false, dataDir }, connection, app.jobs);
  });
  afterAll(() => server.close());

  test.each(operations)(
    'of %s does nothing outside the database, with and without an Idempotency-Key',
    async (id, { method, path, superAdmin, session, apiKey }) => {
      const example = exampleRequest(id);
      const { raw } = example;
      const statuses: number[] = [];

      for (const key of [undefined, randomUUID()]) {
        const owner = await newOrganization({ superAdmin });
        const parameters = await subjects[id]?.(owner);
        const body = bodyFor(id, parameters);
        const content = body !== undefined ? { body } : raw === undefined ? {} : { raw };
        const where = parameters
          ? path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]))
          : example.path;
        const credentials = session || apiKey ? { token: owner.token } : {};
        const headers = { ...(raw && example.headers), ...(key && { 'idempotency-key': key }) };
        const { status } = await server.send(method, where, {
          ...credentials,
          ...content,
          headers,
        });
        statuses.push(status);
      }

      expect(outsideWork()).toEqual([]);
      if (subjects[id]) expect(Math.max(...statuses)).toBeLessThanOrEqual(askedInVain[id] ?? 299);
    },
  );

  test.each([
    ['a name is looked up', () => lookup('localhost')],
    ['a password is hashed', () => hashPassword('twelve characters')],
    ['a file is used', () => stat('.')],
  ])('in which %s is detected', async (what, work: () => Promise<unknown>) => {
    await server.app.db.transaction().execute(() => work());

    expect(outsideWork()).toEqual([new Error(`In a transaction ${what}.`)]);
  });

  test('that holds a shared lock while it waits for another one is detected', async () => {
    const none = sql`select id from workflows where id = 0`;
    await server.app.db.transaction().execute(async (trx) => {
      await sql`${none} for update`.execute(trx);
      await sql`${none} for share`.execute(trx);
      await sql`${none} for update skip locked`.execute(trx);
    });
    expect(outsideWork()).toEqual([]);

    await server.app.db.transaction().execute(async (trx) => {
      await sql`${none} for key share`.execute(trx);
      await sql`${none} for no key update`.execute(trx);
    });

    expect(outsideWork().map(({ message }) => message)).toEqual([
      expect.stringContaining('a shared lock is held'),
    ]);
  });

  test('that sends a request to another server is detected, even over an open connection', async () => {
    const { url } = await startReceiver();
    const post = () => request(url, { method: 'POST', body: '{"event":"call_ended","call":{}}' });
    await (await post()).body.dump();

    await server.app.db.transaction().execute(async () => (await post()).body.dump());

    expect(outsideWork()).toContainEqual(
      new Error('In a transaction another server is contacted.'),
    );
  });

  test('may schedule work for after it', async () => {
    const over = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;

    await server.app.db.transaction().execute(async () => {
      later = over.promise.then(() => lookup('localhost'));
    });
    over.resolve();
    await later;

    expect(outsideWork()).toEqual([]);
  });
});
