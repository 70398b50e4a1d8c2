import type { Hours, Schedule } from '../../telephony/calling-hours/schedule-rules.ts';

/** What says when a campaign's calls may be placed; all of it must allow them. */
export interface CampaignHours {
  readonly schedule: Schedule;
  /** Null: the organization has no calling hours. */
  readonly organization: Schedule | null;
  /** Null: the workflow has no calling hours. */
  readonly workflow: Schedule | null;
}

/** The hours of contacts in the zone; empty or null: those without a zone, for whom each schedule names one. */
export const hoursIn = (
  { schedule, organization, workflow }: CampaignHours,
  zone: string | null,
): readonly Hours[] =>
  [schedule, organization, workflow].flatMap((each) =>
    each ? [{ schedule: each, zone: zone || each.timezone }] : [],
  );
