import { type Span, SpanKind } from '@opentelemetry/api';
import { beginSpan, failSpan } from '../../telemetry/spans.ts';
import type { PlacementResult } from '../carriers/carrier.ts';
import type { CallToPlace } from './placer.ts';

/** Begins the span of the request to the carrier, in the trace of the call. */
export const beginPlacingSpan = (call: CallToPlace): Span =>
  beginSpan('place call', {
    kind: SpanKind.CLIENT,
    parent: call.traceparent,
    attributes: {
      'app.organization_id': call.organization_id,
      'app.run_id': call.id,
      'app.provider': call.provider,
      'app.telephony_configuration_id': call.configuration_id,
      ...(call.campaign_id !== null && { 'app.campaign_id': call.campaign_id }),
    },
  });

export function endPlacingSpan(span: Span, { kind }: PlacementResult): void {
  span.setAttribute('app.placement', kind);
  if (kind !== 'accepted') failSpan(span, kind);
  span.end();
}
