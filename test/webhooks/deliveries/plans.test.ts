import { randomUUID } from 'node:crypto';
import { CompiledQuery, createQueryId, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../../src/db/connect.ts';
import { settle } from '../../../src/webhooks/deliveries/record.ts';
import {
  beginning,
  lanesAfter,
  take,
  takingNone,
} from '../../../src/webhooks/deliveries/take-queries.ts';
import { composeDue } from '../../../src/webhooks/events/compose.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { deliver, givenEndedRun, givenEndpoint, startReceiver } from '../given.ts';

let server: TestServer;
let member: Member;
let endpointId: number;

beforeAll(async () => {
  server = await startServer();
  member = await newOrganization({ server });
}, 120_000);
afterAll(() => server.close());

/** The tables of what is pending were filled and emptied, and the planner expects no rows in them. */
async function givenEmptied(): Promise<void> {
  const receiver = await startReceiver();
  ({ id: endpointId } = await givenEndpoint(member, receiver.url));
  await givenEndedRun(member);
  await deliver(server);
  await sql`analyze pending_events, pending_deliveries`.execute(server.app.db);
}

/** How each statement of the work that reads the pending deliveries reads them. */
async function readsOf(work: (watched: Db) => Promise<unknown>): Promise<string[]> {
  const { db } = server.app;
  const statements: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(db.getExecutor().compileQuery(node, createQueryId()));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(plugin));
  const plans = await db.transaction().execute(async (trx) => {
    const explained: string[] = [];
    for (const { sql: text, parameters } of statements) {
      if (text.includes('set_config')) {
        await trx.executeQuery(CompiledQuery.raw(text, [...parameters]));
        continue;
      }
      const { rows } = await trx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters]),
      );
      explained.push(...rows.map((row) => row['QUERY PLAN'] ?? ''));
    }
    return explained;
  });
  return plans
    .filter((line) => /Scan .*on pending_deliveries/.test(line))
    .map((line) => line.trim());
}

describe('With a table that the planner expects to be empty', () => {
  test('due deliveries are found in their order', async () => {
    await givenEmptied();
    const { organization_id } = member;
    const now = server.app.now();
    const portions = [{ organization_id, endpoint_id: endpointId, count: 10 }];
    const taking = { now, until: now, lease: randomUUID(), portions };

    expect(await readsOf((db) => take(db, taking))).toEqual([
      expect.stringMatching(/Index Scan using pending_deliveries_due_idx/),
      expect.stringMatching(/Index Scan using pending_deliveries_pkey/),
    ]);
    for (const line of await readsOf((db) => lanesAfter(db, beginning)))
      expect(line).toMatch(/Index (Only )?Scan using pending_deliveries_due_idx/);
  });

  test('settled deliveries are found by their key, and the next of a subject by the subject', async () => {
    await givenEmptied();
    await givenEndedRun(member);
    await composeDue(server.app);
    const { db } = server.app;
    const lease = randomUUID();
    const taken = await db
      .updateTable('pending_deliveries')
      .set({ lease })
      .where('next_attempt_at', 'is not', null)
      .where('endpoint_id', '=', endpointId)
      .returning(['delivery_id as id', 'endpoint_id', 'event_created_at'])
      .executeTakeFirstOrThrow();
    const now = server.app.now();
    const key = { ...taken, lease };
    const posted = { status: 200, duration_ms: 1, answer: '', error: null };

    const reads = await readsOf((watched) =>
      settle({ ...server.app, db: watched }, [{ ...key, at: now, posted }], takingNone(now)),
    );

    expect(reads.filter((line) => line.includes('pending_deliveries_pkey')).length).toBe(2);
    expect(reads.filter((line) => line.includes('pending_deliveries_subject_idx')).length).toBe(1);
    expect(reads.filter((line) => line.includes('pending_deliveries_due_idx')).length).toBe(1);
    expect(reads.length).toBe(4);
  });

  test('earlier deliveries of a composed event are found by its subject', async () => {
    await givenEmptied();
    await givenEndedRun(member);

    const reads = await readsOf((db) => composeDue({ ...server.app, db }));

    expect(reads.length).toBeGreaterThanOrEqual(3);
    for (const line of reads) expect(line).toMatch(/pending_deliveries_(subject|due)_idx/);
  });
});
