import type { components } from '../../../generated/api.ts';
import { webhookId } from '../deliveries/rules.ts';
import type { EventRow } from './list-queries.ts';

export type WebhookEvent = components['schemas']['WebhookEvent'];

/** What a call of an earlier contract lacks. */
const unknownOfCall = { duration_seconds: null, answered_by: null, failure: null };

/** An event as it was sent. What a process of contract 0.2.0 composed has no envelope: it gets one. */
export function event({ id, event: type, position, composed_at, body }: EventRow): WebhookEvent {
  const { event: _, ...sent } = JSON.parse(body) as Record<string, unknown>;
  if ('type' in sent) return sent as unknown as WebhookEvent;
  const envelope = { id: webhookId(id), type, sequence: position, created_at: composed_at };
  const ended = 'outcome' in Object(sent['call']) && {
    call: { ...unknownOfCall, ...Object(sent['call']) },
  };
  return { ...envelope, contract_version: '0.2.0', ...sent, ...ended } as unknown as WebhookEvent;
}
