import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Key } from '../runs/read-queries.ts';

export interface Seen extends Key {
  /** The number of the last instruction or decision that was read. */
  readonly after: number;
  /** The last transfer that was read; null: none. */
  readonly transfer: SeenTransfer | null;
  /** Absent for a runtime, which writes them. */
  readonly said?: SeenTurns;
}

/** The turns of a transcript that were read. */
export interface SeenTurns {
  /** How many. */
  readonly turns: number;
  /** Of these turns; null: none was read. */
  readonly digest: string | null;
}

/** By which other turns in the place of those that were read are noticed. */
export const digestOf = (turns: RawBuilder<unknown>) => sql`left(md5(${turns}::text), 8)`;

export interface SeenTransfer {
  readonly id: number;
  readonly status: string;
}

/**
 * Of runs that are followed, those with something new: an instruction or a decision after the last one, another state of the
 * last transfer or another transfer, other turns than those that were read, an end, or that they were removed.
 */
export async function changed(db: Db, followed: readonly Seen[]): Promise<number[]> {
  const { rows } = await sql<{ run_id: number }>`
    select seen.run_id
    from jsonb_to_recordset(${JSON.stringify(followed)}::jsonb)
      as seen (organization_id bigint, run_id bigint, after integer, transfer jsonb, said jsonb)
    left join workflow_runs as run on run.id = seen.run_id
    where run.id is null or run.state = 'completed' or case
      when seen.said is null then false
      else nullif(${digestOf(sql`run.transcript`)}, ${digestOf(sql`'[]'`)}) is distinct from seen.said ->> 'digest'
    end or exists (
      select from run_instructions as instruction
      where instruction.organization_id = seen.organization_id and instruction.run_id = seen.run_id
        and instruction.instruction_number > seen.after
    ) or exists (
      select from run_transfers as transfer
      where transfer.organization_id = seen.organization_id and transfer.run_id = seen.run_id
        and (seen.transfer ->> 'id' is null or transfer.id > (seen.transfer ->> 'id')::bigint
          or (transfer.id = (seen.transfer ->> 'id')::bigint and transfer.status <> seen.transfer ->> 'status'))
    ) or exists (
      select from tool_executions as execution
      where execution.organization_id = seen.organization_id and execution.run_id = seen.run_id
        and execution.decision_number > seen.after
    )`.execute(db);
  return rows.map(({ run_id }) => run_id);
}
