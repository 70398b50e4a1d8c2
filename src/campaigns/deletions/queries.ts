import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { letGoOf } from '../../workflows/runs/retention-queries.ts';
import { removeContacts } from '../retention-queries.ts';

interface Deleted {
  readonly id: number;
  readonly organization_id: number;
}

/** Hides a campaign that is locked. What was redialed of it, and what it redials, no longer name it. */
export async function setDeleted(
  trx: Transaction<Database>,
  { id, parent_campaign_id }: { readonly id: number; readonly parent_campaign_id: number | null },
  deleted_at: Timestamp,
): Promise<void> {
  await trx
    .updateTable('campaigns')
    .set({ deleted_at, parent_campaign_id: null })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('campaigns')
    .set((eb) => ({ parent_campaign_id: null, revision: eb('revision', '+', 1) }))
    .where('parent_campaign_id', '=', id)
    .execute();
  if (parent_campaign_id === null) return;
  await trx
    .updateTable('campaigns')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', parent_campaign_id)
    .execute();
}

/** How many organizations have a turn in one round. */
const shownOrganizations = 100;

/** The deleted campaign of each organization that was deleted first, but for some. */
export async function listDeleted(db: Db, without: readonly number[]): Promise<readonly Deleted[]> {
  const { rows } = await sql<Deleted>`
    select distinct on (organization_id) id, organization_id from campaigns
    where deleted_at is not null and id <> all(${[...without]}::bigint[])
    order by organization_id, deleted_at limit ${shownOrganizations}`.execute(db);
  return rows;
}

/**
 * Lets the next runs of a deleted campaign go, then removes contacts, and then the campaign itself, once its events are
 * composed. Returns whether there is more to do now.
 */
export async function removeNext(
  trx: Transaction<Database>,
  { id, organization_id }: Deleted,
  now: Timestamp,
): Promise<boolean> {
  const campaign = await sql<{ source_id: string }>`
    select source_id from campaigns where id = ${id} for update skip locked`.execute(trx);
  const source_id = campaign.rows[0]?.source_id;
  if (source_id === undefined) return false;
  if ((await letGoOf(trx, { organization_id, campaign_id: id })) > 0) return true;
  if ((await removeContacts(trx, id, now)) > 0) return true;
  const removed = await sql`
    delete from campaigns
    where id = ${id} and not exists (select from pending_events where campaign_id = ${id})`.execute(
    trx,
  );
  // A deleted source stays for as long as a campaign refers to it.
  await sql`
    delete from campaign_sources
    where id = ${source_id} and emptied_at is not null
      and not exists (select from campaigns where source_id = campaign_sources.id)`.execute(trx);
  return (removed.numAffectedRows ?? 0n) > 0n;
}
