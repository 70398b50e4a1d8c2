import { parseArgs } from 'node:util';
import type pg from 'pg';
import { until } from '../chaos/series.ts';
import { createCampaign, startWorker, withBed } from './engine/bed.ts';
import { warmUp } from './engine/calls.ts';
import { countStatements } from './engine/costs.ts';
import { isBrief, usually } from './support/brief.ts';
import { withDatabase } from './support/database.ts';
import { verdict } from './support/rounds.ts';

// S16: what one call of a campaign writes: rows, index entries and bytes of log of each table, read from the log itself,
// and the statements that write. None of it depends on the speed of the machine.
// PG_SETTINGS="shared_preload_libraries=pg_stat_statements" node scripts/with-postgres.ts node scripts/bench/writes.ts
//   [--calls 3000] [--concurrency 100] [--statements 25]
// Needs pg_walinspect (PostgreSQL 15); without pg_stat_statements there is no table of statements.

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: String(usually(3000, 40)) },
    concurrency: { type: 'string', default: String(usually(100, 20)) },
    statements: { type: 'string', default: '25' },
  },
});
const calls = Number(values.calls);
const perCall = (amount: number | string): number => Number(amount) / calls;

/** Who needs the rows of a table. */
const purposes: Readonly<Record<string, string>> = {
  workflow_runs: 'the attempt and its result: lists, reports, exports',
  webhook_events: 'the events: stream, list, deliveries, replay',
  campaign_contacts: 'the contact: claims, lists, retries',
  pending_events: 'events until they are composed',
  simulated_calls: 'the simulated network alone',
  live_calls: 'the call in progress: slots, lease, gate',
  usage_changes: 'usage reports, until it is added to the counts',
  content_changes: 'the quota of stored bytes, until it is added',
  campaign_contact_counts: 'progress of campaigns, and claims',
};

/** From the log: each record that changed a table or one of its indexes, of whatever partition. */
const written = `
  with record as (
    select resource_manager || ' ' || record_type as type, record_length - fpi_length as bytes, fpi_length, description,
      (regexp_match(block_ref, 'rel \\d+/(\\d+)/\\d+'))[1]::oid as db,
      pg_filenode_relation(0, (regexp_match(block_ref, 'rel \\d+/\\d+/(\\d+)'))[1]::oid)::oid as id
    from pg_get_wal_records_info($1, $2)
  ), named as (
    select record.*, index.indexrelid is not null as indexed,
      coalesce(pg_partition_root(owner.oid)::regclass::text, owner.oid::regclass::text, 'commits and others') as "table"
    from record
    left join pg_index as index on index.indexrelid = record.id
    left join pg_class as owner on owner.oid = coalesce(
      (select oid from pg_class where reltoastrelid = coalesce(index.indrelid, record.id)), index.indrelid, record.id)
    where db is null or db = 0 or db = (select oid from pg_database where datname = current_database())
  )
  select "table",
    coalesce(sum(case when type ~ 'MULTI_INSERT' then (regexp_match(description, '(\\d+) tuples'))[1]::int
      when type ~ '^Heap INSERT' then 1 end), 0) as inserted,
    count(*) filter (where type ~ '^Heap (HOT_)?UPDATE') as updated,
    count(*) filter (where type ~ '^Heap HOT_UPDATE') as hot,
    count(*) filter (where type ~ '^Heap DELETE') as deleted,
    count(*) filter (where type ~ '^Heap2? LOCK') as locked,
    count(*) filter (where type ~ 'INSERT_(LEAF|POST)|^(Gin|Gist|Hash) INSERT') as entries,
    coalesce(sum(bytes) filter (where not indexed), 0) as heap,
    coalesce(sum(bytes) filter (where indexed), 0) as indexes,
    sum(bytes) as bytes, sum(fpi_length) as full_pages
  from named group by "table" order by bytes desc`;

type Written = Record<
  | 'inserted'
  | 'updated'
  | 'hot'
  | 'deleted'
  | 'locked'
  | 'entries'
  | 'heap'
  | 'indexes'
  | 'bytes'
  | 'full_pages',
  string
> & { readonly table: string };

/** Where the log ends; all before it is written. */
async function position(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ at: string }>('select pg_switch_wal()::text as at');
  return rows[0]!.at;
}

const line = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
const heading = (names: string): void => {
  line([names]);
  line(names.split(' | ').map(() => '---'));
};

async function printTables(db: pg.Client, range: readonly string[]): Promise<void> {
  const { rows } = await db.query<Written>(written, [...range]);
  const sum = (of: readonly Written[], name: keyof Omit<Written, 'table'>): number =>
    perCall(of.reduce((total, row) => total + Number(row[name]), 0));
  const show = (table: string, of: readonly Written[]): void =>
    line([
      table,
      ...(['inserted', 'updated', 'hot', 'deleted', 'locked', 'entries'] as const).map((name) =>
        sum(of, name).toFixed(2),
      ),
      ...(['heap', 'indexes', 'bytes', 'full_pages'] as const).map((name) =>
        sum(of, name).toFixed(0),
      ),
      purposes[table] ?? '',
    ]);
  heading(
    'table | inserted | updated | of them HOT | deleted | locked | index entries | bytes of rows | of indexes | together | full pages | for',
  );
  const least = 10;
  const large = rows.filter((row) => perCall(row.bytes) >= least);
  for (const row of large) show(row.table, [row]);
  show(
    'others',
    rows.filter((row) => !large.includes(row)),
  );
  show('all', rows);
  verdict('S16 log of a call', sum(rows, 'bytes'), 4608, { unit: 'bytes' });
  const rowsWritten = sum(rows, 'inserted') + sum(rows, 'updated') + sum(rows, 'deleted');
  verdict('S16 rows that a call writes', rowsWritten, 8, { unit: 'rows' });
}

async function printStatements(db: pg.Client, most: number): Promise<void> {
  const { rows } = await db.query<Record<'calls' | 'rows' | 'bytes' | 'query', string>>(
    `select sum(calls) as calls, sum(rows) as rows, sum(wal_bytes) as bytes,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query
     from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and toplevel
     group by 4 order by 3 desc limit $1`,
    [most],
  );
  heading('executions | rows | bytes of log | statement');
  for (const row of rows)
    line([
      perCall(row.calls).toFixed(3),
      perCall(row.rows).toFixed(2),
      perCall(row.bytes).toFixed(0),
      row.query,
    ]);
}

/** Waits until all events are composed, those of analyses half a minute after their calls. */
const composed = (db: pg.Client): Promise<void> =>
  until('the events are composed', async () => {
    const { rowCount } = await db.query('select from pending_events limit 1');
    return isBrief || rowCount === 0;
  });

await withDatabase((url) =>
  withBed(url, async (bed) => {
    const { db, api } = bed;
    await db.query('create extension pg_walinspect');
    const victims = [await startWorker(bed, 'worker')];
    const concurrency = Number(values.concurrency);
    await warmUp(bed, { concurrency, victims });
    await composed(db);
    const id = await createCampaign(bed, { contacts: calls, max_concurrency: concurrency });
    // Keeps the log until this session ends.
    await db.query(
      `select pg_create_physical_replication_slot('writes_${process.pid}', true, true)`,
    );
    const counted = await countStatements(db);
    const from = await position(db);
    await api('POST', `/campaign/${id}/start`);
    await until('the campaign is complete', async () => {
      const { state } = await api('GET', `/campaign/${id}`);
      return state === 'completed';
    });
    await composed(db);
    const end = await position(db);
    await printTables(db, [from, end]);
    if (counted) await printStatements(db, Number(values.statements));
    for (const victim of victims) await victim.stop();
  }),
);
