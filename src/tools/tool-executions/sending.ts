import { UnreadableSecret } from '../../db/secrets.ts';
import { invalid, notFound } from '../../errors.ts';
import type { PinnedTool } from '../../workflows/tool-rules.ts';
import type { ToolsApp } from '../context.ts';
import { type Budget, createBudget } from '../checks/check-rules.ts';
import { withoutSecret } from '../masking-rules.ts';
import * as tools from '../queries.ts';
import { hasBody, originOf } from '../rules.ts';
import { loadSchemas } from '../schemas.ts';
import { purposeOf } from '../secrets.ts';
import { parseTemplate, urlOf, variablesOf } from '../url-rules.ts';
import { callMcpFunction } from '../mcp-tools/call.ts';
import { toldOf } from './answers.ts';
import { type Sent, type Told, withoutResult } from './outcome-rules.ts';
import { sendRequest } from './request.ts';

/** A request that is ready to be sent. */
export interface Prepared {
  readonly organization_id: number;
  readonly tool: PinnedTool;
  /** Without what is null and therefore left out. */
  readonly args: Readonly<Record<string, unknown>>;
  /** What is left of it for the check of the result. */
  readonly budget: Budget;
  readonly url: URL;
  readonly body: string | null;
  /** Undefined: the tool has one that cannot be sent. */
  readonly secret: string | null | undefined;
  /** Whether the function of its MCP server is not the one that was accepted. */
  readonly isDisabled: boolean;
}

interface Called {
  readonly tool: PinnedTool;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Throws 422 that says where the arguments break the schema or cannot stand in the URL, and 404 for a deleted tool. */
export async function prepare(
  app: ToolsApp,
  organizationId: number,
  { tool, args: sent }: Called,
): Promise<Prepared> {
  const schemas = await loadSchemas();
  const budget = createBudget();
  const args = schemas.withoutNulls(tool.arguments_schema, sent, budget);
  const broken = schemas.faultOf(tool.arguments_schema, args, budget);
  if (broken) throw invalid(['body', 'arguments', ...broken.path], broken.fault);
  const parsed = parseTemplate(tool.url_template, app.config.webhookAllowPrivate);
  if ('fault' in parsed) throw invalid(['body', 'arguments'], parsed.fault);
  const built = urlOf(parsed.template, args);
  if ('fault' in built)
    throw invalid(
      ['body', 'arguments', ...(built.argument === null ? [] : [built.argument])],
      built.fault,
    );
  const { inPath, inQuery } = variablesOf(parsed.template);
  const rest = Object.entries(args).filter(
    ([name]) => !inPath.includes(name) && !inQuery.includes(name),
  );
  return {
    organization_id: organizationId,
    tool,
    args,
    budget,
    url: built.url,
    body: hasBody(tool.method) ? JSON.stringify(Object.fromEntries(rest)) : null,
    ...(await currentOf(app, organizationId, tool)),
  };
}

/**
 * The current secret, null if the tool has none. A pinned URL may lead to the origin of a former secret, which gets no other; then,
 * and if the key of the secret is missing, it is undefined.
 */
async function currentOf(
  app: ToolsApp,
  organizationId: number,
  tool: PinnedTool,
): Promise<Pick<Prepared, 'secret' | 'isDisabled'>> {
  const current = await tools.findSecret(app.db, organizationId, tool.tool_id);
  if (!current) throw notFound('Tool', 'name');
  const isDisabled = (current.mcp_status ?? 'accepted') !== 'accepted';
  const isMoved = originOf(current.url_template) !== originOf(tool.url_template);
  const secret =
    current.secret_encrypted !== null && isMoved
      ? undefined
      : openSecret(app, organizationId, { ...tool, ...current });
  return { secret, isDisabled };
}

interface Sealed {
  readonly tool_id: number;
  readonly secret_encrypted: Buffer | null;
}

/** Null if there is none, and undefined if it cannot be read. */
export function openSecret(
  app: ToolsApp,
  organizationId: number,
  tool: Sealed,
): string | null | undefined {
  if (tool.secret_encrypted === null) return null;
  try {
    return app.secrets.open(purposeOf(organizationId), tool.secret_encrypted);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    app.log.error({ err: error, tool_id: tool.tool_id }, "a tool's secret cannot be read");
    return undefined;
  }
}

/** Sends the request, once, and says what came of it: without the secret, and only a result that matches its schema. */
export async function send(app: ToolsApp, prepared: Prepared): Promise<Sent> {
  const { tool, secret, isDisabled } = prepared;
  if (isDisabled) return { ...unavailable, error_code: 'function_changed', duration_ms: 0 };
  if (secret === undefined) return { ...unavailable, duration_ms: 0 };
  const began = performance.now();
  const { outcome, detail } = await (typeof tool.mcp_name === 'string' ? callFunction : request)(
    app,
    prepared,
  );
  const duration_ms = Math.round(performance.now() - began);
  const result = withoutSecret(outcome.result, secret);
  const broken =
    outcome.status === 'succeeded' && tool.result_schema
      ? (await loadSchemas()).faultOf(tool.result_schema, result, prepared.budget)
      : undefined;
  const said = detail === null ? null : String(withoutSecret(detail, secret)).slice(0, 500);
  if (!broken) return { ...outcome, result, error_detail: said, duration_ms };
  const error_detail = `${['result', ...broken.path].join('.')}: ${broken.fault}`.slice(0, 500);
  const { http_status } = outcome;
  const unusable = withoutResult(tool.is_write, { error_code: 'result_invalid', http_status });
  return { ...unusable, error_detail, duration_ms };
}

const unavailable = {
  status: 'failed',
  error_code: 'secret_unavailable',
  error_detail: null,
  http_status: null,
  result: null,
} as const;

async function request({ config }: ToolsApp, prepared: Prepared): Promise<Told> {
  const { tool, url, body } = prepared;
  const headers = {
    ...headersOf(prepared),
    accept: 'application/json',
    ...(body !== null && { 'content-type': 'application/json' }),
  };
  const answer = await sendRequest(
    { url, method: tool.method, headers, body, timeoutMs: tool.timeout_ms },
    { allowPrivate: config.webhookAllowPrivate },
  );
  return toldOf(answer, tool.is_write);
}

const callFunction = (app: ToolsApp, prepared: Prepared): Promise<Told> =>
  callMcpFunction(app, {
    ...prepared,
    server: {
      url: prepared.url,
      headers: headersOf(prepared),
      rules: { allowPrivate: app.config.webhookAllowPrivate },
    },
  });

/** The headers of a tool that do not depend on what is sent. */
export const headersOf = ({
  tool: { headers, secret_header },
  secret,
}: {
  readonly tool: Pick<PinnedTool, 'headers' | 'secret_header'>;
  readonly secret?: string | null | undefined;
}): Record<string, string> => ({
  ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  'user-agent': 'voice-agent-platform-tools',
  ...(typeof secret === 'string' && { [secret_header]: secret }),
});
