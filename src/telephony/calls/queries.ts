import { type Selectable, sql, type Transaction } from 'kysely';
import type { EventChoices, LiveCalls } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import { type Claim, claimed } from './live-queries.ts';
import type { Timestamp } from '../../timestamp.ts';

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
  'carrier_code',
  'carrier_call_id',
  'answered_by',
  'message_left_at',
  'started_at',
  'ended_at',
  'hang_up_requested_at',
  'callback_at',
  'traceparent',
] as const;

/** The events of calls before their end that the organization has chosen; the others are not written. */
const chosenEvents = (organization: string) => sql<Selectable<EventChoices>['chosen'] | null>`
  (select chosen from event_choices as choice where choice.organization_id = ${sql.ref(organization)})`;

/**
 * The calls, locked in a fixed order, so that concurrent transactions cannot deadlock; with `skip` those that are not locked
 * by somebody else.
 */
export const lock = (trx: Transaction<Database>, ids: readonly number[], skip = false) =>
  trx
    .selectFrom('workflow_runs')
    .select(stateColumns)
    .select(sql<boolean>`analysis is not null`.as('analyzed'))
    .select(chosenEvents('workflow_runs.organization_id').as('chosen_events'))
    .where('id', '=', anyOf(new Set(ids)))
    .where('mode', 'not in', ['test', 'text'])
    .orderBy('id')
    .forNoKeyUpdate()
    .$if(skip, (all) => all.skipLocked())
    .execute();

/** Those of the runs that are calls, locked or not. */
export async function callsAmong(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('workflow_runs')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('mode', 'not in', ['test', 'text'])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export type CallRow = Awaited<ReturnType<typeof lock>>[number];

/** The organization's limits and chosen events, locked with `forNoKeyUpdate` by those who take slots. */
export const limits = (db: Db, organizationId: number) =>
  db
    .selectFrom('organizations')
    .select(['concurrent_call_limit as limit', 'reserved_for_single_calls'])
    .select(['suspended_at', 'suspension_reason', 'deleted_at'])
    .select(chosenEvents('organizations.id').as('chosen_events'))
    .where('id', '=', organizationId);

interface Known {
  /** Calls that were in progress. */
  readonly ids: readonly number[];
  /** Every call that is newer has a greater id. */
  readonly last: number;
}

interface LiveNow {
  /** The last id that any run was given, committed or not; 0 before the first. */
  readonly last: number;
  /** Another one after a fail-over, which may lose the newest ids and give them again. */
  readonly server: string;
  /** The calls in progress, ascending: of those known before, and of the newer ones of the organization. */
  readonly ids: readonly number[];
  readonly of_campaigns: number;
}

/** What is in progress, looked up by the ids that were known before: one statement, whatever their number. */
export async function liveNow(
  db: Db,
  organizationId: number,
  { ids, last }: Known,
): Promise<LiveNow> {
  const { rows } = await sql<LiveNow>`
    select case when is_called then last_value else 0 end as last,
      pg_postmaster_start_time()::text as server, live.ids, live.of_campaigns
    from workflow_runs_id_seq cross join (
      select coalesce(json_agg(run_id order by run_id), '[]') as ids, count(campaign_id) as of_campaigns
      from (
        select run_id, campaign_id from live_calls where run_id = ${anyOf(ids)}
        union all
        select run_id, campaign_id from live_calls
        where organization_id = ${organizationId} and run_id + 0 > ${last}
      ) as call
    ) as live`.execute(db);
  return rows[0]!;
}

/** The calls in progress across all organizations. */
export async function countLive(db: Db): Promise<number> {
  const { live } = await db
    .selectFrom('live_calls')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .executeTakeFirstOrThrow();
  return live;
}

interface ClaimedContact {
  readonly run_id: number;
  readonly to_number: string;
  readonly timezone: string | null;
  readonly deferrals: number;
}

/** What the calls of one claim have in common. */
type ClaimOfCampaign = Claim &
  Pick<
    Selectable<LiveCalls>,
    | 'organization_id'
    | 'campaign_id'
    | 'telephony_configuration_id'
    | 'approval_policy_id'
    | 'deadline_at'
    | 'handling'
  >;

/** Inserts the calls of one claim of a campaign. One text whatever their number, so that it is prepared once. */
export async function insertClaimed(
  trx: Transaction<Database>,
  contacts: readonly ClaimedContact[],
  claim: ClaimOfCampaign,
): Promise<void> {
  const { state, claim_id, lease_until } = claimed(claim);
  await sql`
    insert into live_calls (run_id, organization_id, campaign_id, telephony_configuration_id, to_number, timezone,
      approval_policy_id, state, claim_id, lease_until, deadline_at, deferrals, handling)
    select run_id, ${claim.organization_id}::bigint, ${claim.campaign_id}::bigint,
      ${claim.telephony_configuration_id}::bigint, to_number, timezone, ${claim.approval_policy_id}::uuid,
      ${state}, ${claim_id}::uuid, ${lease_until}::timestamptz, ${claim.deadline_at}::timestamptz, deferrals,
      ${claim.handling && JSON.stringify(claim.handling)}::jsonb
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb)
      as contact (run_id bigint, to_number text, timezone text, deferrals integer)`.execute(trx);
}

/** Marks ringing calls, each once; returns those that were not marked before. Their runs are locked. */
export async function setRingingEvent(
  trx: Transaction<Database>,
  ids: readonly number[],
  now: Timestamp,
): Promise<ReadonlySet<number>> {
  const rows = await trx
    .updateTable('live_calls')
    .set({ ringing_event_at: now })
    .where('run_id', '=', anyOf(ids))
    .where('ringing_event_at', 'is', null)
    .returning('run_id')
    .execute();
  return new Set(rows.map(({ run_id }) => run_id));
}
