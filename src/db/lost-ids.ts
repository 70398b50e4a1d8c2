import { sql } from 'kysely';
import { idsPerCell } from './cell-rules.ts';
import type { Db } from './connect.ts';
import { ownSchema } from './own-schema.ts';

/** How many ids are left out after the last one of a backup: more than can have been lost. */
const leftOut = 1_000_000;

/**
 * Leaves out the ids of a cell that the backup may lack, in every table, also in an empty one: clients, carriers and
 * receivers of webhooks may know them. Called again, it leaves out no more.
 */
export async function leaveOutLostIds(db: Db, cell: number): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select relname as table, attname as column, sequence
    from pg_attribute join pg_class on pg_class.oid = attrelid
    cross join lateral pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    where relnamespace = ${ownSchema} and attidentity <> '' and not relispartition`.execute(db);
  for (const { table, column, sequence } of rows)
    await sql`
      select setval(${sequence}::regclass, greatest(
        coalesce(pg_sequence_last_value(${sequence}::regclass), 1),
        (select greatest(max(${sql.ref(column)}), ${cell * idsPerCell}::bigint) + ${leftOut} from ${sql.table(table)})
      ))`.execute(db);
}
