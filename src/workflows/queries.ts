import { sql, type Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import { storedMetadata, withExternalId } from '../db/client-data.ts';
import type { Database, Db } from '../db/connect.ts';
import { sorted, type SortedQuery } from '../db/sorted-page.ts';
import { type Failure, notFound } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import { contains } from './runs/filter-queries.ts';
import type { FormerSettings } from './rules.ts';

type Schemas = components['schemas'];

const totalRuns = sql<number>`(
  select coalesce(sum(runs), 0)::bigint from workflow_run_counts where workflow_id = workflows.id
)`.as('total_runs');

const publishedVersion = sql<number | null>`(
  select published.version_number from workflow_definitions as published
  where published.workflow_id = workflows.id and published.version_status = 'published'
)`;

/** Jumps from one code to the next in the index: the cost depends on the number of codes, not of runs. */
const dispositionCodes = sql<string[]>`array(
  with recursive codes (code) as (
    select min(call_disposition) from workflow_runs where workflow_id = workflows.id
    union all
    select (
      select min(call_disposition) from workflow_runs
      where workflow_id = workflows.id and call_disposition > codes.code
    ) from codes where code is not null
  )
  select code from codes where code is not null order by code
)`.as('disposition_codes');

const workflowsWithVersion = (db: Db | Transaction<Database>, organizationId: number) =>
  db
    .selectFrom('workflows')
    .innerJoin('workflow_definitions as newest', 'newest.id', 'workflows.current_definition_id')
    .select([
      'workflows.id',
      'workflows.workflow_uuid',
      'workflows.name',
      'workflows.status',
      'workflows.created_at',
      'newest.id as current_definition_id',
      'newest.version_number',
      'newest.version_status',
      publishedVersion.as('published_version_number'),
      'workflows.external_id',
      totalRuns,
    ])
    .where('workflows.organization_id', '=', organizationId);

export function list(
  db: Db,
  organizationId: number,
  query: SortedQuery & {
    readonly status?: Schemas['WorkflowStatus'];
    readonly external_id?: string;
    /** What the name contains, in any case. */
    readonly name?: string;
  },
) {
  const { status, external_id, name } = query;
  return workflowsWithVersion(db, organizationId)
    .$if(status !== undefined, (rows) => rows.where('workflows.status', '=', status!))
    .$if(external_id !== undefined, (rows) =>
      rows.where('workflows.external_id', '=', external_id!),
    )
    .$if(name !== undefined, (rows) => rows.where(contains(sql`workflows.name`, name!)))
    .$call(sorted(query, { id: 'workflows.id', name: 'workflows.name' }))
    .execute();
}

export const get = (db: Db | Transaction<Database>, organizationId: number, id: number) =>
  workflowsWithVersion(db, organizationId)
    .select([
      'newest.workflow_definition',
      'workflows.template_context_variables',
      'workflows.workflow_configurations',
      'workflows.metadata',
      'workflows.revision',
      dispositionCodes,
    ])
    .where('workflows.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Workflow', 'workflow_id'));

/** Throws if the organization has no such workflow. `param` is the request's member that names it. */
export const mustExist = (db: Db, organizationId: number, id: number, param = 'workflow_id') =>
  db
    .selectFrom('workflows')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Workflow', param));

interface Owner {
  readonly organization_id: number;
  readonly workflow_id: number;
}

/** For something of a workflow that is missing: throws that the workflow is, if it is, and else the failure. */
export async function throwMissing(
  db: Db,
  { organization_id, workflow_id }: Owner,
  failure: Failure,
): Promise<never> {
  await mustExist(db, organization_id, workflow_id);
  throw failure;
}

/** The workflow, locked against other changes until the transaction ends; its runs can be written meanwhile. */
export const lock = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('workflows')
    .select(['id', 'revision', 'status'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Workflow', 'workflow_id'));

/** Throws if the organization has no such workflow; one that it has is not deleted until the transaction ends. */
export const keep = (
  trx: Transaction<Database>,
  organizationId: number,
  id: number,
  param: string,
) =>
  trx
    .selectFrom('workflows')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound('Workflow', param));

/** The workflow, locked against whatever would refer to it until the transaction ends. */
export const lockForDeletion = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('workflows')
    .select(['id', 'revision'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Workflow', 'workflow_id'));

/** Removes a workflow that nothing uses, with its versions and test cases. */
export const remove = (trx: Transaction<Database>, id: number) =>
  trx.deleteFrom('workflows').where('id', '=', id).execute();

/** What the audit stores of a workflow: definitions by version, free-form members by digest. */
export const getAudited = (trx: Transaction<Database>, id: number) =>
  trx
    .selectFrom('workflows')
    .leftJoin('workflow_definitions as newest', 'newest.id', 'workflows.current_definition_id')
    .select([
      'workflows.name',
      'workflows.status',
      'workflows.revision',
      'newest.version_number',
      'newest.version_status',
      digest('template_context_variables'),
      digest('workflow_configurations'),
      'workflows.external_id',
      digest('metadata'),
    ])
    .where('workflows.id', '=', id)
    .executeTakeFirstOrThrow();

const digest = (member: 'template_context_variables' | 'workflow_configurations' | 'metadata') =>
  sql<{ bytes: number; md5: string }>`json_build_object(
    'bytes', octet_length(coalesce(${sql.ref(`workflows.${member}`)}, '{}')::text),
    'md5', md5(coalesce(${sql.ref(`workflows.${member}`)}, '{}')::text)
  )`.as(member);

interface NewWorkflow {
  readonly organization_id: number;
  readonly name: string;
  readonly template_context_variables?: Record<string, unknown>;
  readonly workflow_configurations?: Record<string, unknown>;
  readonly external_id?: string | null;
  readonly metadata?: Schemas['Metadata'];
  readonly created_at: Timestamp;
}

/** Inserts a workflow without a version; the update that sets its first version makes revision 1. */
export async function insert(trx: Transaction<Database>, workflow: NewWorkflow): Promise<number> {
  const { template_context_variables = {}, workflow_configurations = {}, ...others } = workflow;
  const { metadata, ...columns } = others;
  const inserted = trx
    .insertInto('workflows')
    .values({
      ...columns,
      template_context_variables: JSON.stringify(template_context_variables),
      workflow_configurations: JSON.stringify(workflow_configurations),
      metadata: storedMetadata(metadata),
      revision: 0,
      updated_at: workflow.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await withExternalId('workflows_external_id_key', inserted)).id;
}

interface Update {
  readonly name?: string;
  readonly status?: Schemas['WorkflowStatus'];
  readonly template_context_variables?: Record<string, unknown>;
  readonly workflow_configurations?: Record<string, unknown>;
  readonly former_settings?: readonly FormerSettings[];
  readonly external_id?: string | null;
  readonly metadata?: Schemas['Metadata'];
  readonly current_definition_id?: number;
  readonly updated_at: Timestamp;
}

/** Writes the given columns and increments the revision. */
export function update(trx: Transaction<Database>, id: number, changes: Update) {
  const { template_context_variables, workflow_configurations, metadata, ...others } = changes;
  const { former_settings, ...columns } = others;
  const updated = trx
    .updateTable('workflows')
    .set((eb) => ({
      ...columns,
      ...(template_context_variables && {
        template_context_variables: JSON.stringify(template_context_variables),
      }),
      ...(workflow_configurations && {
        workflow_configurations: JSON.stringify(workflow_configurations),
      }),
      ...(former_settings && { former_settings: JSON.stringify(former_settings) }),
      ...(metadata && { metadata: storedMetadata(metadata) }),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  return withExternalId('workflows_external_id_key', updated);
}

export type WorkflowRow = Awaited<ReturnType<typeof get>>;

/** The settings, and what they were for calls that began before a key changed them. */
export const configurationsOf = (db: Db, id: number) =>
  db
    .selectFrom('workflows')
    .select('workflow_configurations')
    .select(sql<FormerSettings[]>`former_settings`.as('former_settings'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
