import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import { setDeleted } from './sources/stored-queries.ts';

/** How many contacts, and how many sources, one transaction removes at most. */
const contactBatch = 500;
const sourceBatch = 50;

interface Old {
  readonly organization_id: number;
  /** Only campaigns that were over before, and sources that were last used before. */
  readonly before: Timestamp;
  readonly now: Timestamp;
}

/** Removes the next contacts of campaigns that are over, and then sources; returns how many, and whether all are gone. */
export async function removeOldContacts(
  trx: Transaction<Database>,
  old: Old,
): Promise<{ removed: number; isDone: boolean }> {
  const campaignId = await lockOldCampaign(trx, old);
  if (campaignId !== undefined) {
    const removed = await removeContacts(trx, campaignId, old.now);
    return { removed, isDone: false };
  }
  const removed = await removeOldSources(trx, old);
  return { removed, isDone: removed < sourceBatch };
}

/** An ended campaign that has contacts, locked against a redial. */
async function lockOldCampaign(
  trx: Transaction<Database>,
  { organization_id, before }: Old,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from campaigns
    where organization_id = ${organization_id} and state in ('completed', 'canceled') and completed_at < ${before}
      and exists (select from campaign_contacts where campaign_id = campaigns.id)
    order by id limit 1 for no key update`.execute(trx);
  return rows[0]?.id;
}

/** Removes a batch of the contacts of a campaign that is over, in their order; its counts stay. */
export async function removeContacts(
  trx: Transaction<Database>,
  campaignId: number,
  now: Timestamp,
): Promise<number> {
  await sql`
    update campaigns set contacts_removed_at = ${now}
    where id = ${campaignId} and contacts_removed_at is null`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    delete from campaign_contacts where id = any(array(
      select id from campaign_contacts where campaign_id = ${campaignId} order by row_number limit ${contactBatch}
    ))`.execute(trx);
  return Number(numAffectedRows);
}

/** Marks sources for removal that no campaign of the last time has used. */
async function removeOldSources(
  trx: Transaction<Database>,
  { organization_id, before, now }: Old,
): Promise<number> {
  const isOld = sql`
    created_at < ${before} and not exists (
      select from campaigns
      where source_id = source.id and (completed_at is null or completed_at >= ${before})
    )`;
  const found = await sql<{ id: string }>`
    select id from campaign_sources as source
    where organization_id = ${organization_id} and deleted_at is null and uploading_at is null and ${isOld}
    order by id limit ${sourceBatch} for no key update`.execute(trx);
  // Looked at again: nobody creates a campaign of a locked source.
  const { rows } = await sql<{ id: string }>`
    select id from campaign_sources as source
    where id = any(${found.rows.map(({ id }) => id)}::uuid[]) and ${isOld}`.execute(trx);
  for (const { id } of rows) await setDeleted(trx, id, now);
  return rows.length;
}
