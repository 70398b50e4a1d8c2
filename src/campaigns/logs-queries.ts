import type { Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Database } from '../db/connect.ts';

type LogEntry = components['schemas']['CampaignLogEntry'];

/** How many entries of a campaign are kept; a campaign shows fewer. */
const keptEntries = 1000;

/** Adds an entry to a campaign's log and drops the oldest entries beyond the limit. */
export const log = (
  trx: Transaction<Database>,
  campaign_id: number,
  { details, ...entry }: LogEntry,
) =>
  trx
    .with('dropped', (db) =>
      db
        .deleteFrom('campaign_logs')
        .where('campaign_id', '=', campaign_id)
        .where('id', '<=', (eb) =>
          eb
            .selectFrom('campaign_logs')
            .select('id')
            .where('campaign_id', '=', campaign_id)
            .orderBy('id', 'desc')
            .offset(keptEntries - 1)
            .limit(1),
        ),
    )
    .insertInto('campaign_logs')
    .values((eb) => ({
      ...entry,
      organization_id: eb
        .selectFrom('campaigns')
        .select('organization_id')
        .where('id', '=', campaign_id),
      campaign_id,
      details: JSON.stringify(details),
    }))
    .execute();
