import type { Timestamp } from '../timestamp.ts';

/** A month in UTC, as `2026-11`. */
export type Month = string;

export const monthOf = (at: Timestamp): Month => at.slice(0, 7);

/** Another month; negative numbers count back. */
export function monthsLater(month: Month, months: number): Month {
  const date = new Date(`${month}-01T00:00:00.000Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return monthOf(date.toISOString());
}

export const beginOf = (month: Month): Timestamp => `${month}-01T00:00:00.000Z`;
export const endOf = (month: Month): Timestamp => beginOf(monthsLater(month, 1));

/** The month and so many after it. */
export const monthsFrom = (month: Month, ahead: number): Month[] =>
  Array.from({ length: ahead + 1 }, (_, months) => monthsLater(month, months));

/** The name of a table's partition of a month. */
export const partitionOf = (table: string, month: Month): string =>
  `${table}_${month.replace('-', '_')}`;

/** The month of a partition; undefined for the one of all other months. */
export const monthOfPartition = (partition: string): Month | undefined =>
  /_(\d{4}_\d{2})$/.exec(partition)?.[1]?.replace('_', '-');
