import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import { notFound } from '../errors.ts';

// Every lock of a campaign. A transaction that also takes the organization's slots locks those first, and contacts and
// runs afterwards, in the order of their ids.

const locked = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('campaigns')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate();

/**
 * The campaign, locked against other changes, transitions, claims and settlements until the transaction ends; its
 * contacts and runs can be written meanwhile.
 */
export const lock = (trx: Transaction<Database>, organizationId: number, id: number) =>
  locked(trx, organizationId, id).executeTakeFirstOrThrow(() =>
    notFound('Campaign', 'campaign_id'),
  );

/** The same if the campaign is running; undefined if it is not. */
export const lockRunning = (trx: Transaction<Database>, organizationId: number, id: number) =>
  locked(trx, organizationId, id).where('state', '=', 'running').executeTakeFirst();

export type CampaignRow = Awaited<ReturnType<typeof lock>>;

/**
 * The campaigns, locked against transitions until the transaction ends; other transactions may settle their contacts
 * meanwhile.
 */
export async function share(trx: Transaction<Database>, ids: readonly number[]) {
  const rows = await trx
    .selectFrom('campaigns')
    .select(['id', 'state', 'retry_config'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether the campaign is running; if so it cannot be paused before the transaction ends. */
export async function shareIfRunning(
  trx: Transaction<Database>,
  campaignId: number,
): Promise<boolean> {
  const campaign = await trx
    .selectFrom('campaigns')
    .select('id')
    .where('id', '=', campaignId)
    .where('state', '=', 'running')
    .forShare()
    .executeTakeFirst();
  return campaign !== undefined;
}

interface Named {
  readonly name: string;
  readonly id: number | undefined;
}

/** How many campaigns with one name are listed. */
const maxListed = 20;

/** The ids of campaigns with the name, locked against renaming until the transaction ends. */
export async function shareNamed(
  trx: Transaction<Database>,
  organizationId: number,
  { name, id }: Named,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .$if(id !== undefined, (named) => named.where('id', '=', id!))
    .orderBy('id')
    .limit(maxListed)
    .forShare()
    .execute();
  return rows.map((row) => row.id);
}
