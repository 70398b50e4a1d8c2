import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { type Refusal, storedRefusal } from '../../telephony/refusals.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { pauseMs } from './rules.ts';

type Trx = Transaction<Database>;

/** The columns of a campaign that is not to be started by the service. */
export const unscheduled = {
  start_at: null,
  start_due_at: null,
  start_refusal: null,
  start_user_id: null,
  start_api_key_id: null,
} as const;

interface Start {
  readonly start_at: Timestamp;
  readonly start_user_id: number | null;
  readonly start_api_key_id: number | null;
}

/** Schedules the start of a campaign, which is locked, in place of an earlier one. */
export const schedule = (trx: Trx, id: number, start: Start) =>
  trx
    .updateTable('campaigns')
    .set((eb) => ({
      ...start,
      start_due_at: start.start_at,
      start_refusal: null,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();

interface Author {
  readonly user_id: number | null;
  readonly api_key_id: number | null;
}

/** Sets as whom the service starts a campaign, in the transaction that changes it. */
export const setAuthor = (trx: Trx, id: number, { user_id, api_key_id }: Author) =>
  trx
    .updateTable('campaigns')
    .set({ start_user_id: user_id, start_api_key_id: api_key_id })
    .where('id', '=', id)
    .execute();

export const unschedule = (trx: Trx, id: number) =>
  trx
    .updateTable('campaigns')
    .set((eb) => ({ ...unscheduled, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** At most so many campaigns are started by one turn of the sweep, and of one organization. */
const batch = 50;
const perOrganization = 5;

export interface DueStart {
  readonly id: number;
  readonly organization_id: number;
}

/** Campaigns whose start is due: the first of each organization before the second of any. */
export async function due(db: Db, now: Timestamp): Promise<readonly DueStart[]> {
  const { rows } = await sql<DueStart>`
    select id, organization_id from (
      select id, organization_id, start_due_at,
        row_number() over (partition by organization_id order by start_due_at, id) as turn
      from campaigns where start_due_at <= ${now}
    ) as campaigns
    where turn <= ${perOrganization} order by turn, start_due_at, id limit ${batch}`.execute(db);
  return rows;
}

/** A campaign whose start is due, unless somebody else works on it, with the API key that answers for it. */
export const lockDue = (trx: Trx, id: number, now: Timestamp) =>
  trx
    .selectFrom('campaigns as campaign')
    .leftJoin('api_keys as key', 'key.id', 'campaign.start_api_key_id')
    .select(['campaign.id', 'campaign.organization_id', 'campaign.start_at'])
    .select(['campaign.start_user_id as user_id', 'campaign.start_api_key_id as api_key_id'])
    .select(['key.connector_name', 'key.scopes', 'key.archived_at'])
    .where('campaign.id', '=', id)
    .where('campaign.start_due_at', '<=', now)
    .forNoKeyUpdate('campaign')
    .skipLocked()
    .executeTakeFirst();

/** Tries the start again after a pause. */
export const postpone = (db: Db, id: number, now: Timestamp) =>
  db
    .updateTable('campaigns')
    .set({ start_due_at: later(now, pauseMs) })
    .where('id', '=', id)
    .where('start_due_at', '<=', now)
    .execute();

/** Refuses the start of a campaign if it is still due; false if it is not. */
export async function refuse(
  trx: Trx,
  id: number,
  { refusal, now }: { readonly refusal: Refusal; readonly now: Timestamp },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('campaigns')
    .set((eb) => ({
      start_due_at: null,
      start_refusal: storedRefusal(refusal),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where('start_due_at', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
