import type { Config } from '../../config.ts';
import { later, type Timestamp } from '../../timestamp.ts';

/** What an organization sets days for. */
export const kinds = ['transcripts', 'contexts', 'contacts', 'events', 'audit'] as const;

/** `usage` of runs goes by the service's setting alone. */
export type Kind = (typeof kinds)[number] | 'usage';

/** After how many days it is deleted; null: it is kept. */
export type Days = Readonly<Record<`${(typeof kinds)[number]}_days`, number | null>>;

const days = (of: (setting: keyof Days) => number | null): Days => ({
  transcripts_days: of('transcripts_days'),
  contexts_days: of('contexts_days'),
  contacts_days: of('contacts_days'),
  events_days: of('events_days'),
  audit_days: of('audit_days'),
});

export const kept: Days = days(() => null);
export const daysIn = (row: Days): Days => days((setting) => row[setting]);

type Service = Config['retention'];

/** What the service removes of every organization. */
export const serviceDays = ({ runsDays, eventsDays, auditDays }: Service): Days => ({
  ...kept,
  transcripts_days: runsDays ?? null,
  contexts_days: runsDays ?? null,
  events_days: eventsDays ?? null,
  audit_days: auditDays ?? null,
});

/**
 * After how many days the sweep removes it; null: never. The service's months of events and audit events are dropped as
 * a whole, so those are not removed one by one.
 */
export function daysOf(kind: Kind, own: Days, service: Service): number | null {
  if (kind === 'usage') return service.runsDays ?? null;
  const ownDays = own[`${kind}_days`];
  if (kind !== 'transcripts' && kind !== 'contexts') return ownDays;
  if (ownDays === null || service.runsDays === undefined)
    return ownDays ?? service.runsDays ?? null;
  return Math.min(ownDays, service.runsDays);
}

const dayMs = 24 * 60 * 60 * 1000;

/** What was over before that goes. */
export const cutoff = (now: Timestamp, days: number): Timestamp => later(now, -days * dayMs);

/** The day in UTC, as `2026-11-23`. */
export const dayOf = (now: Timestamp): string => now.slice(0, 10);

export const startOfNextDay = (now: Timestamp): Timestamp =>
  later(`${dayOf(now)}T00:00:00.000Z`, dayMs);
