import type { components } from '../../../generated/api.ts';
import { transcriptShown } from '../../workflows/runs/transcript-rules.ts';
import { webhookId } from '../deliveries/rules.ts';
import type { EventRow } from './list-queries.ts';

export type WebhookEvent = components['schemas']['WebhookEvent'];

interface Sent {
  readonly event?: unknown;
  readonly call?: { readonly transcript?: Parameters<typeof transcriptShown>[0] };
  readonly [member: string]: unknown;
}

/** What a call of an earlier contract lacks. */
const unknownOfCall = { duration_seconds: null, answered_by: null, failure: null };

/** The event with the kind of each turn, which those of an earlier contract lack. */
function withKinds({ call, ...sent }: Sent): Sent {
  if (!Array.isArray(call?.transcript)) return { ...sent, ...(call && { call }) };
  return { ...sent, call: { ...call, transcript: transcriptShown(call.transcript) } };
}

/**
 * An event as it was sent, completed to this contract. What a process of contract 0.2.0 composed has no envelope: it gets
 * one.
 */
export function event({ id, event: type, position, composed_at, body }: EventRow): WebhookEvent {
  const { event: _, ...sent } = withKinds(JSON.parse(body) as Sent);
  if ('type' in sent) return sent as unknown as WebhookEvent;
  const envelope = { id: webhookId(id), type, sequence: position, created_at: composed_at };
  const ended = 'outcome' in Object(sent['call']) && {
    call: { ...unknownOfCall, ...Object(sent['call']) },
  };
  return { ...envelope, contract_version: '0.2.0', ...sent, ...ended } as unknown as WebhookEvent;
}
