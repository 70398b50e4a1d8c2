import { sql, type Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { externalIdExists } from '../../db/client-data.ts';
import type { Database, Db } from '../../db/connect.ts';
import { type Failure, notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { throwMissing } from '../queries.ts';
import type { TransferState } from './agent-rules.ts';
import { analysisFrom, callBackRefusals, summarized, usageShown } from './rules.ts';

import { type StoredTurn, transcriptShown } from './transcript-rules.ts';

export interface Key {
  readonly organization_id: number;
  readonly run_id: number;
}

/** A run of a workflow. */
export interface WorkflowKey extends Key {
  readonly workflow_id: number;
}

const ofCalls = (column: 'created_at' | 'started_at') =>
  sql<Timestamp | null>`case when run.mode not in ('test', 'text') then ${sql.ref(`run.${column}`)} end`;

const versionNumber = sql<number>`(
  select version_number from workflow_definitions where id = run.definition_id
)`;

const workflowName = sql<string>`(select workflow.name from workflows as workflow where workflow.id = run.workflow_id)`;

/** Whether the carrier is being sent the call: only then is that known of the live call alone, and looked up there. */
export const isDialing = sql<boolean>`case
  when run.state <> 'initialized' or run.mode in ('test', 'text') then false
  else exists (
    select from live_calls
    where live_calls.run_id = run.id and live_calls.organization_id = run.organization_id
      and live_calls.state = 'placing'
  )
end`;

/**
 * What transfers have made of the call: only an answered one is looked up. It is `transferring` while one is unfinished or the
 * fallback of one is about to be rung. Nothing is transferred after it was connected with somebody.
 */
export const transferState = sql<TransferState>`case
  when run.state <> 'running' or run.started_at is null or run.mode in ('test', 'text') then null
  else (
    select case
      when bool_or(transfer.status in ('requested', 'ringing', 'briefing') or transfer.fallback_at is not null)
        then 'transferring'
      when bool_or(transfer.status = 'bridged' and transfer.kind <> 'handoff') then 'transferred'
    end
    from run_transfers as transfer
    where transfer.run_id = run.id and transfer.organization_id = run.organization_id
  )
end`;

/** Who has the call: the agent of which handoff, or whom it is being connected with. */
export const holderColumns = [
  'run.handoff_id',
  transferState.as('transfer_state'),
  sql<number | null>`(
    select max(transfer.id) from run_transfers as transfer
    where transfer.run_id = run.id and transfer.organization_id = run.organization_id
  )`.as('transfer_id'),
] as const;

/** A contact has few attempts, and those that were never placed are removed. */
const attemptNumber = sql<number | null>`case
  when run.mode in ('test', 'text') then null
  when run.contact_id is null and run.mode <> 'campaign' then 1
  -- The contact was removed.
  when run.contact_id is null then null
  else (
    select count(*)::integer from workflow_runs as earlier
    where earlier.contact_id = run.contact_id and earlier.id <= run.id
  )
end`;

/** Whether the call has the analysis that follows from its outcome: none was submitted before its event was composed. */
const isAnalyzed = sql<boolean>`run.has_derived_analysis and run.analysis is null and not exists (
  select from pending_events
  where pending_events.run_id = run.id and pending_events.organization_id = run.organization_id
    and pending_events.event = 'call_analyzed'
)`;

export const summaryColumns = [
  'run.id',
  'run.workflow_id',
  'run.definition_id',
  versionNumber.as('version_number'),
  versionNumber.as('workflow_version'),
  workflowName.as('workflow_name'),
  'run.name',
  'run.mode',
  'run.state',
  isDialing.as('is_dialing'),
  transferState.as('transfer_state'),
  'run.outcome',
  'run.call_disposition',
  'run.to_number',
  'run.from_number',
  'run.telephony_configuration_id',
  'run.campaign_id',
  'run.contact_id',
  'run.recording_url',
  'run.created_at',
  ofCalls('created_at').as('queued_at'),
  'run.placing_at as placed_at',
  'run.started_at',
  ofCalls('started_at').as('answered_at'),
  'run.ended_at',
  'run.duration_seconds',
  attemptNumber.as('attempt_number'),
  'run.answered_by',
  'run.message_left_at',
  'run.carrier_call_id',
  'run.failure',
  'run.carrier_code',
  'run.external_id',
] as const;

export const detailColumns = [
  ...summaryColumns,
  'run.callback_refusal',
  'run.hang_up_requested_at',
  'run.token_revoked_at',
  'run.handoff_id',
  'run.initial_context',
  'run.gathered_context',
  'run.transcript',
  'run.analysis',
  isAnalyzed.as('is_analyzed'),
  'run.usage',
  'run.metadata',
] as const;

const runsOf = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs as run')
    .select(detailColumns)
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id);

/** A run with all its data as it is shown. */
export const detailed = <
  Run extends Parameters<typeof summarized>[0] & {
    readonly transcript: readonly StoredTurn[] | null;
    readonly analysis: components['schemas']['RunAnalysis'] | null;
    readonly is_analyzed: boolean;
    readonly outcome: components['schemas']['RunOutcome'] | null;
    readonly call_disposition: string | null;
    readonly usage: Parameters<typeof usageShown>[0];
    readonly metadata: components['schemas']['Metadata'] | null;
    readonly callback_refusal: components['schemas']['CallbackRefusalCode'] | null;
  },
>({
  callback_refusal: code,
  is_analyzed,
  ...run
}: Run) => ({
  ...summarized(run),
  analysis:
    run.analysis ??
    (is_analyzed && run.outcome !== null ? analysisFrom({ ...run, outcome: run.outcome }) : null),
  callback_refusal: code && { code, message: callBackRefusals[code] },
  transcript: transcriptShown(run.transcript),
  usage: usageShown(run.usage),
  metadata: run.metadata ?? {},
});

/** A run of the organization. Throws if it has none with this id. */
export async function get(db: Db, key: Key) {
  const run = await runsOf(db, key).executeTakeFirstOrThrow(runNotFound);
  return detailed(run);
}

/** A run of the organization's workflow. Throws if the workflow has none with this id. */
export async function getOf(db: Db, key: WorkflowKey) {
  const run = await runsOf(db, key)
    .where('run.workflow_id', '=', key.workflow_id)
    .executeTakeFirst();
  return run ? detailed(run) : throwMissing(db, key, runNotFound());
}

/** Locks a run until the transaction ends. Throws if the organization has none with this id. */
export const lock = (trx: Transaction<Database>, { organization_id, run_id }: Key) =>
  trx
    .selectFrom('workflow_runs')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', run_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(runNotFound);

/** Throws if the organization has no such run. */
export async function mustExist(db: Db, organizationId: number, runId: number): Promise<void> {
  const run = await db
    .selectFrom('workflow_runs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', runId)
    .executeTakeFirst();
  if (!run) throw runNotFound();
}

/** Throws 409 if another run than a campaign's call has the external ID. */
export async function mustBeFree(db: Db, organizationId: number, externalId: string) {
  const run = await db
    .selectFrom('workflow_runs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('external_id', '=', externalId)
    .where('mode', '<>', 'campaign')
    .executeTakeFirst();
  if (run) throw externalIdExists();
}

export const runNotFound = (): Failure => notFound('Run', 'run_id');
