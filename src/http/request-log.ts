import { SpanKind } from '@opentelemetry/api';
import { beginSpan, failSpan, traceIdOf } from '../telemetry/spans.ts';
import type { Logger } from 'pino';
import { Failure } from '../errors.ts';
import type { RequestState } from './state.ts';
import type { RequestCounts } from '../telemetry/request-metrics.ts';

/** Maximum logged length of a path. Contract paths are shorter; others can be as long as a header. */
const maxPath = 200;

/** Writes one line for each request, counts it and ends its span. Bodies, queries and headers are never logged: they hold secrets. */
export const logRequest =
  (log: Logger, requests: RequestCounts) =>
  (state: RequestState): void => {
    const duration = performance.now() - state.started;
    const { req, res, operation, caller, error } = state;
    const status = res.writableFinished || res.headersSent ? res.statusCode : 499;
    // Pages and probes are requested all the time; only their failures say something.
    if (state.isPage && status < 500) return;
    const name = operation?.id ?? 'none';
    requests.count(name, status, duration / 1000);
    const traceId = endRequestSpan(state, status);
    const level = levelOf(status, operation?.fromCarrier ?? false);
    if (!log.isLevelEnabled(level)) return;
    const line = {
      request_id: state.requestId,
      trace_id: traceId,
      operation_id: operation?.id,
      method: req.method,
      path: state.path.slice(0, maxPath),
      status,
      duration_ms: Math.round(duration * 10) / 10,
      organization_id: caller?.organization_id,
      caller: caller?.kind,
    };
    if (level === 'error') log.error({ ...line, err: rootOf(error) }, 'request');
    else if (level === 'warn') log.warn({ ...line, ...causeOf(error) }, 'request');
    else log[level](line, 'request');
  };

/**
 * 502 and 504 are about servers of others: an organization's MCP server or agent runtime, or a carrier. Carriers report every
 * call, several times: a line for each would bury the others.
 */
function levelOf(status: number, isFromCarrier: boolean): 'debug' | 'info' | 'warn' | 'error' {
  if (status < 400 && isFromCarrier) return 'debug';
  if (status < 500) return 'info';
  return status === 502 || status === 504 ? 'warn' : 'error';
}

/** What a server of others did, in codes: what it said belongs to its organization. */
function causeOf(error: unknown): { readonly code?: string; readonly error_code?: unknown } {
  if (!(error instanceof Failure)) return {};
  const { code, members } = error.problem;
  return { code, error_code: members?.['error_code'] };
}

/** Logs the cause of an error whose response does not reveal it. */
const rootOf = (error: unknown): unknown =>
  error instanceof Failure && error.cause !== undefined ? error.cause : error;

/**
 * Begins the span of a request to an operation, in the trace that its `traceparent` names. A callback of a carrier,
 * which knows no traces, continues the trace of its call instead.
 */
export function beginRequestSpan(state: RequestState, call?: { traceparent: string | null }): void {
  const { req, operation, started } = state;
  if (!operation || state.span) return;
  const sent = req.headers['traceparent'];
  state.span = beginSpan(`${req.method} ${operation.path}`, {
    kind: SpanKind.SERVER,
    parent: call?.traceparent ?? (typeof sent === 'string' ? sent : undefined),
    attributes: {
      'http.request.method': req.method,
      'http.route': operation.path,
      'app.operation_id': operation.id,
    },
    began: started,
  });
}

/** Ends the request's span; returns its trace. */
function endRequestSpan(state: RequestState, status: number): string | undefined {
  beginRequestSpan(state);
  const { span, caller } = state;
  if (!span) return undefined;
  span.setAttribute('http.response.status_code', status);
  if (caller) span.setAttribute('app.organization_id', caller.organization_id);
  if (status >= 500) failSpan(span, String(status));
  span.end(performance.now());
  return traceIdOf(span);
}
