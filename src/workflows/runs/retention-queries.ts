import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** How many runs one transaction passes at most. */
const runBatch = 500;

interface Walk {
  readonly organization_id: number;
  /** Only runs that ended before are passed. */
  readonly before: Timestamp;
  /** The last run that was passed. */
  readonly after: { readonly created_at: Timestamp; readonly id: number };
}

interface Passed {
  readonly last: Walk['after'];
  /** The runs that were passed. */
  readonly ids: readonly number[];
  readonly isDone: boolean;
}

/**
 * The next runs of an organization whose content is to be removed, oldest first. It stops at the first run that is in
 * progress, not old enough, or has events that are not composed.
 */
export async function passNext(
  trx: Transaction<Database>,
  { organization_id, before, after }: Walk,
): Promise<Passed> {
  const { rows } = await sql<{ id: number; created_at: Timestamp; is_due: boolean }>`
    select id, created_at,
      (mode in ('test', 'text') or coalesce(ended_at < ${before}, false))
        and not exists (select from pending_events where run_id = run.id) as is_due
    from workflow_runs as run
    where organization_id = ${organization_id} and created_at < ${before}
      and (created_at, id) > (${after.created_at}, ${after.id})
    order by created_at, id limit ${runBatch}`.execute(trx);
  const first = rows.findIndex(({ is_due }) => !is_due);
  const passed = first < 0 ? rows : rows.slice(0, first);
  return {
    last: passed.at(-1) ?? after,
    ids: passed.map(({ id }) => id),
    isDone: passed.length < runBatch,
  };
}

interface Campaign {
  readonly organization_id: number;
  readonly campaign_id: number;
}

/** Lets a batch of the runs of a campaign that was deleted go, without it and its contacts; returns how many. */
export async function letGoOf(
  trx: Transaction<Database>,
  { organization_id, campaign_id }: Campaign,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update workflow_runs set campaign_id = null, contact_id = null where id = any(array(
      select id from workflow_runs where organization_id = ${organization_id} and campaign_id = ${campaign_id}
      order by created_at desc, id desc limit ${runBatch}
    ))`.execute(trx);
  return Number(numAffectedRows);
}
