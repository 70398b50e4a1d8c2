import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Key } from '../runs/read-queries.ts';
import type { StoredTurn } from '../runs/transcript-rules.ts';
import { digestOf, type SeenTurns } from '../instructions/watch-queries.ts';

/** How many turns an event has. */
export const turnsAtOnce = 200;

interface Said {
  /** From where on the turns replace those that were read. */
  readonly index: number;
  readonly turns: readonly StoredTurn[];
  /** What is read then. */
  readonly seen: SeenTurns;
}

/**
 * The next turns of a run after those that were read; all of them if what was read is no longer how the transcript begins.
 * Undefined if there is nothing new.
 */
export async function readTurns(
  db: Db,
  { organization_id, run_id }: Key,
  { turns: before, digest: known }: SeenTurns,
): Promise<Said | undefined> {
  const { rows } = await sql<{
    index: number;
    turns: StoredTurn[] | null;
    digest: string | null;
  }>`
    with stored as (
      select turn, place::integer as place
      from workflow_runs as run, jsonb_array_elements(run.transcript) with ordinality as said (turn, place)
      where run.organization_id = ${organization_id} and run.id = ${run_id}
    ), kept as (
      select case
        when ${digestOf(sql`jsonb_agg(turn order by place)`)} = ${known}::text then ${before}::integer else 0
      end as index
      from stored where place <= ${before}::integer
    ), shown as (
      select index, turn, place from kept left join stored on place <= index + ${turnsAtOnce}::integer
    )
    select index,
      jsonb_agg(turn order by place) filter (where place > index) as turns,
      ${digestOf(sql`jsonb_agg(turn order by place) filter (where place is not null)`)} as digest
    from shown group by index`.execute(db);
  const { index = 0, turns = null, digest = null } = rows[0] ?? {};
  if (turns === null && index === before) return undefined;
  return { index, turns: turns ?? [], seen: { turns: index + (turns?.length ?? 0), digest } };
}
