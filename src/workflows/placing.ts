import { sql, type Transaction } from 'kysely';
import { settingsInCall } from '../auth/run-token-queries.ts';
import type { Database, Db } from '../db/connect.ts';
import { conflict, notFound } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';

/** What a call needs to know about its workflow. */
export interface PublishedVersion {
  /** That of the workflow. */
  readonly revision: number;
  readonly definition_id: number;
  readonly version_number: number;
  readonly workflow_configurations: Record<string, unknown>;
  /** As they are stored, which may be anything; null: none. */
  readonly calling_hours: unknown;
  /** The purpose for which a called number needs a consent. */
  readonly require_prior_consent: string | null;
}

interface WorkflowKey {
  readonly organization_id: number;
  readonly workflow_id: number;
  /** The request's member that names it. */
  readonly param?: string;
  /** When the call began whose settings are wanted; absent: those of a call that begins now. */
  readonly began_at?: Timestamp;
}

/** The published version that a real call is pinned to. Throws if there is none or the workflow is archived. */
export async function publishedVersion(
  db: Db,
  { organization_id, workflow_id, param, began_at }: WorkflowKey,
): Promise<PublishedVersion> {
  const named = { ...(param !== undefined && { param }) };
  const workflow = await db
    .selectFrom('workflows')
    .select(['status', 'revision'])
    .select(['calling_hours', 'require_prior_consent'])
    .$call((rows) =>
      began_at === undefined
        ? rows.select('workflow_configurations')
        : rows.select(
            settingsInCall('workflows', sql`${began_at}::timestamptz`).as(
              'workflow_configurations',
            ),
          ),
    )
    .where('organization_id', '=', organization_id)
    .where('id', '=', workflow_id)
    .executeTakeFirstOrThrow(() => notFound('Workflow', param));
  if (workflow.status === 'archived')
    throw conflict('workflow_archived', 'The workflow is archived. Unarchive it first.', {
      state: workflow.status,
      ...named,
    });
  const version = await db
    .selectFrom('workflow_definitions')
    .select(['id', 'version_number'])
    .where('workflow_id', '=', workflow_id)
    .where('version_status', '=', 'published')
    .executeTakeFirst();
  if (!version)
    throw conflict(
      'workflow_not_published',
      'The workflow has no published version. Publish it before placing calls with it.',
      named,
    );
  const { status: _, ...known } = workflow;
  return { ...known, definition_id: version.id, version_number: version.version_number };
}

/**
 * The published version as it is now, which stays the published one of an active workflow until the transaction ends. Whoever
 * changes the workflow waits for that, so call it when nothing else is left to wait for.
 */
export async function keepPublished(
  trx: Transaction<Database>,
  workflow: WorkflowKey,
  known: PublishedVersion,
): Promise<PublishedVersion> {
  const kept = await trx
    .selectFrom('workflows')
    .select('revision')
    .where('organization_id', '=', workflow.organization_id)
    .where('id', '=', workflow.workflow_id)
    .forShare()
    .executeTakeFirst();
  return kept?.revision === known.revision ? known : publishedVersion(trx, workflow);
}
