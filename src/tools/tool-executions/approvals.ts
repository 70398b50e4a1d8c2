import type { Transaction } from 'kysely';
import type { SessionCaller } from '../../caller.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Database } from '../../db/connect.ts';
import { limitReached } from '../../errors.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { announce, wakeAfter } from '../../webhooks/actions.ts';
import { eventActor } from '../../webhooks/events/actor.ts';
import type { PinnedTool } from '../../workflows/tool-rules.ts';
import type { ToolsApp } from '../context.ts';
import * as approvals from './approval-queries.ts';
import { defaultApprovalSeconds, isWaiting, maxWaitingOfRun } from './rules.ts';
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
export const after = (now: Timestamp, last: Timestamp | null): Timestamp =>
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

interface Resolved {
  readonly organization_id: number;
  readonly run: Pick<Announced['run'], 'workflow_id' | 'campaign_id'>;
  readonly execution: ExecutionRow;
  /** Who decided; null: nobody did. */
  readonly caller: SessionCaller | null;
}

/**
 * Announces that nobody is asked about a call any more, in the transaction of that, with its run locked. The time of each differs
 * in its run, which tells their events apart.
 */
export async function announceResolved(
  trx: Transaction<Database>,
  app: Pick<ToolsApp, 'jobs'>,
  { organization_id, run, execution, caller }: Resolved,
): Promise<void> {
  const { id, run_id, tool_id, tool_name, tool_revision, call_id, is_write } = execution;
  const { decision, decision_reason, decided_at, settled_at, created_at } = execution;
  const unresolved = execution.error_code === 'run_ended' ? 'run_ended' : 'expired';
  await announce(trx, {
    organization_id,
    run_id,
    campaign_id: run.campaign_id,
    event: 'tool_approval_resolved',
    content: {
      at: decided_at ?? settled_at ?? created_at,
      actor: eventActor(caller),
      tool_execution: {
        id,
        run_id,
        workflow_id: run.workflow_id,
        campaign_id: run.campaign_id,
        tool_id,
        tool_name,
        tool_revision,
        call_id,
        is_write,
        resolution: decision ?? unresolved,
        decision_reason,
      },
    },
  });
  await wakeAfter(trx, app.jobs);
}

/** Settles the calls of a run that were not sent in time or before its end, and announces those that nobody decided about. */
export const settleUnsent = (app: ToolsApp, key: RunKey): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const run = await approvals.findRun(trx, key);
    if (!run) return;
    const now = app.now();
    const first = after(now, await approvals.resolvedLast(trx, key));
    const { organization_id } = key;
    for (const { former, ...execution } of await approvals.settleUnsent(trx, key, { now, first }))
      if (isWaiting(former))
        await announceResolved(trx, app, { organization_id, run, execution, caller: null });
  });

const tooManyWait = () =>
  limitReached('waiting_tool_calls', {
    limit: maxWaitingOfRun,
    detail: `${maxWaitingOfRun} calls of the run wait for an approval, the maximum. Ask again when one is decided.`,
  });
