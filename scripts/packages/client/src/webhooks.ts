import type { components } from './contract.ts';
import { type SignedRequest, verifySignature, WebhookVerificationError } from './signatures.ts';

export type WebhookEvent = components['schemas']['WebhookEvent'];
export type RunTurnEvent = components['schemas']['RunTurnEvent'];
/** What an agent runtime answers to a `run_turn`. */
export type RuntimeAnswer = components['schemas']['RuntimeAnswer'];

/** Verifies a request to a webhook endpoint and returns its event, whose `type` narrows it. */
export const verifyWebhook = (request: SignedRequest): Promise<WebhookEvent> =>
  eventOf(request, 'type');

/** Verifies a request to the `runtime_url` of a workflow and returns the turn. */
export const verifyRunTurn = (request: SignedRequest): Promise<RunTurnEvent> =>
  eventOf(request, 'event');

async function eventOf<T>(request: SignedRequest, discriminator: string): Promise<T> {
  const text = await verifySignature(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new WebhookVerificationError('The body is signed and not JSON.');
  }
  if (typeof value === 'object' && value !== null && discriminator in value) return value as T;
  throw new WebhookVerificationError(`The body is signed and has no member ${discriminator}.`);
}
