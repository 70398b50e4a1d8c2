import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/**
 * A running campaign of the organization, locked against transitions and other claims; undefined if it is not running.
 */
export const lockRunning = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('campaigns')
    .select([
      'id',
      'organization_id',
      'name',
      'workflow_id',
      'telephony_configuration_id',
      'schedule_config',
      'circuit_breaker',
      'max_concurrency',
      'started_at',
      'resumed_at',
      'approval_policy_id',
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forNoKeyUpdate()
    .executeTakeFirst();

export type RunningCampaign = NonNullable<Awaited<ReturnType<typeof lockRunning>>>;

export async function liveCalls(trx: Transaction<Database>, campaignId: number): Promise<number> {
  const { live } = await trx
    .selectFrom('workflow_runs')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('campaign_id', '=', campaignId)
    .where('state', '<>', 'completed')
    .executeTakeFirstOrThrow();
  return live;
}

/** The number of a campaign's contacts in each unfinished state. */
export async function openContacts(trx: Transaction<Database>, campaignId: number) {
  const rows = await trx
    .selectFrom('campaign_contact_counts')
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['pending', 'waiting', 'dialing'])
    .groupBy('state')
    .select(['state', sql<number>`sum(contacts)::bigint`.as('contacts')])
    .execute();
  const of = (state: string): number => rows.find((row) => row.state === state)?.contacts ?? 0;
  return { pending: of('pending'), waiting: of('waiting'), dialing: of('dialing') };
}

export const zones = (trx: Transaction<Database>, campaignId: number) =>
  trx
    .selectFrom('campaign_zones')
    .select('zone')
    .where('campaign_id', '=', campaignId)
    .execute()
    .then((rows) => rows.map(({ zone }) => zone));

interface Selection {
  readonly campaign_id: number;
  readonly organization_id: number;
  /** Time zones whose contacts may be called now. */
  readonly zones: readonly string[];
  readonly limit: number;
  readonly now: Timestamp;
}

/**
 * The next contacts that may be called: due retries first, then in the order of upload, each with whether it is on the
 * do-not-call list. Uses one index lookup per zone, so the cost depends on the contacts taken, not on how many there
 * are.
 */
export async function next(trx: Transaction<Database>, selection: Selection) {
  const { rows } = await sql<NextContact>`
    with due as (
      select candidate.* from unnest(${[...selection.zones]}::text[]) as open (zone)
      cross join lateral (
        select id, due_at, row_number from campaign_contacts
        where campaign_id = ${selection.campaign_id} and state = 'waiting' and coalesce(timezone, '') = open.zone
          and due_at <= ${selection.now}
        order by due_at limit ${selection.limit}
      ) as candidate
      order by candidate.due_at, candidate.row_number limit ${selection.limit}
    ), fresh as (
      select candidate.* from campaign_zones as open
      cross join lateral (
        select id, null::timestamptz as due_at, row_number from campaign_contacts
        where campaign_id = ${selection.campaign_id} and state = 'pending' and coalesce(timezone, '') = open.zone
          and row_number >= open.next_row
        order by row_number limit ${selection.limit}
      ) as candidate
      where open.campaign_id = ${selection.campaign_id} and open.zone = any(${[...selection.zones]}::text[])
      order by candidate.row_number limit greatest(${selection.limit} - (select count(*) from due), 0)
    ), chosen as (select * from due union all select * from fresh)
    select contact.id, contact.row_number, contact.phone_number, contact.timezone, contact.initial_context,
      contact.attempts, listed.id is not null as is_listed
    from campaign_contacts as contact
    join chosen on chosen.id = contact.id
    left join do_not_call_numbers as listed
      on listed.organization_id = ${selection.organization_id} and listed.phone_number = contact.phone_number
    order by chosen.due_at nulls last, contact.row_number
    for no key update of contact`.execute(trx);
  return rows;
}

export interface NextContact {
  readonly id: number;
  readonly row_number: number;
  readonly phone_number: string;
  readonly timezone: string | null;
  readonly initial_context: Record<string, unknown>;
  readonly attempts: number;
  readonly is_listed: boolean;
}

/** Marks contacts as being called; the next claim starts after them. */
export async function markDialing(
  trx: Transaction<Database>,
  campaignId: number,
  { contacts, now }: { readonly contacts: readonly NextContact[]; readonly now: Timestamp },
): Promise<void> {
  await trx
    .updateTable('campaign_contacts')
    .set({ state: 'dialing', due_at: null, attempts: sql`attempts + 1`, updated_at: now })
    .where('id', '=', idsOf(contacts))
    .execute();
  await leaveBehind(trx, campaignId, contacts);
}

export async function skip(
  trx: Transaction<Database>,
  campaignId: number,
  {
    contacts,
    reason,
    now,
  }: {
    readonly contacts: readonly NextContact[];
    readonly reason: string;
    readonly now: Timestamp;
  },
): Promise<void> {
  await trx
    .updateTable('campaign_contacts')
    .set({ state: 'skipped', skip_reason: reason, due_at: null, updated_at: now })
    .where('id', '=', idsOf(contacts))
    .execute();
  await leaveBehind(trx, campaignId, contacts);
}

const idsOf = (contacts: readonly NextContact[]) =>
  sql<number>`any(${contacts.map(({ id }) => id)}::bigint[])`;

/** Contacts are taken in order, so none before the ones just taken is pending. */
async function leaveBehind(
  trx: Transaction<Database>,
  campaignId: number,
  contacts: readonly NextContact[],
): Promise<void> {
  const taken = new Map<string, number>();
  for (const { attempts, timezone, row_number } of contacts) {
    if (attempts > 0) continue;
    const zone = timezone ?? '';
    taken.set(zone, Math.max(taken.get(zone) ?? 0, row_number + 1));
  }
  if (taken.size === 0) return;
  await sql`
    update campaign_zones as zone set next_row = greatest(zone.next_row, taken.next_row)
    from jsonb_to_recordset(${JSON.stringify([...taken].map(([zone, next_row]) => ({ zone, next_row })))}::jsonb)
      as taken (zone text, next_row integer)
    where zone.campaign_id = ${campaignId} and zone.zone = taken.zone`.execute(trx);
}

interface NewRuns {
  readonly campaign: RunningCampaign;
  readonly definition_id: number;
  readonly from_number: string | null;
  readonly contacts: readonly NextContact[];
  readonly now: Timestamp;
  readonly deadline_at: Timestamp;
}

/** Inserts an attempt for each contact, before any call is placed. */
export const insertRuns = (trx: Transaction<Database>, runs: NewRuns) =>
  trx
    .insertInto('workflow_runs')
    .values(
      runs.contacts.map((contact) => ({
        organization_id: runs.campaign.organization_id,
        workflow_id: runs.campaign.workflow_id,
        definition_id: runs.definition_id,
        name: `${runs.campaign.name}: ${contact.phone_number}`,
        mode: 'campaign' as const,
        to_number: contact.phone_number,
        from_number: runs.from_number,
        telephony_configuration_id: runs.campaign.telephony_configuration_id,
        campaign_id: runs.campaign.id,
        contact_id: contact.id,
        initial_context: JSON.stringify(contact.initial_context),
        created_at: runs.now,
        placing_at: runs.now,
        deadline_at: runs.deadline_at,
      })),
    )
    .returning('id')
    .execute();

/** Failures since a timestamp, and all calls since then, counted up to `enough`. */
export async function outcomesSince(
  trx: Transaction<Database>,
  { campaign_id, since }: { readonly campaign_id: number; readonly since: Timestamp },
  enough: (failures: number) => number,
): Promise<{ failures: number; total: number }> {
  const { failures } = await trx
    .selectFrom('workflow_runs')
    .where('campaign_id', '=', campaign_id)
    .where('outcome', 'in', ['failed', 'unknown'])
    .where('ended_at', '>=', since)
    .select(({ fn }) => fn.countAll<number>().as('failures'))
    .executeTakeFirstOrThrow();
  if (failures === 0) return { failures, total: 0 };
  const { total } = await trx
    .selectFrom((calls) =>
      calls
        .selectFrom('workflow_runs')
        .where('campaign_id', '=', campaign_id)
        .where('ended_at', '>=', since)
        .select('campaign_id')
        .limit(enough(failures) + 1)
        .as('calls'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { failures, total };
}

/** The newest failures since a timestamp, for the log. */
export const recentFailures = (trx: Transaction<Database>, campaignId: number, since: Timestamp) =>
  trx
    .selectFrom('workflow_runs')
    .where('campaign_id', '=', campaignId)
    .where('outcome', 'in', ['failed', 'unknown'])
    .where('ended_at', '>=', since)
    .select(['id as run_id', 'to_number', 'outcome', 'failure', 'ended_at'])
    .orderBy('ended_at', 'desc')
    .limit(20)
    .execute();

/** When the first retry in the zones is due. */
export async function firstDue(
  trx: Transaction<Database>,
  campaignId: number,
  inZones: readonly string[],
): Promise<Timestamp | null> {
  const { due_at } = await trx
    .selectFrom('campaign_zones as zone')
    .where('zone.campaign_id', '=', campaignId)
    .where('zone.zone', '=', sql<string>`any(${[...inZones]}::text[])`)
    .select((eb) =>
      eb.fn
        .min<Timestamp | null>(
          eb
            .selectFrom('campaign_contacts')
            .where('campaign_id', '=', campaignId)
            .where('state', '=', 'waiting')
            .whereRef(sql`coalesce(timezone, '')`, '=', 'zone.zone')
            .orderBy('due_at')
            .limit(1)
            .select('due_at'),
        )
        .as('due_at'),
    )
    .executeTakeFirstOrThrow();
  return due_at;
}

export const setWakeAt = (trx: Transaction<Database>, id: number, wake_at: Timestamp) =>
  trx.updateTable('campaigns').set({ wake_at }).where('id', '=', id).execute();

export const complete = (trx: Transaction<Database>, id: number, now: Timestamp) =>
  trx
    .updateTable('campaigns')
    .set({ state: 'completed', completed_at: now, wake_at: null })
    .where('id', '=', id)
    .execute();

export const pause = (trx: Transaction<Database>, id: number) =>
  trx
    .updateTable('campaigns')
    .set({ state: 'paused', wake_at: null })
    .where('id', '=', id)
    .execute();

/** Undoes attempts that were never placed: their contacts return to their previous state. */
export async function release(
  trx: Transaction<Database>,
  runIds: readonly number[],
  now: Timestamp,
): Promise<void> {
  await sql`
    with run as (
      delete from workflow_runs where id = any(${[...runIds]}::bigint[]) and state = 'initialized'
      returning contact_id
    ), contact as (
      update campaign_contacts as contact
      set attempts = contact.attempts - 1, updated_at = ${now},
        state = case when contact.attempts = 1 then 'pending' else 'waiting' end,
        due_at = case when contact.attempts = 1 then null else ${now}::timestamptz end
      from run where contact.id = run.contact_id and contact.state = 'dialing'
      returning contact.campaign_id, coalesce(contact.timezone, '') as zone, contact.row_number
    ), first as (
      select campaign_id, zone, min(row_number) as row_number from contact group by 1, 2
    )
    update campaign_zones as zone set next_row = least(zone.next_row, first.row_number)
    from first where zone.campaign_id = first.campaign_id and zone.zone = first.zone`.execute(trx);
}

/** Whether a used approval is still in force: not revoked, not disabled, not expired. */
export async function isApprovalInForce(
  trx: Transaction<Database>,
  id: string,
  now: Timestamp,
): Promise<boolean> {
  const policy = await trx
    .selectFrom('approval_policies')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return policy !== undefined;
}
