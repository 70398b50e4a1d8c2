import type { Config } from '../../config.ts';
import { later, type Timestamp } from '../../timestamp.ts';

/** What an organization sets. */
export const settings = [
  'transcripts_days',
  'contexts_days',
  'contacts_days',
  'events_days',
  'audit_days',
] as const;

/** After how many days it goes; null: it is kept. */
export type Days = Readonly<Record<(typeof settings)[number], number | null>>;

/** `usage` of runs goes by the service's setting alone. */
export type Kind = 'transcripts' | 'contexts' | 'usage' | 'contacts' | 'events' | 'audit';

export const kept: Days = {
  transcripts_days: null,
  contexts_days: null,
  contacts_days: null,
  events_days: null,
  audit_days: null,
};

/** What a setting is about. */
export const kindOf = (setting: (typeof settings)[number]): Exclude<Kind, 'usage'> =>
  kinds[setting];

const kinds = {
  transcripts_days: 'transcripts',
  contexts_days: 'contexts',
  contacts_days: 'contacts',
  events_days: 'events',
  audit_days: 'audit',
} as const;

type Service = Config['retention'];

/** What the service removes of every organization. */
export const serviceDays = ({ runsDays, eventsDays, auditDays }: Service): Days => ({
  transcripts_days: runsDays ?? null,
  contexts_days: runsDays ?? null,
  contacts_days: null,
  events_days: eventsDays ?? null,
  audit_days: auditDays ?? null,
});

/**
 * After how many days the sweep removes it; null: never. The service's months of events and audit events are dropped as
 * a whole, so those are not removed one by one.
 */
export function daysOf(kind: Kind, own: Days, service: Service): number | null {
  if (kind === 'usage') return service.runsDays ?? null;
  const days = own[`${kind}_days`];
  if (kind !== 'transcripts' && kind !== 'contexts') return days;
  if (days === null || service.runsDays === undefined) return days ?? service.runsDays ?? null;
  return Math.min(days, service.runsDays);
}

const dayMs = 24 * 60 * 60 * 1000;

/** What was over before that goes. */
export const cutoff = (now: Timestamp, days: number): Timestamp => later(now, -days * dayMs);

/** The day in UTC, as `2026-11-23`. */
export const dayOf = (now: Timestamp): string => now.slice(0, 10);

export const startOfNextDay = (now: Timestamp): Timestamp =>
  later(`${dayOf(now)}T00:00:00.000Z`, dayMs);
