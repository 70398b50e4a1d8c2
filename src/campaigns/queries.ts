import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../db/connect.ts';
import { sorted, type SortedQuery } from '../db/sorted-page.ts';
import { prepared } from '../db/driver/prepared.ts';
import { notFound } from '../errors.ts';
import type { components } from '../../generated/api.ts';

/** How many of the newest log entries a campaign shows. */
const shownLogs = 100;

export async function get(db: Db, organizationId: number, id: number): Promise<CampaignRow> {
  const [row] = await find(db, { organizationId, id });
  if (!row) throw notFound('Campaign', 'campaign_id');
  return row;
}

const find = prepared((db, { organizationId, id }: { organizationId: number; id: number }) =>
  campaigns(db)
    .where('campaign.organization_id', '=', organizationId)
    .where('campaign.id', '=', id),
);

interface Filters {
  readonly state?: CampaignRow['state'];
  readonly workflow_id?: number;
  readonly has_scheduled_start?: boolean;
  readonly external_id?: string;
}

export function list(
  db: Db,
  organizationId: number,
  query: SortedQuery & Filters,
): Promise<CampaignRow[]> {
  const { state, workflow_id, has_scheduled_start, external_id } = query;
  return campaigns(db)
    .where('campaign.organization_id', '=', organizationId)
    .$if(state !== undefined, (rows) => rows.where('campaign.state', '=', state!))
    .$if(workflow_id !== undefined, (rows) => rows.where('campaign.workflow_id', '=', workflow_id!))
    .$if(has_scheduled_start !== undefined, (rows) =>
      rows.where('campaign.start_due_at', has_scheduled_start ? 'is not' : 'is', null),
    )
    .$if(external_id !== undefined, (rows) => rows.where('campaign.external_id', '=', external_id!))
    .$call(sorted(query, { id: 'campaign.id', name: 'campaign.name' }))
    .execute();
}

/** Campaigns with everything they show, in one statement; counts and logs are computed from the current rows. */
const campaigns = (db: Db) =>
  db
    .selectFrom('campaigns as campaign')
    .innerJoin('workflows as workflow', 'workflow.id', 'campaign.workflow_id')
    .leftJoin(
      'telephony_configurations as telephony',
      'telephony.id',
      'campaign.telephony_configuration_id',
    )
    .leftJoin('campaigns as redial', 'redial.parent_campaign_id', 'campaign.id')
    .innerJoinLateral(contactCounts, (join) => join.onTrue())
    .where('campaign.deleted_at', 'is', null)
    .select([
      'campaign.id',
      'campaign.name',
      'campaign.workflow_id',
      'workflow.name as workflow_name',
      'campaign.state',
      'campaign.source_type',
      'campaign.source_id',
      'campaign.total_rows',
      'contacts.processed_rows',
      'contacts.failed_rows',
      'contacts.total_queued_count',
      'campaign.created_at',
      'campaign.started_at',
      'campaign.completed_at',
      'campaign.start_at',
      'campaign.start_refusal',
      'campaign.retry_config',
      'campaign.max_concurrency',
      'campaign.require_prior_consent',
      'campaign.schedule_config',
      'campaign.circuit_breaker',
      'campaign.machine_detection',
      'campaign.parent_campaign_id',
      'redial.id as redialed_campaign_id',
      'campaign.telephony_configuration_id',
      'telephony.name as telephony_configuration_name',
      'campaign.external_id',
      'campaign.metadata',
      'campaign.revision',
    ])
    .select((eb) => [runCount(eb).as('executed_count'), newestLogs(eb).as('logs')]);

type OfCampaign = ExpressionBuilder<Database & { campaign: Database['campaigns'] }, 'campaign'>;

/** A contact counts as queued once, plus once for each retry that was ever planned for it. */
const contactCounts = (eb: OfCampaign) =>
  eb
    .selectFrom('campaign_contact_counts')
    .whereRef('campaign_id', '=', 'campaign.id')
    .select([
      sql<number>`coalesce(sum(contacts) filter (where state in ('done', 'skipped')), 0)::bigint`.as(
        'processed_rows',
      ),
      sql<number>`coalesce(sum(contacts) filter (where outcome not in ('', 'completed')), 0)::bigint`.as(
        'failed_rows',
      ),
      sql<number>`coalesce(sum(contacts + retries), 0)::bigint`.as('total_queued_count'),
    ])
    .as('contacts');

const runCount = (eb: OfCampaign) =>
  eb
    .selectFrom('campaign_run_counts')
    .whereRef('campaign_id', '=', 'campaign.id')
    .select(sql<number>`coalesce(sum(runs), 0)::bigint`.as('count'))
    .$asScalar()
    .$notNull();

/** JSON as it is sent, oldest first, with the members that the contract names. */
const newestLogs = (eb: OfCampaign) =>
  eb
    .selectFrom((logs) =>
      logs
        .selectFrom('campaign_logs')
        .whereRef('campaign_id', '=', 'campaign.id')
        .select(['id', 'ts', 'level', 'event', 'message', 'details'])
        .orderBy('id', 'desc')
        .limit(sql.lit(shownLogs))
        .as('newest'),
    )
    .select(
      sql<string>`coalesce(json_agg(json_build_object(
        'ts', to_char(ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'level', level, 'event', event, 'message', message, 'details', details) order by id), '[]')::text`.as(
        'logs',
      ),
    )
    .$asScalar()
    .$notNull();

/** How many campaigns that use a configuration are listed. */
const shownCampaigns = 100;

/** The unfinished campaigns that call with a telephony configuration. */
export async function unfinishedWith(
  db: Db,
  organizationId: number,
  configurationId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('telephony_configuration_id', '=', configurationId)
    .where('state', 'in', ['created', 'running', 'paused'])
    .orderBy('id')
    .limit(shownCampaigns)
    .execute();
  return rows.map(({ id }) => id);
}

export type CampaignRow = Awaited<ReturnType<ReturnType<typeof campaigns>['execute']>>[number];

type Facts = components['schemas']['EventCampaign'] & { readonly organization_id: number };

/** What the events of a campaign show of it, as the transaction has left it. */
export async function factsOf(trx: Transaction<Database>, campaignId: number): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select campaign.id as campaign_id, campaign.organization_id, campaign.name, campaign.workflow_id,
      campaign.telephony_configuration_id, campaign.approval_policy_id, campaign.parent_campaign_id, campaign.state,
      campaign.total_rows,
      coalesce(sum(counted.contacts) filter (where counted.state in ('done', 'skipped')), 0)::bigint as processed_rows,
      coalesce(sum(counted.contacts) filter (where counted.outcome not in ('', 'completed')), 0)::bigint
        as failed_rows,
      campaign.created_at, campaign.started_at, campaign.completed_at, campaign.external_id,
      coalesce(campaign.metadata, '{}') as metadata
    from campaigns as campaign left join campaign_contact_counts as counted on counted.campaign_id = campaign.id
    where campaign.id = ${campaignId}
    group by campaign.id`.execute(trx);
  const [facts] = rows;
  if (!facts) throw new Error(`Campaign ${campaignId} does not exist.`);
  return facts;
}

/** The kinds of objects that use a workflow: the first of each is looked for. */
export async function usesOf(
  trx: Transaction<Database>,
  organizationId: number,
  workflowId: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from (values
      (1, 'runs', exists (
        select from workflow_runs where organization_id = ${organizationId} and workflow_id = ${workflowId})
        or exists (
        select from run_transfers where organization_id = ${organizationId} and to_workflow_id = ${workflowId})),
      (2, 'campaigns', exists (select from campaigns where workflow_id = ${workflowId})),
      (3, 'scheduled_calls', exists (
        select from scheduled_calls where workflow_id = ${workflowId} and state in ('scheduled', 'initiated'))),
      (4, 'phone_numbers', exists (select from phone_numbers where inbound_workflow_id = ${workflowId}))
    ) as used (place, kind, is_used) where is_used order by place`.execute(trx);
  return rows.map(({ kind }) => kind);
}

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
