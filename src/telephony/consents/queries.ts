import { type RawBuilder, sql, type Transaction } from 'kysely';
import { lockKey } from '../../db/advisory-locks.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { resource } from '../../db/resource.ts';
import type { Timestamp } from '../../timestamp.ts';

const columns = [
  'id',
  'phone_number',
  'purpose',
  'obtained_at',
  'source',
  'evidence_url',
  'person_name',
  'wording',
  'expires_at',
  'revoked_at',
  'created_at',
] as const;

interface Filters {
  readonly phone_number?: string;
  readonly purpose?: string;
}

export function list(db: Db, organizationId: number, query: PageQuery & Filters) {
  const { phone_number, purpose } = query;
  return db
    .selectFrom('consents')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .$if(phone_number !== undefined, (rows) => rows.where('phone_number', '=', phone_number!))
    .$if(purpose !== undefined, (rows) => rows.where('purpose', '=', purpose!))
    .$call(newestFirst(query))
    .execute();
}

const consents = resource('consents', { columns, missing: ['Consent', 'consent_id'] });

export const { get, insert } = consents;

export type NewConsent = Parameters<typeof insert>[1];

/**
 * Records the consents that were not recorded before, revoked or not, and of those that are sent twice the first; returns the last digits of
 * those that it has recorded. One request of an organization records after the other, so that no two record the same.
 */
export async function insertNew(
  trx: Transaction<Database>,
  organizationId: number,
  sent: readonly NewConsent[],
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${lockKey('consents')}, hashint8(${organizationId}))`.execute(
    trx,
  );
  const { rows } = await sql<{ number_ending: string }>`
    insert into consents (organization_id, phone_number, purpose, obtained_at, source, evidence_url, person_name,
      wording, expires_at, created_by, created_at)
    select distinct on (phone_number, purpose, obtained_at, source) ${organizationId}::bigint, phone_number, purpose,
      obtained_at, source, evidence_url, person_name, wording, expires_at, created_by, created_at
    from rows from (jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as (phone_number text, purpose text,
      obtained_at timestamptz, source text, evidence_url text, person_name text, wording text,
      expires_at timestamptz, created_by bigint, created_at timestamptz)) with ordinality as sent (phone_number, purpose,
      obtained_at, source, evidence_url, person_name, wording, expires_at, created_by, created_at, place)
    where not exists (
      select from consents as known
      where known.organization_id = ${organizationId} and known.phone_number = sent.phone_number
        and known.purpose = sent.purpose and known.obtained_at = sent.obtained_at and known.source = sent.source
    )
    order by phone_number, purpose, obtained_at, source, place
    returning right(phone_number, 4) as number_ending`.execute(trx);
  return rows.map((row) => row.number_ending);
}

/** The consent, locked against being revoked until the transaction ends. */
export const lock = consents.locking('for no key update');

/** Revokes a consent that is locked and was not revoked. */
export const setRevoked = (trx: Transaction<Database>, id: number, revoked_at: Timestamp) =>
  trx
    .updateTable('consents')
    .set({ revoked_at })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

interface Needed<Column, Purpose> {
  readonly organization_id: Column;
  readonly phone_number: Column;
  /** What the consent must be for; SQL's null if none is needed. */
  readonly purpose: Purpose;
  readonly now: Timestamp;
}

/** Whether a number has no consent that it needs: one look at an index, and none if it needs none. */
export const lacksConsent = ({
  organization_id,
  phone_number,
  purpose,
  now,
}: Needed<RawBuilder<unknown>, RawBuilder<unknown>>) => sql<boolean>`(
  ${purpose} is not null and not exists (
    select from consents as consent
    where consent.organization_id = ${organization_id} and consent.phone_number = ${phone_number}
      and consent.purpose = ${purpose} and consent.revoked_at is null
      and (consent.expires_at is null or consent.expires_at > ${now})
  )
)`;

/** The same for one number. */
export async function isLacking(
  db: Db,
  {
    organization_id,
    phone_number,
    purpose,
    now,
  }: {
    readonly organization_id: number;
    readonly phone_number: string;
    readonly purpose: string | null;
    readonly now: Timestamp;
  },
): Promise<boolean> {
  if (purpose === null) return false;
  const found = await db
    .selectNoFrom(
      lacksConsent({
        organization_id: sql`${organization_id}::bigint`,
        phone_number: sql`${phone_number}::text`,
        purpose: sql`${purpose}::text`,
        now,
      }).as('lacks_consent'),
    )
    .executeTakeFirstOrThrow();
  return found.lacks_consent;
}

interface NeededByCall {
  readonly id: number;
  readonly organization_id: number;
  readonly phone_number: string;
  readonly purpose: string;
}

/** The ids of the calls whose numbers have no consent that they need. */
export async function lackingAmong(
  db: Db,
  needed: readonly NeededByCall[],
  now: Timestamp,
): Promise<ReadonlySet<number>> {
  if (needed.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select needed.id from jsonb_to_recordset(${JSON.stringify(needed)}::jsonb)
      as needed (id bigint, organization_id bigint, phone_number text, purpose text)
    where ${lacksConsent({
      organization_id: sql.ref('needed.organization_id'),
      phone_number: sql.ref('needed.phone_number'),
      purpose: sql.ref('needed.purpose'),
      now,
    })}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
