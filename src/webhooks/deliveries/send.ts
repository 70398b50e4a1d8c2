import { SpanKind } from '@opentelemetry/api';
import { beginSpan, failSpan, traceHeaders, traceparentOf } from '../../telemetry/spans.ts';
import type { WebhookParts } from '../dependencies.ts';
import type { Taken } from './claim-deliveries.ts';
import type { Posted, Poster } from './post.ts';
import { webhookId } from './rules.ts';

interface Parts extends Pick<WebhookParts, 'clock'> {
  readonly poster: Poster;
}

const unreadable: Posted = {
  status: null,
  duration_ms: 0,
  answer: null,
  error: "The endpoint's secret cannot be read. Rotate it.",
};

/** Sends a delivery, signed, until it is answered or the poster gives up. */
export async function send({ clock, poster }: Parts, taken: Taken): Promise<Posted> {
  const { target, message } = taken;
  if (!target.sign) return unreadable;
  const span = beginSpan('deliver webhook', {
    kind: SpanKind.CLIENT,
    parent: message.traceparent,
    attributes: {
      'app.organization_id': taken.organization_id,
      'app.endpoint_id': taken.endpoint_id,
      'app.delivery_id': taken.id,
      'app.event': taken.event,
    },
  });
  const signed = target.sign(webhookId(message.event_id), message.body, clock.real());
  const headers = { ...signed, ...traceHeaders(traceparentOf(span)) };
  const posted = await poster.post({ url: target.url, headers, body: message.body });
  if (posted.status !== null) span.setAttribute('http.response.status_code', posted.status);
  if (posted.error !== null) failSpan(span, String(posted.status ?? 'no_response'));
  span.end();
  return posted;
}
