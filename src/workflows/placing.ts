import type { Db } from '../db/connect.ts';
import { conflict, notFound } from '../errors.ts';

/** What a call needs to know about its workflow. */
export interface PublishedVersion {
  readonly definition_id: number;
  readonly workflow_configurations: Record<string, unknown>;
  /** As they are stored, which may be anything; null: none. */
  readonly calling_hours: unknown;
  /** The purpose for which a called number needs a consent. */
  readonly require_prior_consent: string | null;
}

/**
 * The published version that a real call is pinned to. Throws if there is none or the workflow is archived. `lock`
 * keeps the workflow from being archived until the transaction ends. `param` is the request's member that names it.
 */
export async function publishedVersion(
  db: Db,
  organizationId: number,
  workflowId: number,
  { param, lock = true }: { readonly param?: string; readonly lock?: boolean } = {},
): Promise<PublishedVersion> {
  const workflow = await db
    .selectFrom('workflows')
    .select(['status', 'workflow_configurations', 'calling_hours', 'require_prior_consent'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', workflowId)
    .$if(lock, (rows) => rows.forShare())
    .executeTakeFirstOrThrow(() => notFound('Workflow', param));
  if (workflow.status === 'archived')
    throw conflict('workflow_archived', 'The workflow is archived. Unarchive it first.', {
      state: workflow.status,
      ...(param !== undefined && { param }),
    });
  const version = await db
    .selectFrom('workflow_definitions')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .where('version_status', '=', 'published')
    .executeTakeFirst();
  if (!version)
    throw conflict(
      'workflow_not_published',
      'The workflow has no published version. Publish it before placing calls with it.',
      { ...(param !== undefined && { param }) },
    );
  return {
    definition_id: version.id,
    workflow_configurations: workflow.workflow_configurations,
    calling_hours: workflow.calling_hours,
    require_prior_consent: workflow.require_prior_consent,
  };
}
