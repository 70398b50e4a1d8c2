import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { WorkflowRuns } from '../../../generated/database.ts';
import { type EventParts, insertEvent } from '../../audit/queries.ts';
import { withExternalId } from '../../db/client-data.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import { expectFewRows } from '../../db/expect-few-rows.ts';
import type { Timestamp } from '../../timestamp.ts';

/** Inserts a call and its creation event; returns its id. */
export async function insert(
  trx: Transaction<Database>,
  run: Insertable<WorkflowRuns> & {
    readonly organization_id: number;
    readonly created_at: Timestamp;
  },
  event: Pick<EventParts, 'actor_kind' | 'actor_id' | 'request_id' | 'after'>,
): Promise<number> {
  const inserted = insertEvent(
    trx.with('run', (part) => part.insertInto('workflow_runs').values(run).returning('id')),
    {
      ...event,
      created_at: run.created_at,
      organization_id: run.organization_id,
      action: 'workflow_run.call_initiated',
      subject_id: sql.ref('run.id'),
      before: null,
    },
    'run',
  )
    .returning('subject_id')
    .executeTakeFirstOrThrow();
  const { subject_id } = await withExternalId('workflow_runs_external_id_key', inserted);
  return Number(subject_id);
}

interface Attempt extends Pick<
  Insertable<WorkflowRuns>,
  | 'organization_id'
  | 'workflow_id'
  | 'definition_id'
  | 'name'
  | 'mode'
  | 'to_number'
  | 'from_number'
  | 'telephony_configuration_id'
  | 'campaign_id'
  | 'contact_id'
  | 'external_id'
  | 'carrier_call_id'
  | 'traceparent'
  | 'created_at'
  | 'placing_at'
> {
  readonly initial_context?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, string>> | null;
}

/** Inserts attempts before any call is placed; each row returned says whom it calls, in no order. */
export async function insertAttempts(trx: Transaction<Database>, attempts: readonly Attempt[]) {
  // One text whatever their number, so that it is prepared once.
  const { rows } = await sql<{ id: number; contact_id: number | null }>`
    insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, to_number, from_number,
      telephony_configuration_id, campaign_id, contact_id, initial_context, external_id, metadata, carrier_call_id, traceparent, created_at, placing_at)
    select organization_id, workflow_id, definition_id, name, mode, to_number, from_number,
      telephony_configuration_id, campaign_id, contact_id, coalesce(initial_context, '{}'), external_id, metadata, carrier_call_id,
      traceparent, created_at, placing_at
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as attempt (
      organization_id bigint, workflow_id bigint, definition_id bigint, name text, mode text, to_number text,
      from_number text, telephony_configuration_id bigint, campaign_id bigint, contact_id bigint,
      initial_context jsonb, external_id text, metadata jsonb, carrier_call_id text, traceparent text, created_at timestamptz, placing_at timestamptz
    )
    returning id, contact_id`.execute(trx);
  return rows;
}

/** Removes attempts that were never placed, and returns them. */
export const removeAttempts = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .deleteFrom('workflow_runs')
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'initialized')
    .returning(['contact_id', 'telephony_configuration_id', 'from_number', 'created_at'])
    .execute();

/** The numbers from which contacts were called last. */
export async function lastCallers(
  db: Db,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  if (contactIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('workflow_runs')
    .distinctOn('contact_id')
    .select(['contact_id', 'from_number'])
    .where('contact_id', '=', anyOf(contactIds))
    .orderBy('contact_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ contact_id, from_number }) => [contact_id!, from_number]));
}

type WrittenCall = Pick<
  Selectable<WorkflowRuns>,
  | 'id'
  | 'state'
  | 'outcome'
  | 'failure'
  | 'carrier_code'
  | 'carrier_call_id'
  | 'answered_by'
  | 'message_left_at'
  | 'started_at'
  | 'ended_at'
  | 'placing_at'
>;

/** Writes the states of the calls in one statement. When a call was placed is written once. */
export async function write(
  trx: Transaction<Database>,
  calls: readonly WrittenCall[],
): Promise<void> {
  const rows = calls.map((call) => ({
    id: call.id,
    state: call.state,
    outcome: call.outcome,
    failure: call.failure,
    carrier_code: call.carrier_code,
    carrier_call_id: call.carrier_call_id,
    answered_by: call.answered_by,
    message_left_at: call.message_left_at,
    started_at: call.started_at,
    ended_at: call.ended_at,
    placing_at: call.placing_at,
  }));
  await sql`
    update workflow_runs as run
    set state = known.state, outcome = known.outcome, failure = known.failure, carrier_code = known.carrier_code,
      carrier_call_id = known.carrier_call_id, answered_by = known.answered_by,
      message_left_at = known.message_left_at, started_at = known.started_at, ended_at = known.ended_at, placing_at = coalesce(run.placing_at, known.placing_at),
      has_derived_analysis = known.state = 'completed'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as known (
      id bigint, state text, outcome text, failure text, carrier_code text, carrier_call_id text, answered_by text,
      message_left_at timestamptz, started_at timestamptz, ended_at timestamptz, placing_at timestamptz
    )
    where run.id = known.id and ${expectFewRows('known.id')}`.execute(trx);
}

/** Somebody wants the calls to end. The first who did stays. */
export const setHangUpRequested = (
  trx: Transaction<Database>,
  ids: readonly number[],
  now: Timestamp,
) =>
  trx
    .updateTable('workflow_runs')
    .set({ hang_up_requested_at: now })
    .where('id', '=', anyOf(ids))
    .where('hang_up_requested_at', 'is', null)
    .execute();

interface Analyzed {
  readonly run_id: number;
  readonly analysis: unknown;
}

/** Stores the derived analysis of runs for which none was submitted, and that an earlier release has ended. */
export const setAnalyses = (trx: Transaction<Database>, analyzed: readonly Analyzed[]) =>
  sql`
    update workflow_runs as run set analysis = made.analysis
    from jsonb_to_recordset(${JSON.stringify(analyzed)}::jsonb) as made(run_id bigint, analysis jsonb)
    where run.id = made.run_id and ${expectFewRows('made.run_id')}`.execute(trx);
