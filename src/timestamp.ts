/** A timestamp on the wire and in the database: RFC 3339 in UTC with milliseconds. */
export type Timestamp = string;

export const timestampOf = (date: Date): Timestamp => date.toISOString();

export const later = (timestamp: Timestamp, ms: number): Timestamp =>
  timestampOf(new Date(Date.parse(timestamp) + ms));

/** Milliseconds from one timestamp to another; negative if the other is earlier. */
export const msBetween = (from: Timestamp, to: Timestamp): number =>
  Date.parse(to) - Date.parse(from);

/** Whether an RFC 3339 date-time can be stored. Leap seconds and years outside 1 to 9999 cannot. */
export function isTimestamp(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && /^(?!0000)\d{4}-/.test(date.toISOString());
}

/** What `isTimestamp` demands, for the caller. */
export const timestampRule = 'Must be in the years 1 to 9999 and not a leap second.';

/** Converts a date-time to UTC and truncates it to milliseconds. */
export const parseTimestamp = (text: string): Timestamp => timestampOf(new Date(text));
