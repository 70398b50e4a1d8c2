import type { Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import { type Cause, type OpenChange, recordChange } from '../audit/actions.ts';
import type { AuditAction } from '../audit/queries.ts';
import type { Members } from '../audit/rules.ts';
import type { Caller } from '../caller.ts';
import type { WorkflowsApp } from './context.ts';
import type { Database } from '../db/connect.ts';
import { mustFit } from '../billing/quotas/actions.ts';
import { conflict } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import * as queries from './queries.ts';
import { voiceProfileOf } from './rules.ts';
import * as versions from './versions/queries.ts';

/** The organization and the user who creates something; no user for an API key. */
export interface Authorship {
  readonly organization_id: number;
  readonly created_by: number | null;
  readonly created_at: Timestamp;
}

/** Creates a workflow with the definition as version 1, a draft; returns its id. */
export async function create(
  trx: Transaction<Database>,
  workflow: components['schemas']['CreateWorkflowRequest'],
  { organization_id, ...authorship }: Authorship,
): Promise<number> {
  const { workflow_definition, ...own } = workflow;
  const { created_at } = authorship;
  const id = await queries.insert(trx, { ...own, organization_id, created_at });
  const current_definition_id = await versions.add(trx, id, { workflow_definition, ...authorship });
  await queries.update(trx, id, { current_definition_id, updated_at: created_at });
  await mustFit(trx, organization_id, ['workflow_limit', 'content_bytes_limit']);
  return id;
}

export type CallersCause = Cause & { readonly caller: Caller };

interface WorkflowChange {
  readonly action: Extract<AuditAction, `workflow.${string}`>;
  readonly id: number;
  /** The workflow before the change, for the audit; null if it did not exist. */
  readonly before: Members | null;
  /** Additional members of the audit event. */
  readonly more?: Members;
}

/** Records a change of a workflow in the audit trail, in its transaction. */
export async function record(
  trx: Transaction<Database>,
  cause: CallersCause,
  { action, id, before, more }: WorkflowChange,
): Promise<void> {
  const after = { ...(await queries.getAudited(trx, id)), ...more };
  const { organization_id } = cause.caller;
  await recordChange(trx, cause, { action, organization_id, subject_id: id, before, after });
}

interface Voiced {
  readonly app: Pick<WorkflowsApp, 'lookups'>;
  readonly workflow_configurations?: Readonly<Record<string, unknown>>;
}

/**
 * Throws if the configurations name a voice profile that the organization does not have. One that it has is not deleted
 * until the transaction ends; after that, a published workflow keeps it.
 */
export async function mustHaveVoice(
  trx: Transaction<Database>,
  organizationId: number,
  { app, workflow_configurations }: Voiced,
): Promise<void> {
  const id = voiceProfileOf(workflow_configurations);
  if (id === undefined || (await app.lookups.hasVoiceProfile(trx, organizationId, id))) return;
  throw conflict(
    'voice_profile_missing',
    `The organization has no voice profile ${id}. Name another one in voice_profile_id, or none.`,
    { voice_profile_id: id },
  );
}

interface Options {
  readonly organization_id: number;
  readonly workflow_id: number;
  readonly mustMatch: OpenChange['mustMatch'];
}

/** Locks the workflow for a change; throws if it does not exist or If-Match names another state. */
export async function lockForChange(trx: Transaction<Database>, options: Options) {
  const locked = await queries.lock(trx, options.organization_id, options.workflow_id);
  options.mustMatch(locked);
  return locked;
}
