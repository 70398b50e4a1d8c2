import type { MigrationEvent } from '../models/migration.ts';

interface Migration {
  readonly id: number;
  readonly models: number;
  readonly destination: string;
}

/**
 * The terminal event as it is told: models that were moved before the process was killed count too, and an event
 * reader of the resumed work would not know of them.
 */
export function wholeStory(
  { models }: Pick<Migration, 'models'>,
  event: MigrationEvent,
): MigrationEvent {
  if (event.event !== 'complete') return event;
  return { ...event, moved: Math.max(event.moved, models - event.errors.length) };
}

/** The directory in use after a terminal event; undefined where it stays the same. */
export function directoryAfter(
  { destination }: Pick<Migration, 'destination'>,
  event: MigrationEvent,
): string | undefined {
  if (event.event !== 'complete') return undefined;
  const { moved, errors } = event;
  return moved > 0 || errors.length === 0 ? destination : undefined;
}

export const eventId = (migration: Pick<Migration, 'id'>, number: number): string =>
  `${migration.id}-${number}`;

/** The number that a reader has seen last; 0 if what they name belongs to another migration. */
export function numberSeen(
  migration: Pick<Migration, 'id'>,
  lastEventId: string | undefined,
): number {
  const [, id, number] = /^(\d{1,15})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
  return Number(id) === migration.id ? Number(number) : 0;
}
