import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { forgetContacts } from '../../workflows/runs/erasure-queries.ts';
import { wakeDialers } from '../dialing/wake.ts';
import * as queries from './queries.ts';

type Trx = Transaction<Database>;

/**
 * Removes those contacts of an organization that are not being dialed, and returns how many. Their campaigns have to be
 * locked. A campaign that waited for one of them goes on, or is completed.
 */
export async function removeContacts(
  trx: Trx,
  jobs: Jobs,
  { organization_id, ids }: { readonly organization_id: number; readonly ids: readonly number[] },
): Promise<number> {
  const idle = ids.length === 0 ? [] : await queries.lockIdle(trx, ids);
  if (idle.length === 0) return 0;
  await forgetContacts(trx, idle);
  await queries.removeContacts(trx, idle);
  await wakeDialers(trx, jobs, [organization_id]);
  return idle.length;
}

/** Removes a row of a source and the contacts that campaigns have copied from it; returns how many those are. */
export async function removeSourceRow(
  trx: Trx,
  jobs: Jobs,
  { organization_id, ...row }: queries.SourceRow & { readonly organization_id: number },
): Promise<number> {
  await queries.lockCampaignsOf(trx, row.source_id);
  const contacts = await queries.contactsOf(trx, row);
  await queries.removeSourceRow(trx, row);
  return removeContacts(trx, jobs, { organization_id, ids: contacts.map(({ id }) => id) });
}

/** Removes contacts of any campaigns; returns how many. */
export async function removeContactsOf(
  trx: Trx,
  jobs: Jobs,
  {
    organization_id,
    contacts,
  }: { readonly organization_id: number; readonly contacts: readonly queries.Contact[] },
): Promise<number> {
  if (contacts.length === 0) return 0;
  await queries.lockCampaigns(trx, [...new Set(contacts.map(({ campaign_id }) => campaign_id))]);
  return removeContacts(trx, jobs, { organization_id, ids: contacts.map(({ id }) => id) });
}
