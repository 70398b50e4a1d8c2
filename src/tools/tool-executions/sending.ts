import { UnreadableSecret } from '../../db/secrets.ts';
import { invalid, notFound } from '../../errors.ts';
import type { PinnedTool } from '../../workflows/tool-rules.ts';
import type { ToolsApp } from '../context.ts';
import * as tools from '../queries.ts';
import { hasBody, originOf } from '../rules.ts';
import { loadSchemas } from '../schemas.ts';
import { purposeOf } from '../secrets.ts';
import { parseTemplate, urlOf, variablesOf } from '../url-rules.ts';
import { outcomeOf, type Sent, withoutSecret } from './outcome-rules.ts';
import { sendRequest } from './request.ts';

/** A request that is ready to be sent. */
export interface Prepared {
  readonly tool: PinnedTool;
  readonly url: URL;
  readonly body: string | null;
  /** Undefined: the tool has one that cannot be sent. */
  readonly secret: string | null | undefined;
}

interface Called {
  readonly tool: PinnedTool;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Throws 422 that says where the arguments break the schema or cannot stand in the URL, and 404 for a deleted tool. */
export async function prepare(
  app: ToolsApp,
  organizationId: number,
  { tool, args }: Called,
): Promise<Prepared> {
  const schemas = await loadSchemas();
  const broken = schemas.faultOf(tool.arguments_schema, args);
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
    tool,
    url: built.url,
    body: hasBody(tool.method) ? JSON.stringify(Object.fromEntries(rest)) : null,
    secret: await secretOf(app, organizationId, tool),
  };
}

/**
 * The current secret, null if the tool has none. A pinned URL may lead to the origin of a former secret, which gets no other; then,
 * and if the key of the secret is missing, it is undefined.
 */
async function secretOf(
  app: ToolsApp,
  organizationId: number,
  tool: PinnedTool,
): Promise<string | null | undefined> {
  const current = await tools.findSecret(app.db, organizationId, tool.tool_id);
  if (!current) throw notFound('Tool', 'name');
  if (current.secret_encrypted === null) return null;
  if (originOf(current.url_template) !== originOf(tool.url_template)) return undefined;
  try {
    return app.secrets.open(purposeOf(organizationId), current.secret_encrypted);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    app.log.error({ err: error, tool_id: tool.tool_id }, "a tool's secret cannot be read");
    return undefined;
  }
}

/** Sends the request, once, and says what came of it: without the secret, and only a result that matches its schema. */
export async function send(app: ToolsApp, prepared: Prepared): Promise<Sent> {
  const { tool, url, body, secret } = prepared;
  if (secret === undefined) return { ...unavailable, duration_ms: 0 };
  const began = performance.now();
  const answer = await sendRequest(
    { url, method: tool.method, headers: headersOf(prepared), body, timeoutMs: tool.timeout_ms },
    { allowPrivate: app.config.webhookAllowPrivate },
  );
  const duration_ms = Math.round(performance.now() - began);
  const outcome = outcomeOf(answer, tool.is_write);
  const result = withoutSecret(outcome.result, secret);
  const broken =
    outcome.status === 'succeeded' && tool.result_schema
      ? (await loadSchemas()).faultOf(tool.result_schema, result)
      : undefined;
  if (!broken) return { ...outcome, result, error_detail: null, duration_ms };
  const error_detail = `${['result', ...broken.path].join('.')}: ${broken.fault}`.slice(0, 500);
  const failed = { status: 'failed', error_code: 'result_invalid', result: null } as const;
  return { ...outcome, ...failed, error_detail, duration_ms };
}

const unavailable = {
  status: 'failed',
  error_code: 'secret_unavailable',
  error_detail: null,
  http_status: null,
  result: null,
} as const;

const headersOf = ({ tool, body, secret }: Prepared): Record<string, string> => ({
  ...Object.fromEntries(tool.headers.map(({ name, value }) => [name, value])),
  accept: 'application/json',
  'user-agent': 'voice-agent-platform-tools',
  ...(body !== null && { 'content-type': 'application/json' }),
  ...(typeof secret === 'string' && { [tool.secret_header]: secret }),
});
