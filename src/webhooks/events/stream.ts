import { setTimeout } from 'node:timers/promises';
import type { WebhooksApp } from '../context.ts';
import { firstBatch } from '../../db/batches.ts';
import * as events from './list-queries.ts';
import { event, type WebhookEvent } from './views.ts';

interface Following {
  readonly organization_id: number;
  readonly filters: events.EventFilters;
  /** The position after which it begins. */
  readonly after: number;
  readonly signal: AbortSignal;
}

/** How many events are read together, and how many bytes of them; one event may be larger. */
const batchSize = 100;
const batchBytes = 256 * 1024;
/** How many bytes of events the streams of an organization hold together, in each process. */
const maxHeldBytes = 16 * 1024 * 1024;
/** How often a stream looks whether there is room. */
const roomEveryMs = 50;

/**
 * Yields the organization's events after a position, in their order, as long as somebody reads. The next events are read
 * when the reader has taken those before, and when the organization's other readers leave room for them: slow readers
 * delay those of their own organization, and cost a bounded amount of memory. Positions without an event that matches are
 * yielded without data, so that a reader that comes again does not look through them again.
 */
export async function* follow(
  { db, polls, inProgress }: Pick<WebhooksApp, 'db' | 'polls' | 'inProgress'>,
  { organization_id, filters, after, signal }: Following,
): AsyncGenerator<{ readonly id: string; readonly data?: WebhookEvent }> {
  const first = await events.firstPosition(db, organization_id);
  let seen = Math.max(after, (first ?? 1) - 1);
  const look = () => events.lastPosition(db, organization_id);
  const name = String(organization_id);
  for await (const last of polls.events.follow(name, { first: await look(), look, signal })) {
    while (seen < last && !signal.aborted) {
      const to = Math.min(last, seen + events.windowOf(filters));
      const reading = { filters, from: seen + 1, to, limit: batchSize, newestFirst: false };
      const found = await events.find(db, organization_id, reading);
      const next = firstBatch(found, batchBytes);
      const leave = await takeRoom(inProgress, { organization_id, signal, events: next });
      try {
        const rows = await events.read(db, organization_id, next);
        for (const row of rows) {
          yield { id: String(row.position), data: event(row) };
          seen = row.position;
        }
      } finally {
        leave();
      }
      // Those that were not sent are gone with their month.
      seen = next.at(-1)?.position ?? seen;
      // There is no more up to the end.
      if (next.length === found.length && found.length < batchSize && seen < to) {
        seen = to;
        yield { id: String(seen) };
      }
    }
  }
}

interface Room {
  readonly organization_id: number;
  readonly signal: AbortSignal;
  readonly events: readonly { readonly bytes: number }[];
}

/** Waits until the events may be in memory. Returns a function that makes room for others. */
async function takeRoom(
  places: WebhooksApp['inProgress'],
  { organization_id, signal, events: next }: Room,
) {
  const bytes = next.reduce((sum, event) => sum + event.bytes, 0);
  const share = {
    name: `bytes of events in streams of organization ${organization_id}`,
    limit: maxHeldBytes,
    amount: Math.min(bytes, maxHeldBytes),
    refusal: () => new Error('There is no room for more events.'),
  };
  while (places.taken(share.name) + share.amount > share.limit)
    await setTimeout(roomEveryMs, undefined, { signal });
  return places.take([share]);
}
