import { type RawBuilder, sql, type Transaction } from 'kysely';
import { anyOf } from '../db/any-of.ts';
import type { Database, Db } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Person } from '../workflows/runs/erasure-queries.ts';
import { erasedValues, expiredValues, personalTables, tableNamed } from './personal-columns.ts';
import type { Kind } from './retention/rules.ts';

type Trx = Transaction<Database>;
type Table = (typeof personalTables)[number];
type Values = ReturnType<typeof erasedValues>;

interface Runs {
  readonly organization_id: number;
  readonly ids: readonly number[];
}

const isOfRuns = ({ name }: Table, { organization_id, ids }: Runs) =>
  sql`organization_id = ${organization_id} and ${sql.ref(name === 'workflow_runs' ? 'id' : 'run_id')} = ${anyOf(ids)}`;

const isOfNumber = ({ ofNumber }: Table, { organization_id, phone_number }: Person) =>
  sql`organization_id = ${organization_id} and ${sql.ref(ofNumber?.[0] ?? '')} = ${phone_number}`;

async function remove({ name }: Table, trx: Trx, where: RawBuilder<unknown>): Promise<number> {
  const result = await sql`delete from ${sql.table(name)} where ${where}`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

const differ = (values: Values) =>
  sql`(${sql.join(
    Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} is distinct from ${value}`),
    sql` or `,
  )})`;

/** Writes values where they are not there yet; returns in how many rows. */
async function write(
  { name }: Table,
  trx: Trx,
  { values, where }: { readonly values: Values; readonly where: RawBuilder<unknown> },
): Promise<number> {
  const columns = Object.entries(values);
  if (columns.length === 0) return 0;
  const set = sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  const result = await sql`
    update ${sql.table(name)} set ${set} where ${where} and ${differ(values)}`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Removes everything personal of runs, which are locked, and their rows in other tables; what they count for stays:
 * workflow, campaign, times, outcome. Returns how many consent marks were removed with them.
 */
export async function eraseOfRuns(trx: Trx, runs: Runs): Promise<number> {
  let consent_marks = 0;
  for (const table of personalTables) {
    const where = isOfRuns(table, runs);
    if (table.ofRuns === 'emptied') await write(table, trx, { values: erasedValues(table), where });
    if (table.ofRuns !== 'removed') continue;
    const removed = await remove(table, trx, where);
    if (table.name === 'consent_marks') consent_marks = removed;
  }
  return consent_marks;
}

/** Empties the rows that have the number and stay: the do-not-call entry, and transfers of other people's calls. */
export async function emptyOfNumber(trx: Trx, person: Person): Promise<void> {
  for (const table of personalTables)
    if (table.ofNumber?.[1] === 'emptied')
      await write(table, trx, { values: erasedValues(table), where: isOfNumber(table, person) });
}

/** Removes the next rows that have the number; returns their ids. */
export async function removeOfNumber(
  trx: Trx,
  person: Person,
  { name, limit }: { readonly name: 'consents' | 'scheduled_calls'; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from ${sql.table(name)} where id = any(array(
      select id from ${sql.table(name)} where ${isOfNumber(tableNamed(name), person)}
      order by id limit ${limit} for update
    )) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Removes what a period is about from runs and from their rows in other tables; returns from how many runs. */
export async function expireOfRuns(trx: Trx, runs: Runs, period: Kind): Promise<number> {
  let expired = 0;
  if (runs.ids.length === 0) return expired;
  for (const table of personalTables.filter(({ ofRuns }) => ofRuns !== undefined)) {
    const where = isOfRuns(table, runs);
    const rows =
      table.period === undefined
        ? await write(table, trx, { values: expiredValues(table, period), where })
        : table.period === period && (await remove(table, trx, where));
    if (table.name === 'workflow_runs') expired = Number(rows);
  }
  return expired;
}

/** How many calls lose their contexts at once. */
const scheduledAtOnce = 500;

/** Removes the contexts of the next scheduled calls that were settled before; returns of how many, and whether these were all. */
export async function expireScheduled(
  trx: Trx,
  organizationId: number,
  before: Timestamp,
): Promise<{ readonly removed: number; readonly isDone: boolean }> {
  const table = tableNamed('scheduled_calls');
  const values = expiredValues(table, 'contexts');
  const where = sql`id = any(array(
    select id from scheduled_calls
    where organization_id = ${organizationId} and settled_at < ${before} and ${differ(values)}
    limit ${scheduledAtOnce}
  ))`;
  const removed = await write(table, trx, { values, where });
  return { removed, isDone: removed < scheduledAtOnce };
}

type Value = Record<string, unknown>;

/** The rows of a table that have the number, or are of runs of the person's calls, without what the export leaves out. */
export async function exportedRows(db: Db, table: Table, of: Person | Runs): Promise<Value[]> {
  const where = 'ids' in of ? isOfRuns(table, of) : isOfNumber(table, of);
  const { name, leftOut = [], order = ['id'] } = table;
  const { rows } = await sql<{ value: Value }>`
    select to_jsonb(found) - ${['organization_id', ...leftOut]}::text[] as value from ${sql.table(name)} as found
    where ${where} order by ${sql.join(order.map((column) => sql.ref(column)))}`.execute(db);
  return rows.map(({ value }) => value);
}
