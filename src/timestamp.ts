/** A moment as the wire and the database show it: RFC 3339 in UTC with milliseconds. */
export type Timestamp = string;

export const timestampOf = (date: Date): Timestamp => date.toISOString();

export const later = (moment: Timestamp, ms: number): Timestamp =>
  timestampOf(new Date(Date.parse(moment) + ms));

/** Milliseconds from one moment to another; negative if the other is earlier. */
export const msBetween = (from: Timestamp, to: Timestamp): number =>
  Date.parse(to) - Date.parse(from);

/** Whether a date-time of RFC 3339 names a moment that can be kept: leap seconds and years beyond 1 to 9999 cannot. */
export function isTimestamp(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && /^(?!0000)\d{4}-/.test(date.toISOString());
}

/** The moment that a date-time names, cut to milliseconds. */
export const parseTimestamp = (text: string): Timestamp => timestampOf(new Date(text));
