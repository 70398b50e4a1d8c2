import { sql, type Transaction } from 'kysely';
import type { CampaignContacts } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import { lacksConsent } from '../../telephony/consents/queries.ts';
import { isInForce } from '../../telephony/do-not-call/queries.ts';
import type { Timestamp } from '../../timestamp.ts';

/** The number of a campaign's contacts in each unfinished state. */
export async function openContacts(db: Db, campaignId: number) {
  const rows = await db
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
  /** The purpose for which a number needs a consent; null if it needs none. */
  readonly consent_purpose: string | null;
  readonly limit: number;
  readonly now: Timestamp;
}

/**
 * The next contacts that may be called: due retries first, then in the order of upload, each with whether it is on the
 * do-not-call list and whether it lacks a consent. Uses one index lookup per zone, so the cost depends on the contacts
 * taken, not on how many there are.
 */
export async function next(trx: Transaction<Database>, selection: Selection) {
  const { rows } = await sql<NextContact>`
    with due as (
      select candidate.* from unnest(${[...selection.zones]}::text[]) as open (zone)
      cross join lateral (
        select id, due_at, row_number, null::integer as given_back from campaign_contacts
        where campaign_id = ${selection.campaign_id} and state = 'waiting' and coalesce(timezone, '') = open.zone
          and due_at <= ${selection.now}
        order by due_at limit ${selection.limit}
      ) as candidate
      order by candidate.due_at, candidate.row_number limit ${selection.limit}
    ), fresh as (
      select candidate.* from campaign_zones as open
      cross join lateral (
        select id, null::timestamptz as due_at, row_number, open.given_back from campaign_contacts
        where campaign_id = ${selection.campaign_id} and state = 'pending' and coalesce(timezone, '') = open.zone
          and row_number >= open.next_row
        order by row_number limit ${selection.limit}
      ) as candidate
      where open.campaign_id = ${selection.campaign_id} and open.zone = ${anyOf(selection.zones, 'text')}
      order by candidate.row_number limit greatest(${selection.limit} - (select count(*) from due), 0)
    ), chosen as (select * from due union all select * from fresh)
    select contact.id, contact.row_number, contact.phone_number, contact.timezone, contact.initial_context, contact.external_id,
      contact.metadata, contact.attempts, contact.deferrals, listed.id is not null as is_listed, chosen.given_back,
      ${lacking(selection)} as lacks_consent
    from campaign_contacts as contact
    join chosen on chosen.id = contact.id
    left join do_not_call_numbers as listed
      on listed.organization_id = ${selection.organization_id} and listed.phone_number = contact.phone_number
      and ${isInForce(selection.now, 'listed')}
    order by chosen.due_at nulls last, contact.row_number
    for no key update of contact`.execute(trx);
  return rows;
}

const lacking = ({ organization_id, consent_purpose, now }: Selection) =>
  lacksConsent({
    organization_id: sql`${organization_id}::bigint`,
    phone_number: sql.ref('contact.phone_number'),
    purpose: sql`${consent_purpose}::text`,
    now,
  });

export interface NextContact {
  readonly id: number;
  readonly row_number: number;
  readonly phone_number: string;
  readonly timezone: string | null;
  readonly initial_context: Record<string, unknown>;
  readonly external_id: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly attempts: number;
  readonly deferrals: number;
  readonly is_listed: boolean;
  readonly lacks_consent: boolean;
  /** How often contacts of its zone had been given back; null: it was waiting. */
  readonly given_back: number | null;
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
  await movePosition(trx, campaignId, contacts);
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
    readonly reason: NonNullable<CampaignContacts['skip_reason']>;
    readonly now: Timestamp;
  },
): Promise<void> {
  await trx
    .updateTable('campaign_contacts')
    .set({
      state: 'skipped',
      skip_reason: reason,
      due_at: null,
      callback_at: null,
      updated_at: now,
    })
    .where('id', '=', idsOf(contacts))
    .execute();
  await movePosition(trx, campaignId, contacts);
}

/** Lets contacts that were called before wait until a time of their own. */
export async function postpone(
  trx: Transaction<Database>,
  contacts: readonly { readonly id: number; readonly until: Timestamp }[],
  now: Timestamp,
): Promise<void> {
  for (const [until, waiting] of Map.groupBy(contacts, (contact) => contact.until))
    await trx
      .updateTable('campaign_contacts')
      .set({ due_at: until, updated_at: now })
      .where('id', '=', idsOf(waiting))
      .where('state', '=', 'waiting')
      .execute();
}

const idsOf = (contacts: readonly { readonly id: number }[]) => anyOf(contacts.map(({ id }) => id));

/**
 * Contacts are taken in order, so none before the ones just taken is pending, unless one was given back since they were
 * read. Zones are locked in the order of their names, as by `release`.
 */
async function movePosition(
  trx: Transaction<Database>,
  campaignId: number,
  contacts: readonly NextContact[],
): Promise<void> {
  const positions = new Map<string, { next_row: number; given_back: number }>();
  for (const { given_back, timezone, row_number } of contacts) {
    if (given_back === null) continue;
    const zone = timezone ?? '';
    const next_row = Math.max(positions.get(zone)?.next_row ?? 0, row_number + 1);
    positions.set(zone, { next_row, given_back });
  }
  if (positions.size === 0) return;
  const taken = [...positions].map(([zone, position]) => ({ zone, ...position }));
  await sql`
    with moved as (
      select zone.zone, taken.next_row from campaign_zones as zone
      join jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
        as taken (zone text, next_row integer, given_back integer)
        on taken.zone = zone.zone and taken.given_back = zone.given_back
      where zone.campaign_id = ${campaignId}
      order by zone.zone for no key update of zone
    )
    update campaign_zones as zone set next_row = greatest(zone.next_row, moved.next_row)
    from moved where zone.campaign_id = ${campaignId} and zone.zone = moved.zone`.execute(trx);
}

/** When the first retry in the zones is due. */
export async function firstDue(
  trx: Transaction<Database>,
  campaignId: number,
  inZones: readonly string[],
): Promise<Timestamp | null> {
  const { due_at } = await trx
    .selectFrom('campaign_zones as zone')
    .where('zone.campaign_id', '=', campaignId)
    .where('zone.zone', '=', anyOf(inZones, 'text'))
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
