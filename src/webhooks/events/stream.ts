import type { components } from '../../../generated/api.ts';
import type { App } from '../../context.ts';
import * as events from './list-queries.ts';

type Body = components['schemas']['WebhookEvent'];

interface Following {
  readonly organization_id: number;
  readonly filters: events.EventFilters;
  /** The position after which it begins. */
  readonly after: number;
  readonly signal: AbortSignal;
}

/** How many events are read together. */
const batchSize = 100;

/**
 * Yields the organization's events after a position, in their order, as long as somebody reads. A slow reader costs no
 * memory: the next events are read when it has taken those before. Positions without an event that matches are yielded
 * without data, so that a reader that comes again does not look through them again.
 */
export async function* follow(
  { db, polls }: Pick<App, 'db' | 'polls'>,
  { organization_id, filters, after, signal }: Following,
): AsyncGenerator<{ readonly id: string; readonly data?: Body }> {
  const first = await events.firstPosition(db, organization_id);
  let seen = Math.max(after, (first ?? 1) - 1);
  const look = () => events.lastPosition(db, organization_id);
  for await (const last of startingWith(await look(), polls, { organization_id, look, signal })) {
    while (seen < last && !signal.aborted) {
      const to = Math.min(last, seen + events.windowOf(filters));
      const reading = { filters, from: seen + 1, to, limit: batchSize, newestFirst: false };
      const found = await events.find(db, organization_id, reading);
      const rows = await events.read(db, organization_id, found);
      for (const { position, body } of rows) {
        yield { id: String(position), data: JSON.parse(body) as Body };
        seen = position;
      }
      // What was found is gone with its month.
      if (rows.length === 0) seen = found.at(-1)?.position ?? seen;
      // All that was found was sent, and there is no more up to the end.
      if (rows.length === found.length && found.length < batchSize && seen < to) {
        seen = to;
        yield { id: String(seen) };
      }
    }
  }
}

interface Look {
  readonly organization_id: number;
  readonly look: () => Promise<number>;
  readonly signal: AbortSignal;
}

async function* startingWith(
  first: number,
  polls: App['polls'],
  { organization_id, look, signal }: Look,
) {
  yield first;
  yield* polls.events.follow(String(organization_id), look, signal);
}
