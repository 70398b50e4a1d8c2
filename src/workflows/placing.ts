import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import { conflict, notFound } from '../errors.ts';

/** What a call needs to know about its workflow, which is locked. */
interface PublishedVersion {
  readonly definition_id: number;
  readonly workflow_configurations: Record<string, unknown>;
}

/**
 * The published version that a real call is pinned to. Throws if there is none or the workflow is archived. Locks the
 * workflow, so that it cannot be archived before the call is inserted. `param` is the request's member that names it.
 */
export async function publishedVersion(
  trx: Transaction<Database>,
  organizationId: number,
  workflowId: number,
  { param }: { readonly param?: string } = {},
): Promise<PublishedVersion> {
  const workflow = await trx
    .selectFrom('workflows')
    .select(['status', 'workflow_configurations'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', workflowId)
    .forShare()
    .executeTakeFirstOrThrow(() => notFound('Workflow', param));
  if (workflow.status === 'archived')
    throw conflict('workflow_archived', 'The workflow is archived. Unarchive it first.', {
      state: workflow.status,
      ...(param !== undefined && { param }),
    });
  const version = await trx
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
  };
}
