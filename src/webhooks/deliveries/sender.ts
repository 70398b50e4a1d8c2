import { SpanKind } from '@opentelemetry/api';
import { beginSpan, failSpan, traceHeaders, traceparentOf } from '../../telemetry/spans.ts';
import { createDeadlines } from '../../time/deadlines.ts';
import { msBetween } from '../../timestamp.ts';
import type { WebhookParts } from '../dependencies.ts';
import { createPoster, type Posted, type PosterOptions, postTimeoutMs } from './post.ts';
import type { Tried } from './record.ts';
import { verdictOn, webhookId } from './rules.ts';
import type { Place, Scheduler, Sending } from './scheduler.ts';
import type { Taken } from './claim-deliveries.ts';

interface Sender {
  /** Starts as many requests as there is room for. */
  begin(): void;
  /** Aborts the requests in progress and returns their deliveries: at the stop of this process, not their failure. */
  giveUp(): void;
  close(): Promise<void>;
}

interface Parts extends WebhookParts {
  readonly scheduler: Scheduler<Taken>;
  readonly options: Omit<PosterOptions, 'allowPrivate'>;
  readonly tried: (tried: Tried) => void;
  /** Receives deliveries that were taken and are not sent now. */
  readonly returned: (taken: readonly Taken[]) => void;
  /** Called when a request has ended. */
  readonly ended: (place: Place) => void;
}

/** After this time a request is late and frees its place. */
export const lateMs = 2000;

const unreadable: Posted = {
  status: null,
  duration_ms: 0,
  answer: null,
  error: "The endpoint's secret cannot be read. Rotate it.",
};

export function createSender(parts: Parts): Sender {
  const { scheduler, options, tried, returned, ended } = parts;
  const { timeoutMs = postTimeoutMs } = options;
  const poster = createPoster({ allowPrivate: parts.config.webhookAllowPrivate, ...options });

  const deadline = createDeadlines(Math.min(lateMs, timeoutMs / 2));

  let isGivenUp = false;

  function begin(): void {
    for (let sending = scheduler.next(); sending; sending = scheduler.next()) void send(sending);
  }

  async function send(sending: Sending<Taken>): Promise<void> {
    const { id, endpoint_id, event_created_at, lease, until } = sending.item;
    const at = parts.now();
    // The lease could expire before the response arrives, and another process take the delivery: leave it to that.
    const isLost = msBetween(at, until) < timeoutMs;
    if (isLost) {
      scheduler.ended(sending, undefined);
      return ended(sending);
    }
    const inTime = deadline(() => returned(scheduler.late(sending)));
    const posted = await postOf(sending.item);
    inTime();
    if (isGivenUp && posted.status === null) {
      parts.metrics.work.posted('given_up');
      scheduler.ended(sending, undefined);
      returned([sending.item]);
      return ended(sending);
    }
    parts.metrics.work.posted(verdictOn(posted.status));
    tried({ id, endpoint_id, event_created_at, lease, at, posted });
    scheduler.ended(sending, posted.status !== null);
    if (verdictOn(posted.status) === 'gone') scheduler.drop(sending);
    begin();
    ended(sending);
  }

  async function postOf(taken: Taken): Promise<Posted> {
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
    const at = parts.clock.real();
    const signed = target.sign(webhookId(message.event_id), message.body, at);
    const headers = { ...signed, ...traceHeaders(traceparentOf(span)) };
    const posted = await poster.post({ url: target.url, headers, body: message.body });
    if (posted.status !== null) span.setAttribute('http.response.status_code', posted.status);
    if (posted.error !== null) failSpan(span, String(posted.status ?? 'no_response'));
    span.end();
    return posted;
  }

  return {
    begin,
    giveUp() {
      isGivenUp = true;
      poster.giveUp();
    },
    close: () => poster.close(),
  };
}
