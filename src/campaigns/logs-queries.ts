import type { Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Database } from '../db/connect.ts';

type LogEntry = components['schemas']['CampaignLogEntry'];

/** Writes an entry of a campaign's log. */
export const log = (
  trx: Transaction<Database>,
  campaign_id: number,
  { details, ...entry }: LogEntry,
) =>
  trx
    .insertInto('campaign_logs')
    .values({ ...entry, campaign_id, details: JSON.stringify(details) })
    .execute();
