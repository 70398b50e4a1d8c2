import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection, Db } from '../../src/db/connect.ts';
import { connectPglite, createPglite } from '../../src/db/embedded.ts';
import { formerIndexes, migrate } from '../../src/db/migrate.ts';
import { eraseUntilDone, erasuresPath } from '../privacy/given.ts';
import { connectTest, emptyUrl, onPostgres } from '../support/database.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  freeUsage,
  insertReleasedRows,
  migrateToReleased,
  otherNumber,
  signUpAsReleased,
  token,
} from './released.ts';

/** Tables with a row or more for each call, contact or event: nobody may wait while a migration reads one. */
const large = [
  'audit_events',
  'campaign_contacts',
  'campaign_logs',
  'campaign_source_rows',
  'consent_marks',
  'consents',
  'do_not_call_numbers',
  'idempotent_answers',
  'inbound_calls',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_events',
  'workflow_runs',
];

let connection: Connection;
let db: Db;
let server: TestServer;
let before: Schema;
let rows: Record<string, unknown[]>;
let migrated: Schema;
let migratedRows: Record<string, unknown[]>;
/** What migrating did, by name. */
let done: string[];

beforeAll(async () => {
  connection = onPostgres
    ? connectTest(await emptyUrl(), { poolSize: 4 })
    : connectPglite(await createPglite());
  ({ db } = connection);
  await migrateToReleased(db);
  await insertReleasedRows(db);
  before = await schemaOf(db);
  rows = await rowsOf(before);
  done = await migrate(db);
  migrated = await schemaOf(db);
  migratedRows = await rowsOf(before);
  server = await startServer({}, connection);
}, 120_000);

afterAll(async () => {
  await server?.close();
  await connection?.close();
});

interface Schema {
  /** The columns that are not generated, by table. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The files of tables, their partitions and their indexes, by name. */
  readonly files: Readonly<Record<string, number>>;
  /** The constraints that every row is known to fulfill, and the indexes, by their OID, each after its table's name. */
  readonly checked: ReadonlyMap<number, string>;
}

async function schemaOf(from: Db): Promise<Schema> {
  const { rows: columns } = await sql<{ table: string; columns: string[] }>`
    select relname as table, array_agg(attname::text order by attname) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = '' and relname not like 'kysely%'
    group by 1`.execute(from);
  const { rows: files } = await sql<{ name: string; file: number }>`
    select relname as name, pg_relation_filenode(oid)::int as file from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`.execute(from);
  const { rows: checked } = await sql<{ oid: number; name: string }>`
    select oid::int as oid, conrelid::regclass || ' ' || conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and convalidated and contype <> 'n'
    union select indexrelid::int, indrelid::regclass || ' ' || indexrelid::regclass from pg_index`.execute(
    from,
  );
  return {
    columns: Object.fromEntries(columns.map((table) => [table.table, table.columns])),
    files: Object.fromEntries(files.map(({ name, file }) => [name, file])),
    checked: new Map(checked.map(({ oid, name }) => [oid, name])),
  };
}

/** The rows of every table in columns that the release has, sorted. */
async function rowsOf({ columns }: Schema): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const [table, names] of Object.entries(columns)) {
    const { rows: found } = await sql<{ row: unknown }>`
      select to_jsonb(part) as row from (
        select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}
      ) as part order by part::text`.execute(db);
    all[table] = found.map(({ row }) => row);
  }
  return all;
}

const isOfMembers = (row: unknown) => (row as { quota: string }).quota === 'member_limit';

/** Whether it is a call of a configuration that was deleted, which nobody finds. */
const isOfDeleted = (row: unknown) =>
  (row as { telephony_configuration_id: number }).telephony_configuration_id === 77;

const userOf = (email: string) =>
  db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirstOrThrow();

const get = async (path: string) => (await server.send('GET', `/api/v1/${path}`, { token })).body;

describe('A database of 0.1.0 that was migrated', () => {
  test('has every row as it was', async () => {
    const empty = Object.keys(rows).filter((table) => rows[table]?.length === 0);
    expect(large.filter((table) => empty.includes(table))).toEqual([
      'campaign_logs',
      'idempotent_answers',
    ]);
    const { organization_usage: usage = [], ...others } = migratedRows;
    const calls = rows.simulated_calls ?? [];
    expect({ ...others, organization_usage: usage.filter((row) => !isOfMembers(row)) }).toEqual({
      ...rows,
      simulated_calls: calls.filter((row) => !isOfDeleted(row)),
    });
    expect(calls).toHaveLength(2);
    expect(usage.filter(isOfMembers)).toEqual([
      { organization_id: 1, quota: 'member_limit', used: 1 },
      { organization_id: 2, quota: 'member_limit', used: 1 },
    ]);
  });

  test('was migrated without writing a table or an index anew', async () => {
    const gone = [
      'pending_deliveries_event_key',
      'pending_deliveries_lane_idx',
      ...Object.keys(before.files).filter((name) => /^webhook_events_.*composed_at/.test(name)),
      ...formerIndexes,
    ];
    // Of the few events that wait to be composed.
    const anew = ['pending_events_run_key'];

    const rewritten = Object.keys(before.files).filter(
      (name) => migrated.files[name] !== before.files[name],
    );
    expect(rewritten.toSorted()).toEqual([...gone, ...anew].toSorted());
  });

  test('was migrated without reading a large table under a lock', async () => {
    const added = [...migrated.checked]
      .filter(([oid]) => !before.checked.has(oid))
      .map(([, name]) => name)
      // Indexes and constraints that are built and validated while others read and write.
      .filter((name) => !done.includes(name.split(' ')[1] ?? ''));
    const isOfLarge = (name: string) =>
      large.includes(name.split(' ')[0]!.replace(/_(default|\d{4}_\d{2})$/, ''));
    expect(added.length).toBeGreaterThan(20);
    expect([...before.checked.values()].filter(isOfLarge).length).toBeGreaterThan(50);
    expect(added.filter(isOfLarge)).toEqual([]);
  });

  test('has no constraint that was not compared with the rows of before', async () => {
    const { rows: left } = await sql`
      select conname from pg_constraint where not convalidated and connamespace = 'public'::regnamespace`.execute(
      db,
    );
    expect(left).toEqual([]);
    expect(done).toContain('workflow_runs_definition_fk');
  });

  test('has the triggers of a table in each of its months, and no foreign keys in their place', async () => {
    const { rows: missing } = await sql`
      select inhrelid::regclass::text as month, tgname as trigger from pg_inherits join pg_trigger on tgrelid = inhparent
      where not tgisinternal and not exists (
        select from pg_trigger as own where own.tgrelid = inhrelid and own.tgname = pg_trigger.tgname
      )`.execute(db);
    const { rows: left } = await sql`
      select conname from pg_constraint where conname ~ '^(webhook|pending)_deliveries_.*_fk$'`.execute(
      db,
    );

    expect(missing).toEqual([]);
    expect(left).toEqual([]);
    expect([...before.checked.values()].filter((name) => name.endsWith('_event_fk'))).toHaveLength(
      5,
    );
  });

  test('has an owner in each organization, who stays logged in', async () => {
    const { user } = await get('auth/me');
    const members = await get('organizations/members');

    expect(user).toMatchObject({ email: 'ada@example.com', role: 'owner' });
    expect(members.items).toMatchObject([{ email: 'ada@example.com', role: 'owner' }]);
    const { role } = await userOf('bob@example.com');
    expect(role).toBe('owner');
  });

  test('shows usage of the free form as details, and nothing else of it', async () => {
    const first = await get('runs/1');
    const second = await get('runs/3');

    expect(first.usage).toEqual({
      seconds: null,
      tokens: null,
      characters: null,
      cost: null,
      details: freeUsage,
    });
    expect(second.usage).toBeNull();
  });

  test('keeps everything until somebody says otherwise', async () => {
    const { audit_days, contacts_days, contexts_days, events_days, transcripts_days, service } =
      await get('organizations/retention');

    expect([audit_days, contacts_days, contexts_days, events_days, transcripts_days]).toEqual(
      Array(5).fill(null),
    );
    expect(Object.values(service)).toEqual(Array(5).fill(null));
    expect((await db.selectFrom('retention_work').selectAll().execute()).length).toBe(0);
  });

  test('counts campaigns, contacts, events and deliveries as before', async () => {
    const progress = await get('campaign/1/progress');
    const campaign = await get('campaign/1');
    const deliveries = await get('webhooks/deliveries');
    const events = await get('events');
    const audit = await get('audit-events?created_before=2026-02-01T00:00:00Z');

    expect(campaign).toMatchObject({ state: 'completed', total_rows: 2 });
    expect(progress).toMatchObject({
      executed_count: 10,
      contacts: { done: 2 },
      outcomes: { completed: 1, busy: 1 },
    });
    expect(deliveries.items.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'delivered',
    ]);
    expect(events.items).toHaveLength(2);
    expect(audit.items).toHaveLength(2);
  });

  test('takes the sign-up of a process of 0.1.0 that still runs, as an owner', async () => {
    await sql`insert into organizations (name, created_at) values ('Late', '2026-01-06')`.execute(
      db,
    );
    await signUpAsReleased(db, 3, 'late@example.com');

    const { role } = await userOf('late@example.com');
    expect(role).toBe('owner');
  });

  test('adds up the usage of the runs that there were, also when one is deleted', async () => {
    const path = 'usage?from=2026-01-01&to=2026-02-01&group_by=outcome';
    const { rows: counted } = await sql<Record<string, number>>`
      select count(*) filter (where mode <> 'test')::int as calls,
        count(*) filter (where duration_seconds is not null)::int as connected,
        coalesce(sum(duration_seconds), 0)::int as seconds,
        count(*) filter (where mode <> 'test' and outcome = 'no_answer')::int as no_answer
      from workflow_runs where organization_id = 1`.execute(db);

    const all = await get(path);
    const { status } = await server.send('DELETE', '/api/v1/runs/5', { token });
    const afterwards = await get(path);

    const { calls, connected, seconds, no_answer } = counted[0]!;
    expect(all.total).toMatchObject({ calls, connected, seconds, in_progress: 1 });
    expect(all.total.outcomes).toMatchObject({ no_answer });
    expect(all.total.consumption).toEqual({
      seconds: null,
      tokens: null,
      characters: null,
      cost: [],
    });
    expect([status, afterwards.total]).toEqual([204, all.total]);
  });

  test('lets a person be erased', async () => {
    const { body } = await server.send('POST', erasuresPath, {
      token,
      body: { phone_number: otherNumber },
    });
    const receipt = await eraseUntilDone(server, { token, id: body.id });

    expect(receipt).toMatchObject({ status: 'completed', counts: { runs: 1, consents: 1 } });
    const { rows: left } = await sql`
      select from workflow_runs where organization_id = 1 and to_number = ${otherNumber}`.execute(
      db,
    );
    expect(left).toEqual([]);
  });
});
