/** A moment as the wire and the database show it: RFC 3339 in UTC with milliseconds. */
export type Moment = string;

export const momentOf = (date: Date): Moment => date.toISOString();

const first = Date.parse('0001-01-01T00:00:00.000Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

/** A date-time of a request in our form; undefined for one that we cannot store: a leap second, a year before 1. */
export function readMoment(text: string): Moment | undefined {
  const ms = Date.parse(text);
  return ms >= first && ms <= last ? momentOf(new Date(ms)) : undefined;
}

export const later = (moment: Moment, ms: number): Moment =>
  momentOf(new Date(Date.parse(moment) + ms));

/** Milliseconds from one moment to another; negative if the other is earlier. */
export const msBetween = (from: Moment, to: Moment): number => Date.parse(to) - Date.parse(from);
