import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { contactBytes } from '../content-size.ts';

/** Returns the columns of the campaign's source and of added contacts. Throws if the organization has no such campaign. */
export const sourceColumns = async (
  db: Db,
  organizationId: number,
  campaignId: number,
): Promise<readonly string[]> => {
  const { columns, added_columns } = await db
    .selectFrom('campaigns as campaign')
    .innerJoin('campaign_sources as source', 'source.id', 'campaign.source_id')
    .select(['source.columns', 'campaign.added_columns'])
    .where('campaign.organization_id', '=', organizationId)
    .where('campaign.id', '=', campaignId)
    .where('campaign.deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('Campaign', 'campaign_id'));
  return [...columns, ...added_columns];
};

/** Null if the contact was removed. */
const attemptNumber = sql<number | null>`(
  select nullif(count(*), 0) from workflow_runs as earlier
  where earlier.contact_id = run.contact_id and earlier.id <= run.id
)`.as('attempt');

const summary = sql<string | null>`run.analysis ->> 'call_summary'`;
const attemptBytes = sql<number>`coalesce(${contactBytes}, 0) + coalesce(octet_length(${summary}), 0)`;

interface Campaign {
  readonly organization_id: number;
  readonly campaign_id: number;
}

interface Attempts extends Campaign {
  /** The last that was read; undefined before the first. */
  readonly after: { readonly created_at: Timestamp; readonly id: number } | undefined;
  readonly limit: number;
}

/** The next attempts of a campaign, oldest first, each with its size. */
export const weighAttempts = (db: Db, { organization_id, campaign_id, after, limit }: Attempts) =>
  db
    .selectFrom('workflow_runs as run')
    .leftJoin('campaign_contacts as contact', 'contact.id', 'run.contact_id')
    .select(['run.id', 'run.created_at', attemptBytes.as('bytes')])
    .where('run.organization_id', '=', organization_id)
    .where('run.campaign_id', '=', campaign_id)
    .$if(after !== undefined, (runs) =>
      runs
        // Alone too: of a pair the planner does not know how much it leaves out.
        .where('run.created_at', '>=', after!.created_at)
        .where(sql<boolean>`(run.created_at, run.id) > (${after!.created_at}, ${after!.id})`),
    )
    .orderBy('run.created_at')
    .orderBy('run.id')
    .limit(limit)
    .execute();

/** Attempts of the caller's campaign, oldest first, with the values that the report shows. */
export const attempts = (db: Db, ids: readonly number[]) =>
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
      sql<boolean | null>`run.gathered_context -> 'consent_given'`.as('consent_given'),
      sql<string | null>`run.gathered_context ->> 'consent_ts'`.as('consent_ts'),
      summary.as('call_summary'),
      'run.recording_url',
      'run.external_id',
      'contact.initial_context',
      'contact.metadata',
    ])
    .where('run.id', '=', anyOf(ids))
    .orderBy('run.created_at')
    .orderBy('run.id')
    .execute();

export type AttemptRow = Awaited<ReturnType<typeof attempts>>[number];
