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
    .columns(['organization_id', 'campaign_id', 'ts', 'level', 'event', 'message', 'details'])
    .expression((eb) =>
      eb
        .selectFrom('campaigns')
        .where('id', '=', campaign_id)
        .select([
          'organization_id',
          'id',
          eb.val(entry.ts).as('ts'),
          eb.val(entry.level).as('level'),
          eb.val(entry.event).as('event'),
          eb.val(entry.message).as('message'),
          eb.val(JSON.stringify(details)).as('details'),
        ]),
    )
    .execute();
