import { sql } from 'kysely';
import { cellOf, idsPerCell } from './cell-rules.ts';
import type { Db } from './connect.ts';
import { ownSchema } from './own-schema.ts';
import { UnfitServer } from './pooler.ts';

/**
 * Has every sequence give ids of the cell's range, so that no two cells give the same. Called again it changes nothing.
 * Throws an UnfitServer if a sequence has given ids of another cell.
 */
export async function giveIdsOfCell(db: Db, cell: number): Promise<void> {
  const { rows } = await sql<{ sequence: string; last: number | null }>`
    select oid::regclass::text as sequence, pg_sequence_last_value(oid) as last from pg_class
    where relnamespace = ${ownSchema} and relkind = 'S' order by 1`.execute(db);
  const foreign = rows.find(({ last }) => last !== null && cellOf(last) !== cell);
  if (foreign)
    throw new UnfitServer(
      `The database has ids of cell ${cellOf(foreign.last!)}, and CELLS says ${cell}. A cell keeps its number.`,
    );
  if (cell === 0) return;
  for (const { sequence, last } of rows)
    if (last === null)
      await sql`select setval(${sequence}::regclass, ${cell * idsPerCell}::bigint)`.execute(db);
}
