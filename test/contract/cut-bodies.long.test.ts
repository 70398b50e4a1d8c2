import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { givenProfile } from '../voice/given.ts';

const uploads = loadContract().operations.filter(({ body }) => body?.isForm || body?.isStream);
const seed = 20_261_123;
const random = { form: 50, other: 10 };
/** A form does not wait for another one; an organization sends few files of contacts at once. */
const atOnce = { form: 25, other: 1 };

let server: TestServer;
let member: Member;
const uncaught: unknown[] = [];
const hear = (error: unknown): void => void uncaught.push(error);
beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', hear);
  server = await startServer();
  member = await newOrganization({ server });
});
beforeEach(() => void uncaught.splice(0));
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', hear);
  await server.close();
});

interface Upload {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The request of the contract's example, to an object that exists, with a body that is accepted. */
async function uploadOf(id: string): Promise<Upload> {
  const { method, path, headers, raw = '' } = exampleRequest(id);
  const profile = path.includes('/profiles/') ? await givenProfile(member) : undefined;
  return {
    method,
    path: path.replace(/(?<=\/profiles\/)[0-9a-f-]{36}/, profile ?? ''),
    type: headers['content-type'] ?? '',
    bytes: Buffer.from(raw),
  };
}

/** Where a body can break off: at and around each delimiter and line of a form's, and anywhere. */
function cutsOf({ bytes, type }: Upload, numRuns: number): number[] {
  const boundary = /boundary=(.*)/.exec(type)?.[1];
  const edges: number[] = [];
  for (const mark of boundary === undefined ? [] : [`--${boundary}`, '\r\n\r\n'])
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1))
      edges.push(at, at + 1, at + mark.length, at + mark.length + 2);
  // What follows a form's last delimiter is no part of it.
  const end = boundary === undefined ? bytes.length : bytes.lastIndexOf(`--${boundary}`) + 2;
  const anywhere = fc.sample(fc.integer({ min: 1, max: end - 1 }), { seed, numRuns });
  return [...new Set([...edges, ...anywhere])].filter((at) => at > 0 && at < end);
}

interface Way {
  readonly inPieces: boolean;
  /** Whether the client says that more comes, and leaves. */
  readonly leaves: boolean;
}

/** Sends the beginning of a body; returns the status, or undefined without an answer. */
async function sendCut(upload: Upload, cut: number, { inPieces, leaves }: Way) {
  const { method, path, type, bytes } = upload;
  const sending = request(server.url + path, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${member.token}`,
      'content-type': type,
      'content-length': leaves ? bytes.length : cut,
    },
  });
  const status = new Promise<number | undefined>((done) => {
    sending.on('error', () => done(undefined)).on('close', () => done(undefined));
    sending.on('response', (response) => {
      response.resume();
      done(response.statusCode);
    });
  });
  const size = inPieces ? Math.ceil(cut / 3) : cut;
  for (let at = 0; at < cut; at += size) {
    sending.write(bytes.subarray(at, Math.min(at + size, cut)));
    await nextTurn();
  }
  if (!leaves) sending.end();
  else {
    if (!sending.socket) await once(sending, 'socket');
    // What was written leaves before the connection does.
    await new Promise<void>((done) => sending.socket?.end(() => done()));
    sending.destroy();
  }
  return status;
}

/** How many rows each table has that a request can add to; what a removal will look for is none. */
async function rows(): Promise<Record<string, number>> {
  const { db } = server.app;
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => /^(voice_|generation|audit_events$|campaign_source)/.test(name));
  const counted = tables.map(async (table) => {
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}`.execute(db);
    return [table, found[0]?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}

function files(): string[] {
  const directory = join(server.app.config.dataDir, 'incoming');
  return existsSync(directory) ? readdirSync(directory) : [];
}
const places = (): number =>
  ['uploads', 'bytes of contacts', 'imports', 'pictures', 'bodies']
    .map((name) => server.app.inProgress.taken(name))
    .reduce((sum, taken) => sum + taken);

/** The beginning of a file of contacts is a file of contacts, unless the client has said that more comes. */
const ways = uploads.flatMap(({ id, body }) => {
  const kind = body?.isForm === true ? ('form' as const) : ('other' as const);
  return [false, true].flatMap((inPieces) =>
    (kind === 'form' ? [false, true] : [true]).map((leaves) => ({ id, kind, inPieces, leaves })),
  );
});

describe('A body that breaks off', () => {
  test('is tried for each operation with a form', () => {
    expect(uploads.map(({ id }) => id)).toContain('importVoiceProfile');
  });

  test.each(ways)(
    'leaves nothing: $id, in pieces: $inPieces, the client leaves: $leaves',
    async ({ id, kind, ...way }) => {
      const upload = await uploadOf(id);
      const before = await rows();
      const statuses = new Set<number | undefined>();
      const cuts = cutsOf(upload, random[kind]).values();

      await Promise.all(
        Array.from({ length: atOnce[kind] }, async () => {
          for (const cut of cuts) statuses.add(await sendCut(upload, cut, way));
        }),
      );
      await vi.waitFor(
        () => expect([server.inProgress(), places(), files()]).toEqual([0, 0, []]),
        10_000,
      );

      if (!way.leaves) expect([...statuses]).toEqual([422]);
      expect(uncaught).toEqual([]);
      expect(await rows()).toEqual(before);
    },
  );
});
