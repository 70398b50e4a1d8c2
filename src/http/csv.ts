import { stringify } from 'csv-stringify/sync';

/** Rows of a CSV file, RFC 4180. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { record_delimiter: '\r\n' });
