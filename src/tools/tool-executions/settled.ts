import type { Insertable, Transaction } from 'kysely';
import type { ToolExecutions } from '../../../generated/database.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Database } from '../../db/connect.ts';
import { runNotFound } from '../../workflows/runs/read-queries.ts';
import type { ToolsApp } from '../context.ts';
import type { Sent } from './outcome-rules.ts';
import * as executions from './queries.ts';

/**
 * Throws 409 if the organization has as much content as it can have. Built-in tools whose arguments are small work without
 * room, so that calls are ended and people opt out all the same; those that are simulated do nothing that cannot wait.
 */
export async function mustHaveRoom(
  trx: Transaction<Database>,
  organizationId: number,
  { tool_id, tool_name }: Pick<executions.ExecutionRow, 'tool_id' | 'tool_name'>,
  { isSimulated = false } = {},
): Promise<void> {
  if (!isSimulated && tool_id === null && tool_name !== 'submit_result') return;
  await mustFit(trx, organizationId, ['content_bytes_limit']);
}

interface Settled {
  readonly row: Omit<Insertable<ToolExecutions>, 'deadline_at' | keyof Sent> & {
    readonly created_at: string;
  };
  readonly outcome: Sent;
  /** Whether nothing was done, because the run is in text. */
  readonly isSimulated?: boolean;
}

/**
 * Keeps a call for which nothing is sent, so that its id gets the same answer again; undefined if another request of the call was
 * faster. Throws 404 for a run that was deleted or erased meanwhile.
 */
export const keepSettled = (
  app: ToolsApp,
  key: executions.RunKey,
  { row, outcome, isSimulated }: Settled,
): Promise<executions.ExecutionRow | undefined> =>
  app.db.transaction().execute(async (trx) => {
    const { erased_at } = await executions.lockState(trx, key);
    if (erased_at !== null) throw runNotFound();
    const { result, ...columns } = outcome;
    const { created_at } = row;
    const kept = await executions.begin(trx, {
      ...row,
      ...columns,
      result: outcome.status === 'succeeded' ? JSON.stringify(result) : null,
      deadline_at: created_at,
      settled_at: created_at,
    });
    if (kept) await mustHaveRoom(trx, key.organization_id, kept, { isSimulated });
    return kept;
  });
