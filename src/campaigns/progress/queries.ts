import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import { lacksConsent } from '../../telephony/consents/queries.ts';
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
    where campaign.organization_id = ${organizationId} and campaign.id = ${id}
      and campaign.deleted_at is null`.execute(db);
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

/** A campaign with what its preview depends on. */
export const settings = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('campaigns as campaign')
    .innerJoin('workflows as workflow', 'workflow.id', 'campaign.workflow_id')
    .select(['campaign.id', 'campaign.state', 'campaign.source_id', 'campaign.copied_to_row'])
    .select('campaign.schedule_config')
    .select('workflow.calling_hours')
    .select(({ fn }) =>
      fn
        .coalesce('campaign.require_prior_consent', 'workflow.require_prior_consent')
        .as('consent_purpose'),
    )
    .where('campaign.organization_id', '=', organizationId)
    .where('campaign.deleted_at', 'is', null)
    .where('campaign.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Campaign', 'campaign_id'));

export interface ZoneRow {
  /** Empty for the campaign's own time zone. */
  readonly zone: string;
  readonly do_not_call: number;
  readonly no_prior_consent: number;
  /** Pending, or waiting and due. */
  readonly ready: number;
  readonly waiting: number;
  readonly first_due_at: Timestamp | null;
}

interface Preview {
  readonly organizationId: number;
  /** The purpose for which a number needs a consent; null if it needs none. */
  readonly consentPurpose: string | null;
  readonly now: Timestamp;
}

interface Copied {
  readonly id: number;
  /** The last row of its source that the campaign has copied, so that no row counts twice; null: the whole source. */
  readonly after: number | null;
}

/** Contacts that are still to be called, by time zone. */
export async function openByZone(
  db: Db,
  { id, after }: Copied,
  preview: Preview,
): Promise<ZoneRow[]> {
  const { now } = preview;
  const { rows } = await sql<ZoneRow>`
    select zone,
      count(*) filter (where rule = 'do_not_call') as do_not_call,
      count(*) filter (where rule = 'no_prior_consent') as no_prior_consent,
      count(*) filter (where rule is null and (state = 'pending' or due_at <= ${now})) as ready,
      count(*) filter (where rule is null and due_at > ${now}) as waiting,
      min(due_at) filter (where rule is null and due_at > ${now}) as first_due_at
    from (
      select coalesce(contact.timezone, '') as zone, contact.state, contact.due_at, ${ruleFor(preview)} as rule
      from campaign_contacts as contact ${withList(preview)}
      where contact.campaign_id = ${id} and contact.state in ('pending', 'waiting')
        and (${after}::integer is null or contact.row_number <= ${after} or contact.added_at is not null)
    ) as contact
    group by zone`.execute(db);
  return rows;
}

/** The same for rows of a source that the campaign has not copied yet: those after one. */
export async function sourceByZone(
  db: Db,
  { source_id, after }: { readonly source_id: string; readonly after: number },
  preview: Preview,
): Promise<ZoneRow[]> {
  const { rows } = await sql<ZoneRow>`
    select zone,
      count(*) filter (where rule = 'do_not_call') as do_not_call,
      count(*) filter (where rule = 'no_prior_consent') as no_prior_consent,
      count(*) filter (where rule is null) as ready,
      0::bigint as waiting, null::timestamptz as first_due_at
    from (
      select coalesce(contact.timezone, '') as zone, ${ruleFor(preview)} as rule
      from campaign_source_rows as contact ${withList(preview)}
      where contact.source_id = ${source_id} and contact.row_number > ${after}
    ) as contact
    group by zone`.execute(db);
  return rows;
}

/** Joins the entry of the do-not-call list, if there is one, to each contact. */
const withList = ({ organizationId, now }: Preview) => sql`
  left join do_not_call_numbers as listed
    on listed.organization_id = ${organizationId} and listed.phone_number = contact.phone_number
    and ${isInForce(now, 'listed')}`;

/** The rule by which a contact will be skipped; null if it can be called. */
const ruleFor = ({ organizationId, consentPurpose, now }: Preview) => sql`case
  when listed.id is not null then 'do_not_call'
  when ${lacksConsent({
    organization_id: sql`${organizationId}::bigint`,
    phone_number: sql.ref('contact.phone_number'),
    purpose: sql`${consentPurpose}::text`,
    now,
  })} then 'no_prior_consent'
end`;
