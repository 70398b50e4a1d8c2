import type { Logger } from 'pino';
import { Failure } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { endRequestSpan } from './request-span.ts';
import type { RequestState } from './state.ts';

/** Maximum logged length of a path. Contract paths are shorter; others can be as long as a header. */
const maxPath = 200;

/** Writes one line for each request, counts it and ends its span. Bodies, queries and headers are never logged: they hold secrets. */
export const logRequest =
  (log: Logger, metrics: Metrics) =>
  (state: RequestState): void => {
    const duration = performance.now() - state.started;
    const { req, res, operation, caller, error } = state;
    const status = res.writableFinished || res.headersSent ? res.statusCode : 499;
    // Pages and probes are requested all the time; only their failures say something.
    if (state.isPage && status < 500) return;
    const name = operation?.id ?? 'none';
    metrics.requests.count(name, status, duration / 1000);
    const traceId = endRequestSpan(state, status);
    // Carriers report every call, several times: a line for each would bury the others.
    const level =
      operation?.fromCarrier && status < 400 ? 'debug' : status < 500 ? 'info' : 'error';
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
    else log[level](line, 'request');
  };

/** Logs the cause of an error whose response does not reveal it. */
const rootOf = (error: unknown): unknown =>
  error instanceof Failure && error.cause !== undefined ? error.cause : error;
