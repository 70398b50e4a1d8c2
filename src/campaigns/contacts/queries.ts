import { type Selectable, sql } from 'kysely';
import type { CampaignContacts } from '../../../generated/database.ts';
import type { Db } from '../../db/connect.ts';
import { idAfter, maxInteger, type PageQuery, rowsFor } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import { contactBytes } from '../content-size.ts';

interface Filters {
  readonly status?: Selectable<CampaignContacts>['state'];
  readonly outcome?: NonNullable<CampaignContacts['outcome']>;
  readonly has_callback?: boolean;
  readonly external_id?: string;
}

/**
 * The contacts of a campaign that fit on a page, in row order, which the cursor follows; each with its size. The campaign must be the caller's.
 * `lastRow` is the last copied row of a campaign that is still copying its source; the list ends there.
 */
export function weighContacts(
  db: Db,
  campaignId: number,
  { lastRow, ...query }: PageQuery & Filters & { readonly lastRow: number | null },
) {
  const after = idAfter(query, maxInteger);
  const { status, outcome, has_callback, external_id } = query;
  return db
    .selectFrom('campaign_contacts as contact')
    .select(['row_number', contactBytes.as('bytes')])
    .where('campaign_id', '=', campaignId)
    .$if(status !== undefined, (rows) => rows.where('state', '=', status!))
    .$if(external_id !== undefined, (rows) => rows.where('external_id', '=', external_id!))
    .$if(outcome !== undefined, (rows) => rows.where('outcome', '=', outcome!))
    .$if(has_callback === true, (rows) =>
      rows.where('state', '=', 'waiting').where('callback_at', 'is not', null),
    )
    .$if(has_callback === false, (rows) =>
      rows.where((row) => row.or([row('state', '!=', 'waiting'), row('callback_at', 'is', null)])),
    )
    .$if(after !== undefined, (rows) => rows.where('row_number', '>', after!))
    .$if(lastRow !== null, (rows) => rows.where('row_number', '<=', lastRow!))
    .orderBy('row_number')
    .limit(rowsFor(query))
    .execute();
}

/** After which row the list of a campaign goes on that is still copying; a cursor does not go back. */
export const endOfCopied = (query: PageQuery, lastRow: number | null): number | undefined =>
  lastRow === null ? undefined : Math.max(idAfter(query, maxInteger) ?? 0, lastRow);

export const contactColumns = [
  'id',
  'row_number',
  'phone_number',
  'timezone',
  'initial_context',
  'state',
  'outcome',
  'skip_reason',
  'attempts',
  'due_at',
  'callback_at',
  'updated_at',
  'external_id',
  'metadata',
] as const;

/** Contacts of the caller's campaign by row number. */
export const listContacts = (db: Db, campaignId: number, rowNumbers: readonly number[]) =>
  db
    .selectFrom('campaign_contacts')
    .select(contactColumns)
    .where('campaign_id', '=', campaignId)
    .where('row_number', '=', sql<number>`any(${rowNumbers}::integer[])`)
    .orderBy('row_number')
    .execute();

/** A contact of the caller's campaign. */
export const getContact = (db: Db, campaignId: number, id: number) =>
  db
    .selectFrom('campaign_contacts')
    .select(contactColumns)
    .where('campaign_id', '=', campaignId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Contact', 'contact_id'));
