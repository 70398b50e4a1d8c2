/** A moment as the wire and the database show it: RFC 3339 in UTC with milliseconds. */
export type Moment = string;

export const momentOf = (date: Date): Moment => date.toISOString();

export const later = (moment: Moment, ms: number): Moment =>
  momentOf(new Date(Date.parse(moment) + ms));

/** Milliseconds from one moment to another; negative if the other is earlier. */
export const msBetween = (from: Moment, to: Moment): number => Date.parse(to) - Date.parse(from);

/** Whether a date-time of RFC 3339 names a moment that can be kept: leap seconds and years beyond 1 to 9999 cannot. */
export function isMoment(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && /^(?!0000)\d{4}-/.test(date.toISOString());
}

/** The moment that a date-time names, cut to milliseconds. */
export const momentIn = (text: string): Moment => momentOf(new Date(text));
