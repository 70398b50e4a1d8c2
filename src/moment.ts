/** A moment as the wire and the database show it: RFC 3339 in UTC with milliseconds. */
export type Moment = string;

export const momentOf = (date: Date): Moment => date.toISOString();

export const later = (moment: Moment, ms: number): Moment =>
  momentOf(new Date(Date.parse(moment) + ms));

/** Milliseconds from one moment to another; negative if the other is earlier. */
export const msBetween = (from: Moment, to: Moment): number => Date.parse(to) - Date.parse(from);
