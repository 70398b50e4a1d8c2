import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { CampaignContacts } from '../../../generated/database.ts';
import type { Db } from '../../db/connect.ts';
import { idAfter, type PageQuery, rowsFor } from '../../db/page.ts';
import { notFound } from '../../errors.ts';

/** Throws if the organization has no such campaign; answers the columns of its source. */
export const sourceColumns = async (
  db: Db,
  organizationId: number,
  campaignId: number,
): Promise<readonly string[]> => {
  const { columns } = await db
    .selectFrom('campaigns as campaign')
    .innerJoin('campaign_sources as source', 'source.id', 'campaign.source_id')
    .select('source.columns')
    .where('campaign.organization_id', '=', organizationId)
    .where('campaign.id', '=', campaignId)
    .executeTakeFirstOrThrow(() => notFound('Campaign'));
  return columns;
};

interface Filters {
  readonly state?: Selectable<CampaignContacts>['state'];
  readonly outcome?: NonNullable<CampaignContacts['outcome']>;
}

/** Contacts of a campaign that is the caller's, in the order of their rows, which the cursor counts. */
export function listContacts(db: Db, campaignId: number, query: PageQuery & Filters) {
  const after = idAfter(query);
  const { state, outcome } = query;
  return db
    .selectFrom('campaign_contacts')
    .select([
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
      'updated_at',
    ])
    .where('campaign_id', '=', campaignId)
    .$if(state !== undefined, (rows) => rows.where('state', '=', state!))
    .$if(outcome !== undefined, (rows) => rows.where('outcome', '=', outcome!))
    .$if(after !== undefined, (rows) => rows.where('row_number', '>', after!))
    .orderBy('row_number')
    .limit(rowsFor(query))
    .execute();
}

const attemptNumber = sql<number>`(
  select count(*) from workflow_runs as earlier
  where earlier.contact_id = run.contact_id and earlier.id <= run.id
)`.as('attempt');

/** The next attempts of a campaign that is the caller's, oldest first. */
export const attempts = (
  db: Db,
  campaignId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
) =>
  db
    .selectFrom('workflow_runs as run')
    .innerJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .leftJoin('campaign_contacts as contact', 'contact.id', 'run.contact_id')
    .select([
      'run.id',
      'contact.row_number',
      'run.to_number',
      attemptNumber,
      'run.state',
      'run.outcome',
      'run.call_disposition',
      'run.from_number',
      'version.version_number',
      'run.created_at',
      'run.started_at',
      'run.ended_at',
      'run.gathered_context',
      'run.analysis',
      'run.recording_url',
      'contact.initial_context',
    ])
    .where('run.campaign_id', '=', campaignId)
    .where('run.id', '>', after)
    .orderBy('run.id')
    .limit(limit)
    .execute();

export type AttemptRow = Awaited<ReturnType<typeof attempts>>[number];
