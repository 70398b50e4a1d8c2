import { makeChange, recordChange } from '../../audit/actions.ts';
import { emailsFor } from '../../auth/members/actions.ts';
import type { Db } from '../../db/connect.ts';
import { pageOf } from '../../db/page.ts';
import { forbidden, conflict } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { ToolsApp } from '../context.ts';
import * as tools from '../queries.ts';
import { callTool } from './call.ts';
import { takePlace } from './capacity.ts';
import * as executions from './queries.ts';
import { prepare, send } from './sending.ts';
import { toolExecution, revised } from './views.ts';
import type { AnyCaller, SessionCaller } from '../../caller.ts';
import type { Trx } from '../../http/context.ts';
import { mustMatch, tagged } from '../../http/etag.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { numberNext, wakeSessions } from '../../workflows/instructions/actions.ts';
import { mustHaveCall } from '../../workflows/runs/actions.ts';
import * as approvals from './approval-queries.ts';
import { after, announceResolved } from './approvals.ts';
import { sendWithinMs, isWaiting } from './rules.ts';

import { findTool, unchanged } from './pinned.ts';

export const toolExecutions = {
  async callRunTool(request, app) {
    const { params, body, caller } = request;
    const key = { organization_id: caller.organization_id, run_id: params.run_id };
    const row = await callTool(app, key, { ...body, name: params.name, request });
    return withDecider(app.db, caller, toolExecution(row));
  },

  async listToolExecutions({ query, caller }, app) {
    const rows = await executions.list(app.db, caller.organization_id, query);
    const emailOf = await emailsFor(caller, app.db, rows.map(deciderOf));
    return pageOf(rows, query, (row) => ({ ...row, decided_by_email: emailOf(row.decided_by) }));
  },

  async getToolExecution({ params, caller }, app) {
    const { organization_id } = caller;
    const row = await executions.get(app.db, organization_id, params.tool_execution_id);
    return shown(app.db, caller, row);
  },

  async testTool({ params, body, ...call }, app) {
    const { caller } = call;
    const { organization_id } = caller;
    const tool = await tools.getPinnable(app.db, organization_id, params.tool_id);
    if (tool.needs_approval && caller.kind !== 'session') throw personRequired(tool.name);
    const prepared = await prepare(app, organization_id, { tool, args: body.arguments });
    const release = takePlace(app, { organization_id, ...tool });
    try {
      const sent = await send(app, prepared);
      const { status, error_code, http_status } = sent;
      const after = { status, error_code, http_status, revision: tool.revision };
      await makeChange(call, app, ({ record }) => record('tool.tested', tool.tool_id, { after }));
      return sent;
    } finally {
      release();
    }
  },
} satisfies HandlersFor<
  'callRunTool' | 'listToolExecutions' | 'getToolExecution' | 'testTool',
  ToolsApp
>;

const deciderOf = ({ decided_by }: Pick<executions.ExecutionRow, 'decided_by'>) => decided_by;

async function withDecider<Row extends Pick<executions.ExecutionRow, 'decided_by'>>(
  db: Db,
  caller: AnyCaller,
  row: Row,
) {
  const emailOf = await emailsFor(caller, db, [row.decided_by]);
  return { ...row, decided_by_email: emailOf(row.decided_by) };
}

const shown = async (db: Db, caller: AnyCaller, row: executions.ExecutionRow) =>
  tagged(await withDecider(db, caller, toolExecution(row)), revised(row));

const personRequired = (name: string) =>
  forbidden(
    'person_required',
    `The tool \`${name}\` asks a person before each call (\`needs_approval\`), so no API key tests it. Send a session token.`,
  );

export const toolDecisions = {
  acceptToolExecution: (request, app) => decide(app, request, null),

  declineToolExecution: (request, app) => decide(app, request, request.body.reason),
} satisfies HandlersFor<'acceptToolExecution' | 'declineToolExecution', ToolsApp>;

interface DecisionRequest {
  readonly params: { readonly tool_execution_id: number };
  readonly headers: { readonly 'if-match'?: string };
  readonly caller: SessionCaller;
  readonly requestId: string;
}

/**
 * Decides about a call that waits, once: who comes second finds it decided. With the run locked it does not end meanwhile, and
 * the decision has its place among what the runtime is told. Nothing is sent here; the runtime asks again.
 */
async function decide(
  app: ToolsApp,
  { params, headers, caller, requestId }: DecisionRequest,
  decision_reason: string | null,
) {
  const { organization_id } = caller;
  const { run_id } = await executions.get(app.db, organization_id, params.tool_execution_id);
  return app.db.transaction().execute(async (trx) => {
    const key = { organization_id, run_id };
    const run = await approvals.lockRun(trx, key);
    const before = await approvals.lock(trx, organization_id, params.tool_execution_id);
    const now = app.now();
    const decided_at = after(now, await approvals.resolvedLast(trx, key));
    mustMatch(headers['if-match'], revised(before));
    if (!isWaiting(before.status)) throw notWaiting(before.status);
    if (run.state === 'completed' || isOver(before, now)) throw notWaiting('failed');
    if (decision_reason === null) {
      mustHaveCall(run, caller, 'accept_tool_call');
      await mustBeSendable(trx, key, before);
    }
    const decided = {
      decision_number: await numberNext(trx, key),
      decided_by: caller.user_id,
      decided_at,
    };
    const row =
      decision_reason === null
        ? await approvals.setAccepted(trx, before.id, {
            ...decided,
            approval_expires_at: later(decided_at, sendWithinMs),
          })
        : await approvals.setDeclined(trx, before.id, { ...decided, decision_reason });
    await recordChange(
      trx,
      { caller, requestId, at: now },
      {
        action:
          decision_reason === null
            ? 'workflow_run.tool_call_accepted'
            : 'workflow_run.tool_call_declined',
        organization_id,
        subject_id: run_id,
        before: { status: before.status },
        after: {
          status: row.status,
          tool_execution_id: row.id,
          tool_id: row.tool_id,
          tool_name: row.tool_name,
          tool_revision: row.tool_revision,
        },
      },
    );
    await announceResolved(trx, app, { organization_id, run, execution: row, caller });
    await wakeSessions(trx, app.jobs, [run_id]);
    return shown(trx, caller, row);
  });
}

/** Throws 409 if the runtime could not send the call after its acceptance, since its tool is not the one that the person sees. */
async function mustBeSendable(
  trx: Trx,
  key: executions.RunKey,
  kept: executions.ExecutionRow,
): Promise<void> {
  const { organization_id } = key;
  const run = await executions.ofRun(trx, key);
  const tool = await findTool(trx, organization_id, { run, name: kept.tool_name });
  const current = await unchanged(trx, organization_id, { kept, tool });
  if (current && (current.mcp_status ?? 'accepted') === 'accepted') return;
  throw conflict(
    'tool_changed',
    'The tool was changed, disabled or deleted after the call was made, so the call cannot be sent. Decline it; the agent can make another one.',
    { tool_name: kept.tool_name },
  );
}

const isOver = ({ approval_expires_at }: executions.ExecutionRow, now: Timestamp): boolean =>
  approval_expires_at !== null && approval_expires_at <= now;

const notWaiting = (state: executions.ExecutionRow['status']) =>
  conflict(
    'tool_execution_not_waiting',
    `Only a call that waits for an approval can be accepted or declined; this one is ${state}.`,
    { state },
  );
