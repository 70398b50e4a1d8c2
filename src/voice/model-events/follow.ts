import type { Polls } from '../../fairness/polls.ts';
import type { Feed, NumberedEvent } from './feed.ts';
import { eventId } from './rules.ts';

/** Work with its newest event, which is the terminal one when it has ended. */
interface WorkRow<Event> {
  readonly id: number;
  readonly event_number: number;
  readonly event: Event | null;
  readonly ended_at: string | null;
}

interface Reading<Event, Row, Shown> {
  readonly id: number;
  /** The number of the last event that the reader has. */
  readonly after: number;
  /** Undefined if the work runs in another process or has ended. */
  readonly feed: Feed<Event> | undefined;
  readonly look: () => Promise<Row>;
  readonly view: (event: Event) => Shown;
  readonly polls: Polls<Row>;
  readonly signal: AbortSignal;
}

/**
 * The work's events after a number, as the stream shows them. If it runs in another process, only the newest event of
 * each poll.
 */
export async function* follow<Event, Row extends WorkRow<Event>, Shown>(
  reading: Reading<Event, Row, Shown>,
) {
  const { id, feed, look, polls, signal, view } = reading;
  const show = ({ number, event }: NumberedEvent<Event>) => ({
    id: eventId(id, number),
    data: view(event),
  });
  if (feed) {
    for await (const event of feed.after(reading.after, signal)) yield show(event);
    return;
  }
  let last = reading.after;
  for await (const row of polls.follow(`${id}`, { first: await look(), look, signal })) {
    const isOver = row.ended_at !== null;
    if (row.event && (row.event_number > last || isOver))
      yield show({ number: row.event_number, event: row.event });
    if (isOver) return;
    last = row.event_number;
  }
}
