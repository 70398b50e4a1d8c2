import type { App } from '../context.ts';
import type { Polls } from '../fairness/polls.ts';
import type { Deliverer } from './deliveries/deliverer.ts';

/** What this area works with. */
export interface WebhooksApp extends App {
  /** Makes and sends this process's share of the webhook events. */
  readonly deliverer: Deliverer;
  /** The last position of an organization's events, which all readers of its stream follow. */
  readonly polls: { readonly events: Polls<number> };
}
