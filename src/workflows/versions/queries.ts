import type { Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { type Failure, notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { throwMissing } from '../queries.ts';
import { type CurrentTool, pinned } from '../tool-rules.ts';
import { versionTransitions as transitions } from './rules.ts';

interface Owner {
  readonly organization_id: number;
  readonly workflow_id: number;
}

const versionsOf = (db: Db, { organization_id, workflow_id }: Owner) =>
  db
    .selectFrom('workflow_definitions as version')
    .innerJoin('workflows', 'workflows.id', 'version.workflow_id')
    .select([
      'version.id',
      'version.workflow_id',
      'version.version_number',
      'version.version_status',
      'version.created_at',
      'version.created_by',
      'version.published_at',
    ])
    .where('workflows.organization_id', '=', organization_id)
    .where('version.workflow_id', '=', workflow_id);

export function list(db: Db, owner: Owner, query: PageQuery) {
  return versionsOf(db, owner)
    .$call(newestFirst(query, { column: 'version.id' }))
    .execute();
}

export async function get(db: Db, owner: Owner & { readonly version_number: number }) {
  const version = await versionsOf(db, owner)
    .select('version.workflow_definition')
    .where('version.version_number', '=', owner.version_number)
    .executeTakeFirst();
  return version ?? throwMissing(db, owner, versionNotFound());
}

const versionNotFound = (): Failure => notFound('Version', 'version_number');

/** The id of the version with that number, or of the newest without one. */
export async function idOf(
  db: Db,
  owner: Owner & { readonly version_number: number | undefined },
): Promise<number> {
  const { version_number } = owner;
  const version = await versionsOf(db, owner)
    .$if(version_number !== undefined, (rows) =>
      rows.where('version.version_number', '=', version_number!),
    )
    .orderBy('version.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return version ? version.id : throwMissing(db, owner, versionNotFound());
}

interface NewVersion {
  readonly workflow_definition: components['schemas']['WorkflowDefinition'];
  readonly created_by: number | null;
  readonly created_at: Timestamp;
}

/** Creates the next draft of a locked workflow and archives the previous draft; returns its id. */
export async function add(
  trx: Transaction<Database>,
  workflowId: number,
  version: NewVersion,
): Promise<number> {
  await trx
    .updateTable('workflow_definitions')
    .set({ version_status: transitions.replaceDraft.to })
    .where('workflow_id', '=', workflowId)
    .where('version_status', 'in', transitions.replaceDraft.from)
    .execute();
  const { id } = await trx
    .insertInto('workflow_definitions')
    .columns([
      'organization_id',
      'workflow_id',
      'version_number',
      'version_status',
      'workflow_definition',
      'created_by',
      'created_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('workflows as workflow')
        .leftJoin('workflow_definitions as former', 'former.workflow_id', 'workflow.id')
        .where('workflow.id', '=', workflowId)
        .groupBy('workflow.id')
        .select((of) => [
          'workflow.organization_id',
          'workflow.id',
          of(of.fn.coalesce(of.fn.max('former.version_number'), of.lit(0)), '+', 1).as('next'),
          of.val(transitions.create.to).as('version_status'),
          of.val(JSON.stringify(version.workflow_definition)).as('workflow_definition'),
          of.val(version.created_by).as('created_by'),
          of.val(version.created_at).as('created_at'),
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Publication {
  readonly workflow_id: number;
  readonly id: number;
  /** The tools that it names. */
  readonly tools: readonly CurrentTool[];
  readonly at: Timestamp;
}

/** Publishes a version of a locked workflow and archives the one published before. */
export async function publish(
  trx: Transaction<Database>,
  { workflow_id, id, tools, at }: Publication,
): Promise<void> {
  await trx
    .updateTable('workflow_definitions')
    .set({ version_status: transitions.replacePublished.to })
    .where('workflow_id', '=', workflow_id)
    .where('version_status', 'in', transitions.replacePublished.from)
    .execute();
  await trx
    .updateTable('workflow_definitions')
    .set({
      version_status: transitions.publish.to,
      published_at: at,
      ...(tools.length > 0 && { tools: JSON.stringify(tools.map(pinned)) }),
    })
    .where('workflow_id', '=', workflow_id)
    .where('id', '=', id)
    .where('version_status', 'in', transitions.publish.from)
    .execute();
}
