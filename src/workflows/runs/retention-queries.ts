import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** How many runs one transaction strips at most. */
export const runBatch = 500;

/**
 * Removes contexts, transcripts and results of the next runs that ended before the timestamp, in order of their ids;
 * returns how many runs it passed. It stops at the first run that is in progress or not old enough, or whose events are
 * not composed. Consent, times, numbers and outcomes stay. Passes nothing while another process does so.
 */
export async function stripRuns(trx: Transaction<Database>, before: Timestamp): Promise<number> {
  const progress = await trx
    .selectFrom('run_retention')
    .select('stripped_up_to')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!progress) return 0;
  const { rows } = await sql<{ id: number }>`
    with next as (
      select id, created_at < ${before} and (mode in ('test', 'text') or ended_at < ${before})
        and not exists (select from pending_events where run_id = run.id) as is_due
      from workflow_runs as run where id > ${progress.stripped_up_to} order by id limit ${runBatch}
    )
    select id from next
    where id < coalesce((select min(id) from next where not is_due), ${Number.MAX_SAFE_INTEGER}::bigint)
    order by id`.execute(trx);
  const last = rows.at(-1)?.id;
  if (last === undefined) return 0;
  await sql`
    update workflow_runs set initial_context = '{}', transcript = null, recording_url = null, analysis = null,
      usage = null, gathered_context = jsonb_strip_nulls(jsonb_build_object(
        'consent_given', gathered_context -> 'consent_given', 'consent_ts', gathered_context -> 'consent_ts'))
    where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(trx);
  await trx.updateTable('run_retention').set({ stripped_up_to: last }).execute();
  return rows.length;
}
