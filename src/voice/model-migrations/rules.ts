import type { MigrationEvent } from '../models/migration.ts';

interface Migration {
  readonly models: number;
  readonly destination: string;
}

/**
 * The terminal event as reported: it also counts models that were moved before a crash, which the resumed work does not
 * count.
 */
export function reportedEvent(
  { models }: Pick<Migration, 'models'>,
  event: MigrationEvent,
): MigrationEvent {
  if (event.event !== 'complete') return event;
  return { ...event, moved: Math.max(event.moved, models - event.errors.length) };
}

/** The directory after a terminal event; undefined if it stays the same. */
export function directoryAfter(
  { destination }: Pick<Migration, 'destination'>,
  event: MigrationEvent,
): string | undefined {
  if (event.event !== 'complete') return undefined;
  const { moved, errors } = event;
  return moved > 0 || errors.length === 0 ? destination : undefined;
}
