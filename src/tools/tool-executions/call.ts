import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { mustFit } from '../../billing/quotas/actions.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { later } from '../../timestamp.ts';
import { isBuiltIn, outlastsRun, isOfCall } from '../../workflows/built-in-rules.ts';
import { mustHaveCall } from '../../workflows/runs/actions.ts';
import { runNotFound } from '../../workflows/runs/read-queries.ts';
import type { PinnedTool } from '../../workflows/tool-rules.ts';
import type { BuiltInCall, ToolsApp } from '../context.ts';
import * as approvals from './approval-queries.ts';
import { ask, settleUnsent } from './approvals.ts';
import { callBuiltIn, waitForEffects } from './built-in.ts';
import { takePlace, takeWait } from './capacity.ts';
import { findTool, unchanged } from './pinned.ts';
import * as executions from './queries.ts';
import { ended } from './refusals.ts';
import { isCallId, isUnsent } from './rules.ts';
import { type Prepared, prepare, send } from './sending.ts';
import { keepSettled } from './settled.ts';
import type { components } from '../../../generated/api.ts';
import type { ToolAnswer } from '../../workflows/tool-answer-rules.ts';
import type { Sent } from './outcome-rules.ts';

interface Called {
  readonly mode: components['schemas']['RunMode'];
  readonly tool_answers: readonly ToolAnswer[] | null;
  readonly name: string;
  /** Whether the tool is the organization's own. */
  readonly isOwn: boolean;
}

/** What a tool answers in a text run, from which nothing is sent to anybody; undefined where it does what it does. */
function answerInText({ mode, tool_answers, name, isOwn }: Called): Sent | undefined {
  if (mode !== 'text') return undefined;
  const answer = tool_answers?.find(({ tool_name }) => tool_name === name);
  if (answer) return sentOf(answer);
  const concernsRunAlone = !isOwn && isBuiltIn(name) && !isOfCall(name);
  return concernsRunAlone ? undefined : missing;
}

const missing: Sent = {
  status: 'failed',
  error_code: 'answer_missing',
  error_detail: 'Say in `tool_answers` of createTestRun what the tool answers.',
  http_status: null,
  result: null,
  duration_ms: 0,
};

/** After these nobody knows what was done. */
const unknown: ReadonlySet<ToolAnswer['error_code']> = new Set(['answer_lost', 'carrier_failed']);

const sentOf = ({ result, error_code }: ToolAnswer): Sent => ({
  status: error_code === null ? 'succeeded' : unknown.has(error_code) ? 'unknown' : 'failed',
  error_code,
  error_detail: null,
  http_status: null,
  result,
  duration_ms: 0,
});

/** A runtime's call of a tool. */
interface ToolCall {
  readonly name: string;
  /** The runtime's own id of the call. */
  readonly call_id: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly request: BuiltInCall['request'];
}

/** How long after a request's own time limit its process is taken for stopped. */
const graceMs = 10_000;
/** Between two looks at a request of another call. */
const pauseMs = 150;

/**
 * Calls a tool for a run, once for each id of a call: whoever sends the id again gets what is kept, and waits while the
 * request is in progress. A call that needs an approval is sent by who asks again after it was accepted. No transaction is
 * open and no connection is held while the tool is waited for.
 */
export async function callTool(
  app: ToolsApp,
  key: executions.RunKey,
  call: ToolCall,
): Promise<executions.ExecutionRow> {
  if (!isCallId(call.call_id))
    throw invalid(
      ['body', 'call_id'],
      'It has more than 2,048 bytes in UTF-8. Send a shorter one.',
    );
  for (;;) {
    const done = await tryCall(app, key, call);
    if (done) return done;
  }
}

/** Undefined: another request of the call was faster, or it was settled meanwhile. */
async function tryCall(
  app: ToolsApp,
  key: executions.RunKey,
  call: ToolCall,
): Promise<executions.ExecutionRow | undefined> {
  const { name } = call;
  const run = await executions.ofRun(app.db, key);
  const kept = await settled(app, key, { ...call, hasEnded: run.state === 'completed' });
  if (kept && kept.status !== 'accepted' && !isLostRead(kept)) {
    await waitForEffects(app, kept, key.organization_id);
    return kept;
  }
  const tool = await findTool(app.db, key.organization_id, { run, name });
  // What only records is the agent's after it has left, too.
  if (tool || (isBuiltIn(name) && !outlastsRun(name)))
    mustHaveCall(run, call.request.caller, 'call_tool');
  const simulated = answerInText({ ...run, name, isOwn: tool !== undefined });
  if (kept && simulated) return kept;
  if (kept?.status === 'accepted') {
    const error_code = await faultOf(app, { kept, tool, key });
    if (error_code !== undefined) {
      await approvals.settleAccepted(app.db, kept.id, { error_code, settled_at: app.now() });
      return undefined;
    }
  }
  if (!tool && isBuiltIn(name))
    return callBuiltIn(app, key, { run, call: { ...call, name }, simulated });
  if (run.state === 'completed') throw ended();
  if (!tool) throw notFound('Tool', 'name');
  const prepared = await prepare(app, key.organization_id, { tool, args: call.arguments });
  if (simulated)
    return keepSettled(app, key, {
      row: rowOf(app, key, { call, tool }),
      outcome: simulated,
      isSimulated: true,
    });
  const release = takePlace(app, { organization_id: key.organization_id, ...tool });
  try {
    const begun = await begin(app, key, { call, prepared, kept });
    return begun?.status === 'sending' ? await finish(app, begun, prepared) : begun;
  } finally {
    release();
  }
}

/** What is kept of the call, once its request is over; undefined for a new one. */
async function settled(
  app: ToolsApp,
  key: executions.RunKey,
  { hasEnded, ...call }: ToolCall & { readonly hasEnded: boolean },
) {
  const find = () => executions.find(app.db, { ...key, call_id: call.call_id });
  let kept = await find();
  if (!kept) return undefined;
  mustBeSame(kept, call);
  if (isUnsent(kept.status)) {
    const now = app.now();
    if (!hasEnded && kept.approval_expires_at !== null && now < kept.approval_expires_at)
      return kept;
    await settleUnsent(app, key);
    return find();
  }
  if (kept.status !== 'sending') return kept;
  const leave = takeWait(app, key.organization_id);
  try {
    while (kept?.status === 'sending' && kept.deadline_at > app.now()) {
      await wait(pauseMs);
      kept = await find();
    }
  } finally {
    leave();
  }
  if (kept?.status !== 'sending') return kept;
  await executions.settleLost(app.db, app.now());
  return find();
}

function mustBeSame(kept: executions.ExecutionRow, call: ToolCall): void {
  const sent: unknown = JSON.parse(JSON.stringify(call.arguments));
  // What retention has removed cannot be compared.
  const isSame = kept.arguments === null || isDeepStrictEqual(kept.arguments, sent);
  if (isSame && kept.tool_name === call.name) return;
  throw conflict(
    'tool_call_reused',
    `The run has called a tool with the call_id "${call.call_id}" and other arguments. Send another call_id for another call.`,
    { param: 'call_id', tool_execution_id: kept.id },
  );
}

/** A read may be sent again, because it changes nothing; not one that a person has accepted, once. */
const isLostRead = (kept: executions.ExecutionRow): boolean =>
  !kept.is_write && kept.error_code === 'answer_lost' && kept.approval_expires_at === null;

interface Accepted {
  readonly key: executions.RunKey;
  readonly kept: executions.ExecutionRow;
  readonly tool: PinnedTool | undefined;
}

/** Why an accepted call is not sent: its tool is no longer the one that the person saw, for example. */
async function faultOf(app: ToolsApp, { key: { organization_id }, kept, tool }: Accepted) {
  if (await approvals.isSuspended(app.db, organization_id)) return 'organization_suspended';
  return (await unchanged(app.db, organization_id, { kept, tool })) ? undefined : 'tool_changed';
}

interface Begin {
  readonly call: ToolCall;
  readonly prepared: Prepared;
  /** A read whose answer was lost, or a call that was accepted. */
  readonly kept: executions.ExecutionRow | undefined;
}

/**
 * Keeps the request before it is sent; undefined if another one of the call has begun. For an organization that was deleted
 * it keeps that nothing is sent.
 */
async function begin(app: ToolsApp, key: executions.RunKey, { call, prepared, kept }: Begin) {
  const { tool } = prepared;
  const now = app.now();
  const deadline_at = later(now, tool.timeout_ms + graceMs);
  if (kept?.status === 'accepted')
    return app.db.transaction().execute(async (trx) => {
      if ((await executions.lockState(trx, key)).state === 'completed') return undefined;
      return approvals.beginAccepted(trx, kept, { ...key, now, deadline_at });
    });
  if (kept)
    return app.db.transaction().execute(async (trx) => {
      if ((await executions.lockState(trx, key)).state === 'completed') throw ended();
      if (await approvals.isDeleted(trx, key.organization_id)) return kept;
      return executions.beginAgain(trx, kept, { now, deadline_at });
    });
  return app.db.transaction().execute(async (trx) => {
    const isRefused = await approvals.isDeleted(trx, key.organization_id);
    if (tool.needs_approval && !isRefused) return ask(trx, app, { key, tool, call });
    if ((await executions.lockState(trx, key)).state === 'completed') throw ended();
    const begun = await executions.begin(trx, {
      ...rowOf(app, key, { call, tool }),
      deadline_at,
      created_at: now,
      ...(isRefused && { status: 'failed', error_code: 'organization_suspended', settled_at: now }),
    });
    if (begun) await mustFit(trx, key.organization_id, ['content_bytes_limit']);
    return begun;
  });
}

const rowOf = (
  app: ToolsApp,
  key: executions.RunKey,
  { call, tool }: { readonly call: ToolCall; readonly tool: PinnedTool },
) => ({
  ...key,
  tool_id: tool.tool_id,
  tool_name: tool.name,
  tool_revision: tool.revision,
  call_id: call.call_id,
  arguments: JSON.stringify(call.arguments),
  is_write: tool.is_write,
  created_at: app.now(),
});

async function finish(app: ToolsApp, begun: executions.ExecutionRow, prepared: Prepared) {
  const outcome = await send(app, prepared);
  const kept = await executions.settle(app.db, begun, { ...outcome, settled_at: app.now() });
  if (!kept) throw runNotFound();
  return kept;
}
