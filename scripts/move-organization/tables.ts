import { type RawBuilder, sql } from 'kysely';
import { idsPerCell } from '../../src/db/cell-rules.ts';
import type { Db } from '../../src/db/connect.ts';
import { ownSchema } from '../../src/db/own-schema.ts';
import { planOf } from '../../src/privacy/organization-deletions/plan-rules.ts';
import * as plans from '../../src/privacy/organization-deletions/queries.ts';

/** A table with rows of organizations. */
export interface Table {
  readonly name: string;
  /** Which rows are the organization's; `schema` has its telephony configurations, if that is not the cell's. */
  readonly which: (organization: number, schema?: string) => RawBuilder<boolean>;
}

/** What has no organization and stays: of the service, of a machine, and of no longer than a request. */
export const staying: readonly string[] = [
  'catalog_entries',
  'knowledge_base_pricing',
  'kysely_migration',
  'kysely_migration_lock',
  'later_migrations',
  'model_cache',
  'model_deletions',
  'model_migrations',
  'password_reset_requests',
  'permitted_changes',
  'run_retention',
  'simulation_clock',
  'sweeps',
  // Of objects in the storage that have no row.
  'voice_file_removals',
];

/** The tables whose rows move, each after those that it refers to. */
export async function tablesOf(db: Db): Promise<Table[]> {
  const { steps } = planOf(await plans.tablesOf(db, []), await plans.foreignKeysOf(db));
  return [
    { name: 'organizations', which: (organization) => sql`id = ${organization}` },
    ...steps.toReversed().map(({ table: { name } }): Table => ({
      name,
      which: (organization) => sql`organization_id = ${organization}`,
    })),
    {
      // The simulated network is a carrier, and knows configurations.
      name: 'simulated_calls',
      which(organization, schema) {
        const configurations = ['telephony_configurations'];
        if (schema !== undefined) configurations.unshift(schema);
        return sql`telephony_configuration_id in (
          select id from ${sql.id(...configurations)} where organization_id = ${organization})`;
      },
    },
  ];
}

/** A table of the organization with ids of a cell above this one; undefined if it has none. */
export async function tableWithIdsAbove(
  db: Db,
  organization: number,
  cell: number,
): Promise<string | undefined> {
  const { rows: numbered } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = ${ownSchema} and relkind in ('r', 'p') and not relispartition
      and attname = 'id' and atttypid = 'bigint'::regtype and not attisdropped`.execute(db);
  const names = new Set(numbered.map(({ name }) => name));
  for (const { name, which } of await tablesOf(db)) {
    if (!names.has(name)) continue;
    const { rows } = await sql`
      select from ${sql.table(name)}
      where ${which(organization)} and id > ${(cell + 1) * idsPerCell} limit 1`.execute(db);
    if (rows.length > 0) return name;
  }
  return undefined;
}

/** The columns of a table that can be written. */
export async function columnsOf(db: Db, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attname`.execute(db);
  return sql.join(rows.map(({ name }) => sql.ref(name)));
}
