import {
  type Attributes,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

/** Does nothing until `tracing.ts` has set a provider. */
const tracer = trace.getTracer('voice-agent-platform-api');

interface Beginning {
  readonly kind: SpanKind;
  /**
   * The `traceparent` of the span that caused this one. The span begins a trace if there is none, or an invalid one.
   */
  readonly parent: string | null | undefined;
  /** No secrets, bodies, phone numbers or names of people: collectors keep them. */
  readonly attributes: Attributes;
  /** When it began, by `performance.now()`; default: now. */
  readonly began?: number;
}

/**
 * Begins a span. Without a tracer it is not recorded and stands for its parent, so that a caller's trace still
 * reaches the receivers of webhooks.
 */
export function beginSpan(name: string, { kind, parent, attributes, began }: Beginning): Span {
  const start = began === undefined ? {} : { startTime: began };
  return tracer.startSpan(name, { kind, attributes, ...start }, contextOf(parent));
}

/** Marks the span as that of an error, of which it says no more than a word. */
export function failSpan(span: Span, errorType: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType);
}

/** Of later versions only what version 00 has is read, as the standard says; there is no version ff. */
const form =
  /^(?!ff)(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

/** The place in a trace that a `traceparent` names; none if it is invalid. */
function contextOf(header: string | null | undefined): Context {
  const {
    version,
    traceId = '',
    spanId = '',
    flags = '',
    rest,
  } = form.exec(header ?? '')?.groups ?? {};
  if (version === undefined || (version === '00' && rest !== undefined)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The W3C header that names the span as the parent of others; undefined outside of traces. */
export function traceparentOf(span: Span): string | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (!isSpanContextValid(span.spanContext())) return undefined;
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
}

/** The header of a request, none outside of traces. */
export const traceHeaders = (traceparent: string | undefined): Record<string, string> =>
  traceparent === undefined ? {} : { traceparent };

/** The span's trace, for the log; undefined outside of traces. */
export function traceIdOf(span: Span | undefined): string | undefined {
  return span && isSpanContextValid(span.spanContext()) ? span.spanContext().traceId : undefined;
}
