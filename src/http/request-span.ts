import { SpanKind } from '@opentelemetry/api';
import { beginSpan, failSpan, traceIdOf } from '../telemetry/spans.ts';
import type { RequestState } from './state.ts';

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
export function endRequestSpan(state: RequestState, status: number): string | undefined {
  beginRequestSpan(state);
  const { span, caller } = state;
  if (!span) return undefined;
  span.setAttribute('http.response.status_code', status);
  if (caller) span.setAttribute('app.organization_id', caller.organization_id);
  if (status >= 500) failSpan(span, String(status));
  span.end(performance.now());
  return traceIdOf(span);
}
