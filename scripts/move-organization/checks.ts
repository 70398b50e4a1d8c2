import { sql } from 'kysely';
import type { Db } from '../../src/db/connect.ts';
import { Refusal } from '../postgres/cluster.ts';

/** What stands against a move, each with what can be done; the first one is named. */
const reasons = (id: number) => {
  const exists = (table: string, more = sql<boolean>`true`) =>
    sql<boolean>`exists (select from ${sql.table(table)} where organization_id = ${id} and ${more})`;
  return [
    [sql`suspended_at is null`, 'is not suspended (suspendOrganizationAsAdmin)'],
    [sql`deleted_at is not null`, 'is being deleted'],
    [sql`is_demo`, "is the demo's"],
    [exists('users', sql`is_super_admin`), 'has a super admin, and stays where it is'],
    [
      exists('live_calls'),
      'has calls in progress. Wait for their end, or suspend it with hang_up_calls',
    ],
    [
      exists('campaigns', sql`state = 'running'`),
      'has a campaign that is not paused yet. Try again in seconds',
    ],
    [
      exists('tool_executions', sql`status = 'sending'`),
      'waits for the answer of a tool. Try again in seconds',
    ],
    [exists('model_downloads', sql`ended_at is null`), 'downloads a voice model. Wait for its end'],
  ] as const;
};

/** Throws a Refusal with what has to be done before the organization can be moved. */
export async function checkOrganization(db: Db, organization: number): Promise<void> {
  const found = reasons(organization);
  const { rows } = await sql<{ reasons: boolean[] }>`
    select array[${sql.join(found.map(([is]) => is))}] as reasons
    from organizations where id = ${organization}`.execute(db);
  if (!rows[0]) throw new Refusal(`Organization ${organization} is not in this cell.`);
  const reason = found.find((_, index) => rows[0]!.reasons[index])?.[1];
  if (reason !== undefined) throw new Refusal(`Organization ${organization} ${reason}.`);
}

/** Throws a Refusal unless both cells have the same tables. */
export async function checkTables(from: Db, to: Db): Promise<void> {
  const [own, other] = await Promise.all([from, to].map(columnsOf));
  if (own !== other)
    throw new Refusal('The cells have not run the same migrations. Run `make migrate` for both.');
}

async function columnsOf(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(relname || '.' || attname || ' ' || atttypid::regtype, ', '
      order by relname, attname) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped`.execute(db);
  return rows[0]?.columns;
}

/** Throws a Refusal if this role may not have rows copied without triggers, or cannot make schemas. */
export async function checkRights(db: Db, cell: number): Promise<void> {
  const { rows } = await sql<{ schemas: boolean; citus: boolean }>`
    select has_database_privilege(current_database(), 'CREATE') as schemas,
      exists (select from pg_extension where extname = 'citus') as citus`.execute(db);
  // What the coordinator sets for a transaction, and what it has open, its nodes do not know.
  if (rows[0]?.citus)
    throw new Refusal(`Cell ${cell} lies on a Citus. Move the cell instead: make move.`);
  const isRefused = await db
    .transaction()
    .execute((trx) => sql`set local session_replication_role = replica`.execute(trx))
    .then(
      () => false,
      (error: unknown) => {
        if ((error as { code?: string }).code !== '42501') throw error;
        return true;
      },
    );
  if (isRefused || !rows[0]?.schemas)
    throw new Refusal(
      `The role in cell ${cell} lacks a right: it needs create on the database, and to set session_replication_role. Name a superuser in DATABASE_URL, or grant both.`,
    );
}
