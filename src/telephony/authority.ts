import { mustCover, mustHaveRequested } from '../approvals/actions.ts';
import type { AnyCaller } from '../caller.ts';
import type { Db } from '../db/connect.ts';
import type { CallAuthority } from '../http/operations.ts';
import type { Timestamp } from '../timestamp.ts';
import { isTest } from '../workflows/runs/rules.ts';
import { responsibleFor } from './transfers/actions.ts';
import { findRun } from './transfers/queries.ts';

interface ActedOn {
  readonly authority: CallAuthority;
  readonly caller: AnyCaller;
  readonly run_id: number;
}

/**
 * Throws 403 `approval_required` if a connector acts on a call in progress without the authority that the operation takes.
 * Says nothing about runs that are no calls in progress, which the operation itself refuses or changes.
 */
export async function mustHaveAuthority(
  { db, now }: { readonly db: Db; readonly now: () => Timestamp },
  { authority, caller, run_id }: ActedOn,
): Promise<void> {
  if (authority === 'none' || authority === 'own_policy' || caller.kind === 'session') return;
  if (caller.kind === 'run_token' && authority !== 'covered') return;
  if (caller.kind === 'api_key' && caller.connector_name === null) return;
  const run = await findRun(db, { organization_id: caller.organization_id, run_id });
  if (!run || isTest(run) || run.state === 'completed') return;
  const { approval_policy_id: policy_id } = run;
  const responsible = await responsibleFor(db, caller, run);
  if (authority === 'requested') return mustHaveRequested(db, { caller: responsible, policy_id });
  await mustCover(db, { caller: responsible, policy_id, contacts: 0, now: now() });
}
