import { type Insertable, sql, type Transaction } from 'kysely';
import type { LiveCalls } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { lacksConsent } from '../consents/queries.ts';
import { isInForce } from '../do-not-call/queries.ts';
import { type LiveState, liveTransitions as transitions } from './flow-rules.ts';

/** How long a worker has to begin placing a call that it claimed. */
export const leaseMs = 30_000;
/** A request to a carrier has ended by then; a call that nothing is known of is queried. */
const answeredMs = 20_000;
/** The pause after a question to the carrier. */
const askAgainMs = 60_000;

export const insert = (trx: Transaction<Database>, calls: Insertable<LiveCalls>[]) =>
  trx.insertInto('live_calls').values(calls).execute();

export interface Claim {
  readonly claim_id: string;
  readonly now: Timestamp;
}

/** The members of a call that a worker has claimed. */
export const claimed = ({ claim_id, now }: Claim) => ({
  state: transitions.claim.to,
  claim_id,
  lease_until: later(now, leaseMs),
});

/** The ids of the calls that a transaction claimed, if it was committed although its answer was lost. */
export async function claimedBy(db: Db, claimId: string, organizationId: number) {
  const rows = await db
    .selectFrom('live_calls')
    .select('run_id')
    .where('organization_id', '=', organizationId)
    .where('claim_id', '=', claimId)
    .where('state', '=', 'claimed')
    .execute();
  return rows.map(({ run_id }) => run_id);
}

/** Claimed or queued calls with all that placing them needs, locked; what others work on is left out. */
export const lockUnplaced = (trx: Transaction<Database>, ids: readonly number[], now: Timestamp) =>
  trx
    .selectFrom('live_calls as live')
    .innerJoin('workflow_runs as run', 'run.id', 'live.run_id')
    .innerJoin('workflows as workflow', 'workflow.id', 'run.workflow_id')
    .innerJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .innerJoin('organizations as organization', 'organization.id', 'live.organization_id')
    .leftJoin(
      'telephony_configurations as configuration',
      'configuration.id',
      'live.telephony_configuration_id',
    )
    .leftJoin('do_not_call_numbers as listed', (join) =>
      join
        .onRef('listed.organization_id', '=', 'live.organization_id')
        .onRef('listed.phone_number', '=', 'live.to_number')
        .on(isInForce(now, 'listed')),
    )
    .leftJoin('calling_hours as hours', (join) =>
      join
        .onRef('hours.organization_id', '=', 'live.organization_id')
        .on('hours.enabled', '=', true),
    )
    .leftJoin(
      'call_paces as pace',
      'pace.telephony_configuration_id',
      'live.telephony_configuration_id',
    )
    .select([
      'live.run_id as id',
      'live.organization_id',
      'live.campaign_id',
      'live.state',
      'live.approval_policy_id',
      'live.to_number',
      'live.timezone',
      'live.due_at',
      'live.deadline_at',
      'live.deferrals',
      'live.handling',
      'live.telephony_configuration_id as configuration_id',
      'run.workflow_id',
      'version.version_number as workflow_version',
      'run.created_at',
      'run.contact_id',
      'run.from_number',
      'run.traceparent',
      'configuration.provider',
      'configuration.credentials_encrypted',
      'configuration.calls_per_second',
      'pace.errors',
    ])
    .select(
      sql<boolean>`organization.suspended_at is not null or organization.deleted_at is not null`.as(
        'is_suspended',
      ),
    )
    .select(sql<boolean>`listed.id is not null`.as('is_listed'))
    .select(sql<boolean>`hours.organization_id is not null`.as('has_hours'))
    .select(sql<boolean>`workflow.calling_hours is not null`.as('has_workflow_hours'))
    .select(
      lacksConsent({
        organization_id: sql.ref('live.organization_id'),
        phone_number: sql.ref('live.to_number'),
        // Campaigns decide about their own calls.
        purpose: sql`case when live.campaign_id is null then workflow.require_prior_consent end`,
        now,
      }).as('lacks_consent'),
    )
    .where('live.run_id', '=', anyOf(ids))
    .where('live.placing_at', 'is', null)
    .orderBy('live.run_id')
    .forNoKeyUpdate('live')
    .skipLocked()
    .execute();

/** Those of the calls that nobody has placed, locked or not. */
export async function unplacedAmong(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('live_calls')
    .select('run_id')
    .where('run_id', '=', anyOf(ids))
    .where('placing_at', 'is', null)
    .execute();
  return new Set(rows.map(({ run_id }) => run_id));
}

export type UnplacedCall = Awaited<ReturnType<typeof lockUnplaced>>[number];

/** Claims queued calls, which are locked. */
export const setClaimed = (trx: Transaction<Database>, ids: readonly number[], claim: Claim) =>
  trx
    .updateTable('live_calls')
    .set({ ...claimed(claim), due_at: null })
    .where('run_id', '=', anyOf(ids))
    .execute();

/** From now on the carrier may hear of the calls, which are locked. */
export const setPlacing = (trx: Transaction<Database>, ids: readonly number[], now: Timestamp) =>
  trx
    .updateTable('live_calls')
    .set({
      state: transitions.place.to,
      placing_at: now,
      ask_at: later(now, answeredMs),
      lease_until: null,
      due_at: null,
    })
    .where('run_id', '=', anyOf(ids))
    .execute();

const queued = {
  state: transitions.queue.to,
  claim_id: null,
  lease_until: null,
  placing_at: null,
  ask_at: null,
  asked: 0,
} as const;

interface Requeued {
  readonly due_at: Timestamp;
  readonly deferred: boolean;
}

/** Queues single calls again, which are locked. */
export const setQueued = (
  trx: Transaction<Database>,
  ids: readonly number[],
  { due_at, deferred }: Requeued,
) =>
  trx
    .updateTable('live_calls')
    .set({ ...queued, due_at, deferrals: sql<number>`deferrals + ${deferred ? 1 : 0}` })
    .where('run_id', '=', anyOf(ids))
    .execute();

const columns = [
  'run_id',
  'organization_id',
  'campaign_id',
  'telephony_configuration_id',
  'state',
  'lease_until',
  'placing_at',
  'deadline_at',
  'deferrals',
  'asked',
  'hang_up_at',
  'wanted',
] as const;

/** The calls, locked in the order of their ids. */
export const lock = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('live_calls')
    .select(columns)
    .where('run_id', '=', anyOf(ids))
    .orderBy('run_id')
    .forNoKeyUpdate()
    .execute();

export type LiveCall = Awaited<ReturnType<typeof lock>>[number];

interface Progress {
  readonly run_id: number;
  readonly state: Extract<LiveState, 'ringing' | 'in_progress'>;
}

/**
 * Writes what the carrier reported of calls in progress. It is not queried about them before they should have ended.
 * Returns those that changed.
 */
export const write = (trx: Transaction<Database>, calls: readonly Progress[], now: Timestamp) => {
  const talking = calls.filter(({ state }) => state === 'in_progress');
  const state = sql<Progress['state']>`
    case when run_id = ${anyOf(talking.map(({ run_id }) => run_id))} then 'in_progress' else 'ringing' end`;
  return trx
    .updateTable('live_calls')
    .set({
      state,
      lease_until: null,
      due_at: null,
      asked: 0,
      placing_at: sql`coalesce(placing_at, ${now})`,
      ask_at: sql`greatest(deadline_at, ${later(now, askAgainMs)})`,
    })
    .where('run_id', '=', anyOf(calls.map(({ run_id }) => run_id)))
    .where('state', '<>', state)
    .returning(['run_id', 'placing_at'])
    .execute();
};

/** Returns the removed calls. */
export const remove = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .deleteFrom('live_calls')
    .where('run_id', '=', anyOf(ids))
    .returning(['run_id', 'placing_at'])
    .execute();

/** The approval policy that a call in progress was placed with; null if it was placed without one, or has ended. */
export async function policyOf(db: Db, runId: number): Promise<string | null> {
  const call = await db
    .selectFrom('live_calls')
    .select('approval_policy_id')
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return call?.approval_policy_id ?? null;
}

/** Calls to which a rule applies. */
export interface PlacingCalls {
  readonly organization_id: number;
  readonly campaign_id?: number;
  readonly approval_policy_id?: string;
  readonly phone_numbers?: readonly string[];
}

interface Period {
  readonly since: Timestamp;
  readonly until: Timestamp;
}

/** Whether the carrier may be hearing right now of such a call that was marked within the period. */
export async function isPlacing(
  db: Db,
  placing: PlacingCalls,
  { since, until }: Period,
): Promise<boolean> {
  const { organization_id, campaign_id, approval_policy_id, phone_numbers } = placing;
  const found = await db
    .selectFrom('live_calls')
    .select('run_id')
    .where('organization_id', '=', organization_id)
    .where('state', '=', 'placing')
    .where('placing_at', '>', since)
    .where('placing_at', '<=', until)
    .$if(campaign_id !== undefined, (rows) => rows.where('campaign_id', '=', campaign_id!))
    .$if(approval_policy_id !== undefined, (rows) =>
      rows.where('approval_policy_id', '=', approval_policy_id!),
    )
    .$if(phone_numbers !== undefined, (rows) =>
      rows.where('to_number', '=', anyOf([...(phone_numbers ?? [])], 'text')),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
