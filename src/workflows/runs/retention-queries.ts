import { type RawBuilder, sql, type Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** How many runs one transaction passes at most. */
const runBatch = 500;

type Content = 'transcripts' | 'contexts' | 'usage';

/** What is set, and whether a run has something of it. */
const contents: Readonly<
  Record<Content, readonly [set: RawBuilder<unknown>, has: RawBuilder<unknown>]>
> = {
  transcripts: [
    sql`transcript = null, recording_url = null, analysis = null`,
    sql`(transcript is not null or recording_url is not null or analysis is not null)`,
  ],
  contexts: [
    sql`metadata = null, initial_context = '{}', gathered_context = jsonb_strip_nulls(jsonb_set(
      jsonb_set('{}', '{consent_given}', coalesce(gathered_context -> 'consent_given', 'null')),
      '{consent_ts}', coalesce(gathered_context -> 'consent_ts', 'null')))`,
    sql`(metadata is not null or initial_context <> '{}' or gathered_context - array['consent_given', 'consent_ts'] <> '{}')`,
  ],
  usage: [sql`usage = null, usage_was_removed = true`, sql`usage is not null`],
};

interface Walk {
  readonly organization_id: number;
  readonly content: Content;
  /** Only runs that ended before are stripped. */
  readonly before: Timestamp;
  /** The last run that was passed. */
  readonly after: { readonly created_at: Timestamp; readonly id: number };
}

interface Passed {
  readonly removed: number;
  readonly last: Walk['after'];
  /** The runs that were passed. */
  readonly ids: readonly number[];
  readonly isDone: boolean;
}

/**
 * Removes content of the next runs of an organization, oldest first. It stops at the first run that is in progress, not
 * old enough, or has events that are not composed. Consent, times, numbers and outcomes stay.
 */
export async function stripNext(
  trx: Transaction<Database>,
  { organization_id, content, before, after }: Walk,
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
  const ids = passed.map(({ id }) => id);
  const [set, has] = contents[content];
  const { numAffectedRows = 0n } = await sql`
    update workflow_runs set ${set}
    where id = any(${ids}::bigint[]) and ${has}`.execute(trx);
  if (content === 'transcripts') {
    await removeInstructions(trx, ids);
    await removeAnswers(trx, ids);
  }
  return {
    removed: Number(numAffectedRows),
    last: passed.at(-1) ?? after,
    ids: passed.map(({ id }) => id),
    isDone: passed.length < runBatch,
  };
}

/** Removes what tools answer in conversations, and what was learned from them. */
const removeAnswers = (trx: Transaction<Database>, ids: readonly number[]) =>
  sql`
    update run_conversations set tool_answers = null, learned = null
    where run_id = ${anyOf(ids)} and (tool_answers is not null or learned is not null)`.execute(
    trx,
  );

/** Removes what people told the agents of runs. */
export const removeInstructions = (trx: Transaction<Database>, ids: readonly number[]) =>
  sql`
    delete from run_instructions as instruction using workflow_runs as run
    where run.id = ${anyOf(ids)} and instruction.organization_id = run.organization_id
      and instruction.run_id = run.id`.execute(trx);

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
