import { recordChange } from '../../audit/actions.ts';
import { isObject } from '../rules.ts';
import type { PinnedTool } from '../../workflows/tool-rules.ts';
import { audited } from '../audit.ts';
import type { ToolsApp } from '../context.ts';
import * as tools from '../queries.ts';
import {
  type FailedRequest,
  outcomeOf,
  type Told,
  withoutResult,
} from '../tool-executions/outcome-rules.ts';
import { exchange, type McpServer, type Reply, saidOf, type Unread } from './client.ts';
import { answerIn, callFunction } from './message-rules.ts';
import { acceptedFunction } from './queries.ts';
import { leaveChanged, sharedSession } from './sessions.ts';

interface Called {
  readonly organization_id: number;
  readonly tool: PinnedTool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly server: McpServer;
}

/** Calls a function, once, if it is the one that was accepted; in the tool's time limit. */
export async function callMcpFunction(
  app: ToolsApp,
  { organization_id, tool, args, server }: Called,
): Promise<Told> {
  const began = performance.now();
  const until = began + tool.timeout_ms;
  const name = tool.mcp_name ?? '';
  const use = { organization_id, server, timeoutMs: tool.timeout_ms };
  let isAgain = false;
  for (;;) {
    const opening = sharedSession(app.mcpSessions, use);
    const opened = await within(opening.opened, until);
    if ('error_code' in opened) return failed(opened);
    const sha256 = opened.hashes.get(name);
    if (sha256 !== tool.mcp_sha256) {
      // A list that was read before this call began may be older than what was accepted.
      const isOld = opening.beganAt < began;
      if (isOld && (await isAccepted(app, organization_id, tool))) {
        opening.leave();
        continue;
      }
      if (!isOld) await noteChange(app, organization_id, { tool, sha256 });
      return failed({ error_code: 'function_changed', http_status: null, detail: null });
    }
    const left = Math.ceil(until - performance.now());
    if (left <= 0) return failed(timeout);
    const { session } = opened;
    const message = callFunction(name, args);
    const { arguments_schema: schema } = tool;
    const reply = await exchange(server, { session, message }, { timeoutMs: left, schema });
    if (!isAnswered(reply)) opening.leave();
    else if (reply.isListChanged) leaveChanged(app.mcpSessions, use, opening);
    // The server has forgotten the session, so it has called nothing.
    const isForgotten = session.id !== null && reply.status === 404;
    if (!isForgotten || isAgain) return toldBy(reply, tool.is_write);
    isAgain = true;
  }
}

/** Whether the function is the one that is accepted now, which that of a former version need not be. */
async function isAccepted(
  app: ToolsApp,
  organization_id: number,
  { tool_id, mcp_sha256 }: PinnedTool,
): Promise<boolean> {
  const current = await acceptedFunction(app.db, organization_id, tool_id);
  return current?.mcp_status === 'accepted' && current.mcp_sha256 === mcp_sha256;
}

/** What a promise gives, or that there was no time for it. */
async function within<T>(promise: Promise<T>, until: number): Promise<T | Unread> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Unread>((resolve) => {
    timer = setTimeout(() => resolve(timeout), until - performance.now());
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const timeout: Unread = { error_code: 'timeout', http_status: null, detail: null };

const failed = ({ error_code, http_status, detail }: Unread): Told => ({
  outcome: { status: 'failed', error_code, http_status, result: null },
  detail,
});

/** Of a server that passes calls on: the one behind it was lost, or has not answered in time. */
const lostBehind = new Set([-32_000, -32_001]);

/** Whether its session can be used again: an error that concerns the call alone is an answer too. */
function isAnswered(reply: Reply | FailedRequest): reply is Reply {
  if ('failure' in reply || !reply.response) return false;
  return 'result' in reply.response || !lostBehind.has(reply.response.error.code);
}

/** Codes by which a server refuses a call before it does anything. */
const refusals = new Set([-32_700, -32_600, -32_601, -32_602, -32_042]);

function toldBy(reply: Reply | FailedRequest, isWrite: boolean): Told {
  if ('failure' in reply) return { outcome: outcomeOf(reply, isWrite), detail: null };
  const { response, status: http_status, isJson } = reply;
  const broken = (isRefused: boolean, detail: string | null): Told => ({
    outcome: withoutResult(isWrite && !isRefused, {
      error_code: isJson ? 'mcp_error' : 'result_not_json',
      http_status,
    }),
    detail,
  });
  if (!response) return broken(false, isJson ? 'It has not answered the call.' : null);
  if ('error' in response) return broken(refusals.has(response.error.code), saidOf(response.error));
  const answer = answerIn(response.result);
  if (!answer) return broken(false, noResult(response.result));
  if ('said' in answer)
    return failed({ error_code: 'tool_error', http_status, detail: answer.said });
  return {
    outcome: { status: 'succeeded', error_code: null, http_status, result: answer.value },
    detail: null,
  };
}

/** A server of the stateless version may ask for more than the arguments, which nobody can give during a call. */
const noResult = (result: unknown): string =>
  isObject(result) && result['resultType'] === 'input_required'
    ? 'It asks for input, which nobody gives during a call.'
    : 'Its answer is no result of a function.';

interface Found {
  readonly tool: PinnedTool;
  /** Undefined: the server no longer has it. */
  readonly sha256: string | undefined;
}

/** Disables the tool, unless another function was accepted since this one was published. */
async function noteChange(
  app: ToolsApp,
  organization_id: number,
  { tool, sha256 }: Found,
): Promise<void> {
  const cause = { caller: null, requestId: null, at: app.now() };
  await app.db.transaction().execute(async (trx) => {
    const former = await tools.findForChange(trx, organization_id, tool.tool_id);
    if (former?.mcp_status !== 'accepted' || former.mcp_sha256 !== tool.mcp_sha256) return;
    const row = await tools.update(trx, former.id, {
      mcp_status: sha256 === undefined ? 'gone' : 'changed',
      updated_at: cause.at,
    });
    const change = { organization_id, subject_id: row.id, before: audited(former) };
    await recordChange(trx, cause, { action: 'tool.change_found', ...change, after: audited(row) });
  });
}
