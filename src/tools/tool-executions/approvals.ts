import type { Transaction } from 'kysely';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Database } from '../../db/connect.ts';
import { limitReached } from '../../errors.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { announce, wakeAfter } from '../../webhooks/actions.ts';
import type { PinnedTool } from '../../workflows/tool-rules.ts';
import type { ToolsApp } from '../context.ts';
import * as approvals from './approval-queries.ts';
import { defaultApprovalSeconds, maxWaitingOfRun } from './rules.ts';
import type { ExecutionRow, RunKey } from './queries.ts';
import { ended } from './refusals.ts';

interface Asked {
  readonly tool: PinnedTool;
  readonly call: {
    readonly call_id: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  };
}

/**
 * Keeps that a call waits for a person, and announces it. Undefined if the call is kept already. Each is asked for later than
 * the one before in the run, which tells their events apart.
 */
export async function ask(
  trx: Transaction<Database>,
  app: ToolsApp,
  { key, tool, call }: Asked & { readonly key: RunKey },
): Promise<ExecutionRow | undefined> {
  const run = await approvals.lockRun(trx, key);
  if (run.state === 'completed') throw ended();
  const { waiting, last_at } = await approvals.waitingOf(trx, key);
  const created_at = after(app.now(), last_at);
  const seconds = tool.approval_timeout_seconds ?? defaultApprovalSeconds;
  const execution = await approvals.insertWaiting(trx, {
    ...key,
    tool_id: tool.tool_id,
    tool_name: tool.name,
    tool_revision: tool.revision,
    call_id: call.call_id,
    arguments: JSON.stringify(call.arguments),
    is_write: tool.is_write,
    approval_expires_at: later(created_at, seconds * 1000),
    created_at,
  });
  if (!execution) return undefined;
  if (waiting >= maxWaitingOfRun) throw tooManyWait();
  await mustFit(trx, key.organization_id, ['content_bytes_limit']);
  await announceAsked(trx, { execution, tool, run, organization_id: key.organization_id });
  await wakeAfter(trx, app.jobs);
  return execution;
}

/** A timestamp, or a millisecond after another one if that is not before it. */
const after = (now: Timestamp, last: Timestamp | null): Timestamp =>
  last === null || last < now ? now : later(last, 1);

interface Announced {
  readonly execution: ExecutionRow;
  readonly tool: PinnedTool;
  readonly run: Awaited<ReturnType<typeof approvals.lockRun>>;
  readonly organization_id: number;
}

async function announceAsked(
  trx: Transaction<Database>,
  { execution, tool, run, organization_id }: Announced,
): Promise<void> {
  const { id, run_id, call_id, is_write } = execution;
  const { workflow_id, campaign_id } = run;
  await announce(trx, {
    organization_id,
    run_id,
    campaign_id,
    event: 'tool_approval_requested',
    content: {
      at: execution.created_at,
      tool_execution: {
        id,
        run_id,
        workflow_id,
        campaign_id,
        tool_id: tool.tool_id,
        tool_name: tool.name,
        tool_description: tool.description,
        tool_revision: tool.revision,
        call_id,
        arguments: execution.arguments ?? {},
        is_write,
        approval_expires_at: execution.approval_expires_at ?? execution.created_at,
      },
    },
  });
}

const tooManyWait = () =>
  limitReached('waiting_tool_calls', {
    limit: maxWaitingOfRun,
    detail: `${maxWaitingOfRun} calls of the run wait for an approval, the maximum. Ask again when one is decided.`,
  });
