import { type Insertable, sql, type Transaction } from 'kysely';
import type { WorkflowRuns } from '../../../generated/database.ts';
import { type EventParts, insertEvent } from '../../audit/queries.ts';
import type { Database, Db } from '../../db/connect.ts';
import { type Timestamp, later } from '../../timestamp.ts';
import { consentIn } from '../../workflows/runs/queries.ts';
import type { CallState } from './rules.ts';

const stateColumns = [
  'id',
  'organization_id',
  'workflow_id',
  'campaign_id',
  'contact_id',
  'mode',
  'telephony_configuration_id',
  'state',
  'outcome',
  'failure',
  'carrier_call_id',
  'started_at',
  'ended_at',
] as const;

/** The calls, locked in a fixed order, so that concurrent transactions cannot deadlock. */
export const lock = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('workflow_runs')
    .select(stateColumns)
    .select(sql<boolean>`analysis is not null`.as('analyzed'))
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .where('mode', '<>', 'test')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export type CallRow = Awaited<ReturnType<typeof lock>>[number];

/** Writes the states of the calls in one statement. */
export async function write(
  trx: Transaction<Database>,
  calls: readonly (CallState & { readonly id: number })[],
): Promise<void> {
  const rows = calls.map(
    ({ id, state, outcome, failure, carrier_call_id, started_at, ended_at }) => ({
      id,
      state,
      outcome,
      failure,
      carrier_call_id,
      started_at,
      ended_at,
    }),
  );
  await sql`
    update workflow_runs as run
    set state = known.state, outcome = known.outcome, failure = known.failure, carrier_call_id = known.carrier_call_id,
      started_at = known.started_at, ended_at = known.ended_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as known (
      id bigint, state text, outcome text, failure text, carrier_call_id text, started_at timestamptz,
      ended_at timestamptz
    )
    where run.id = known.id`.execute(trx);
}

/** Inserts a call and its creation event. */
export const insert = (
  trx: Transaction<Database>,
  run: Insertable<WorkflowRuns> & {
    readonly organization_id: number;
    readonly created_at: Timestamp;
  },
  event: Pick<EventParts, 'actor_kind' | 'actor_id' | 'request_id' | 'after'>,
) =>
  trx
    .with('run', (part) => part.insertInto('workflow_runs').values(run).returning('id'))
    .with('event', (part) =>
      insertEvent(
        part,
        {
          ...event,
          created_at: run.created_at,
          organization_id: run.organization_id,
          action: 'workflow_run.call_initiated',
          subject_id: sql.ref('run.id'),
          before: null,
        },
        'run',
      ),
    )
    .selectFrom('run')
    .select('id')
    .executeTakeFirstOrThrow();

/**
 * The organization's limit of concurrent calls, locked so that nobody else takes a slot meanwhile, and the number in
 * progress.
 */
export async function lockSlots(trx: Transaction<Database>, organizationId: number) {
  const { concurrent_call_limit } = await trx
    .selectFrom('organizations')
    .select('concurrent_call_limit')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { live } = await trx
    .selectFrom('workflow_runs')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('organization_id', '=', organizationId)
    .where('state', '<>', 'completed')
    .where('mode', '<>', 'test')
    .executeTakeFirstOrThrow();
  return { limit: concurrent_call_limit, live };
}

/** The calls in progress across all organizations. */
export async function countLive(db: Db): Promise<number> {
  const { live } = await db
    .selectFrom('workflow_runs')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('state', '<>', 'completed')
    .where('mode', '<>', 'test')
    .executeTakeFirstOrThrow();
  return live;
}

const placementColumns = [
  'run.id',
  'run.to_number',
  'run.from_number',
  'configuration.id as configuration_id',
  'configuration.organization_id',
  'configuration.provider',
  'configuration.credentials_encrypted',
] as const;

/** The data needed to place the calls. */
export const placements = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('workflow_runs as run')
    .innerJoin(
      'telephony_configurations as configuration',
      'configuration.id',
      'run.telephony_configuration_id',
    )
    .select(placementColumns)
    .where('run.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();

export type CallToPlace = Awaited<ReturnType<typeof placements>>[number];

/** Marks a call as about to be placed; false if it was marked before: then it must not be placed again. */
export async function claimPlacement(db: Db, id: number, now: Timestamp): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workflow_runs')
    .set({ placing_at: now })
    .where('id', '=', id)
    .where('state', '=', 'initialized')
    .where('placing_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Calls past their deadline. */
export const overdue = (db: Db, now: Timestamp) =>
  db
    .selectFrom('workflow_runs')
    .select('id')
    .where('state', '<>', 'completed')
    .where('deadline_at', '<=', now)
    .orderBy('deadline_at')
    .limit(500)
    .execute();

/** Accepted calls that have not been placed for a while: their job was lost. */
export const notPlaced = (db: Db, now: Timestamp) =>
  db
    .selectFrom('workflow_runs')
    .select('id')
    .where('state', '=', 'initialized')
    .where('mode', '=', 'ad_hoc')
    .where('placing_at', 'is', null)
    .where('deadline_at', 'is not', null)
    .where('created_at', '<', later(now, -30_000))
    .limit(100)
    .execute();

export interface Consent {
  readonly run_id: number;
  readonly consent_given: boolean;
  readonly consent_ts: Timestamp;
}

/** Merges consent that carriers reported into the gathered contexts, and records the marks in the audit trail. */
export async function writeConsents(
  trx: Transaction<Database>,
  { consents, now }: { readonly consents: readonly Consent[]; readonly now: Timestamp },
): Promise<void> {
  const reported = sql<Consent>`jsonb_to_recordset(${JSON.stringify(consents)}::jsonb)`.as<'mark'>(
    sql`mark (run_id bigint, consent_given boolean, consent_ts text)`,
  );
  const marked = trx.with('marked', (part) =>
    part
      .selectFrom(reported)
      .innerJoin('workflow_runs as run', 'run.id', 'mark.run_id')
      .select(['run.id', 'run.organization_id', 'run.gathered_context'])
      .select(['mark.consent_given', 'mark.consent_ts']),
  );
  await insertEvent(
    marked,
    {
      created_at: now,
      organization_id: sql.ref('marked.organization_id'),
      actor_kind: 'carrier',
      actor_id: null,
      action: 'workflow_run.consent_marked',
      subject_id: sql.ref('marked.id'),
      before: consentIn(sql`marked.gathered_context`),
      after: sql`jsonb_build_object('consent_given', marked.consent_given, 'consent_ts', marked.consent_ts)`,
      request_id: null,
    },
    'marked',
  ).execute();
  await sql`
    update workflow_runs as run
    set gathered_context = run.gathered_context
      || jsonb_build_object('consent_given', mark.consent_given, 'consent_ts', mark.consent_ts)
    from jsonb_to_recordset(${JSON.stringify(consents)}::jsonb) as mark (run_id bigint, consent_given boolean, consent_ts text)
    where run.id = mark.run_id`.execute(trx);
  await trx
    .insertInto('consent_marks')
    .values([...consents])
    .execute();
}
