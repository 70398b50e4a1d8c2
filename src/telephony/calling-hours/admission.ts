import { conflict, invalid } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { zoneRule } from '../../time/hours-rules.ts';
import { isZone } from '../../time/zone-rules.ts';
import { type CallingHours, closedSentence, closingOf } from './rules.ts';

/** Throws if the calling hours do not allow a call to somebody in the zone now; no zone: theirs. */
export function mustBeOpen(hours: CallingHours, zone: string | undefined, now: Timestamp): void {
  const closing = closingOf(hours, zone ?? null, now);
  if (!closing) return;
  const { reason: _, ...members } = closing;
  const opens =
    members.opens_at === null
      ? 'It is not known when they open.'
      : `They open at ${members.opens_at}.`;
  throw conflict(
    'outside_calling_hours',
    `${closedSentence(closing)}; no call was placed. ${opens}`,
    members,
  );
}

/** The time zone of the called person; throws for what is none. */
export function zoneIn(text: string | undefined): string | undefined {
  if (text !== undefined && !isZone(text)) throw invalid(['body', 'timezone'], zoneRule, text);
  return text;
}
