import type { Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import { type Cause, recordChange } from '../audit/actions.ts';
import type { AuditAction } from '../audit/queries.ts';
import type { Members } from '../audit/rules.ts';
import type { Caller } from '../caller.ts';
import type { Database } from '../db/connect.ts';
import { mustFit } from '../billing/quotas/actions.ts';
import { preconditionFailed } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import * as queries from './queries.ts';
import { etagOf, ifMatchAllows } from './rules.ts';
import * as versions from './versions/queries.ts';

/** For whom and by whom something is made; no user for an API key. */
export interface Authorship {
  readonly organization_id: number;
  readonly created_by: number | null;
  readonly created_at: Timestamp;
}

/** Makes a workflow whose version 1, a draft, is the definition; returns its id. */
export async function create(
  trx: Transaction<Database>,
  workflow: components['schemas']['CreateWorkflowRequest'],
  { organization_id, ...making }: Authorship,
): Promise<number> {
  const { workflow_definition, ...own } = workflow;
  const { created_at } = making;
  const id = await queries.insert(trx, { ...own, organization_id, created_at });
  const current_definition_id = await versions.add(trx, id, { workflow_definition, ...making });
  await queries.update(trx, id, { current_definition_id, updated_at: created_at });
  await mustFit(trx, organization_id, ['workflow_limit']);
  return id;
}

interface WorkflowChange {
  readonly action: Extract<AuditAction, `workflow.${string}`>;
  readonly id: number;
  /** What the audit keeps of the workflow as it was; null for one that was not there. */
  readonly before: Members | null;
  /** What the event tells besides. */
  readonly more?: Members;
}

/** Writes down a change of a workflow that was made, in its transaction. */
export async function record(
  trx: Transaction<Database>,
  cause: Cause & { readonly caller: Caller },
  { action, id, before, more }: WorkflowChange,
): Promise<void> {
  const after = { ...(await queries.getAudited(trx, id)), ...more };
  const { organization_id } = cause.caller;
  await recordChange(trx, cause, { action, organization_id, subject_id: id, before, after });
}

interface Aim {
  readonly organization_id: number;
  readonly workflow_id: number;
  readonly ifMatch: string | undefined;
}

/** Holds the workflow for a change; throws if it is not there or not in the state that If-Match names. */
export async function hold(trx: Transaction<Database>, aim: Aim) {
  const locked = await queries.lock(trx, aim.organization_id, aim.workflow_id);
  if (!ifMatchAllows(aim.ifMatch, etagOf(locked))) throw preconditionFailed();
  return locked;
}
