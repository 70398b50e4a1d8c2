import type { Timestamp } from '../../timestamp.ts';
import {
  areOpen,
  nextOpeningOfAll,
  UnreadableSchedule,
} from '../../telephony/calling-hours/schedule-rules.ts';
import { type CampaignHours, hoursIn } from '../dialing/hours-rules.ts';
import type { ZoneRow } from './queries.ts';

/** What holds contacts back, and when the next call may be placed. */
export function preview(zones: readonly ZoneRow[], campaign: CampaignHours, now: Timestamp) {
  const seen = zones.map((row) => {
    const hours = hoursIn(campaign, row.zone);
    const opening = (from: Timestamp | null): Timestamp | undefined =>
      from === null ? undefined : readable(() => nextOpeningOfAll(hours, from), undefined);
    return {
      ...row,
      open: readable(() => areOpen(hours, now), false),
      timestamps: [opening(row.ready > 0 ? now : null), opening(row.first_due_at)],
    };
  });
  const sum = (of: (row: (typeof seen)[number]) => number): number =>
    seen.reduce((total, row) => total + of(row), 0);
  return {
    callable_now: sum((row) => (row.open ? row.ready : 0)),
    held: {
      do_not_call: sum((row) => row.do_not_call),
      no_prior_consent: sum((row) => row.no_prior_consent),
      retry_waiting: sum((row) => row.waiting),
      outside_schedule: sum((row) => (row.open ? 0 : row.ready)),
    },
    next_call_at:
      seen
        .flatMap(({ timestamps }) => timestamps)
        .filter((timestamp) => timestamp !== undefined)
        .toSorted()[0] ?? null,
  };
}

/** Evaluates a schedule; an invalid one allows no calls. */
function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableSchedule) return otherwise;
    throw error;
  }
}

/** Whether the campaign can no longer change. */
export const isFinished = (progress: {
  readonly state: string;
  readonly calls_in_progress: number;
}): boolean =>
  (progress.state === 'completed' || progress.state === 'canceled') &&
  progress.calls_in_progress === 0;
