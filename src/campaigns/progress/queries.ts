import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import { isInForce } from '../../telephony/do-not-call/queries.ts';
import type { Timestamp } from '../../timestamp.ts';

/** What a campaign's progress is computed from, read at one point in time. */
export async function get(db: Db, organizationId: number, id: number) {
  const { rows } = await sql<ProgressRow>`
    select campaign.id, campaign.state, campaign.total_rows,
      coalesce((
        select json_agg(json_build_object('state', state, 'outcome', outcome, 'contacts', contacts)) from (
          select state, outcome, sum(contacts) as contacts from campaign_contact_counts
          where campaign_id = campaign.id group by state, outcome
        ) as counted
      ), '[]') as counts,
      (select coalesce(sum(runs), 0)::bigint from campaign_run_counts where campaign_id = campaign.id) as executed_count,
      (
        select coalesce(sum(contacts), 0)::bigint from campaign_contact_counts
        where campaign_id = campaign.id and state = 'dialing'
      ) as calls_in_progress
    from campaigns as campaign
    where campaign.organization_id = ${organizationId} and campaign.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound('Campaign', 'campaign_id');
  return row;
}

export interface ProgressRow {
  readonly id: number;
  readonly state: 'created' | 'running' | 'paused' | 'completed' | 'canceled';
  readonly total_rows: number | null;
  readonly counts: readonly {
    readonly state: string;
    readonly outcome: string;
    readonly contacts: number;
  }[];
  readonly executed_count: number;
  readonly calls_in_progress: number;
}

export const settings = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'state', 'source_id', 'schedule_config'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Campaign', 'campaign_id'));

export interface ZoneRow {
  /** Empty for the campaign's own time zone. */
  readonly zone: string;
  readonly do_not_call: number;
  /** Pending, or waiting and due. */
  readonly ready: number;
  readonly waiting: number;
  readonly first_due_at: Timestamp | null;
}

interface Preview {
  readonly organizationId: number;
  readonly now: Timestamp;
}

/** Contacts that are still to be called, by time zone. */
export async function openByZone(
  db: Db,
  campaignId: number,
  { organizationId, now }: Preview,
): Promise<ZoneRow[]> {
  const { rows } = await sql<ZoneRow>`
    select coalesce(contact.timezone, '') as zone,
      count(*) filter (where listed.id is not null) as do_not_call,
      count(*) filter (where listed.id is null and (contact.state = 'pending' or contact.due_at <= ${now})) as ready,
      count(*) filter (where listed.id is null and contact.due_at > ${now}) as waiting,
      min(contact.due_at) filter (where listed.id is null and contact.due_at > ${now}) as first_due_at
    from campaign_contacts as contact
    left join do_not_call_numbers as listed
      on listed.organization_id = ${organizationId} and listed.phone_number = contact.phone_number
      and ${isInForce(now, 'listed')}
    where contact.campaign_id = ${campaignId} and contact.state in ('pending', 'waiting')
    group by 1`.execute(db);
  return rows;
}

/** The same for a campaign that was not started: the rows of its source. */
export async function sourceByZone(
  db: Db,
  sourceId: string,
  { organizationId, now }: Preview,
): Promise<ZoneRow[]> {
  const { rows } = await sql<ZoneRow>`
    select coalesce(row.timezone, '') as zone, count(listed.id) as do_not_call,
      count(*) - count(listed.id) as ready, 0::bigint as waiting, null::timestamptz as first_due_at
    from campaign_source_rows as row
    left join do_not_call_numbers as listed
      on listed.organization_id = ${organizationId} and listed.phone_number = row.phone_number
      and ${isInForce(now, 'listed')}
    where row.source_id = ${sourceId}
    group by 1`.execute(db);
  return rows;
}
