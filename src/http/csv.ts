import { stringify } from 'csv-stringify/sync';

/** What some reader takes for the end of a line or drops: control characters, separators, a byte order mark, outer spaces. */
const quoted = /[\p{Cc}\u2028\u2029\ufeff]|^\s|\s$/u;

/** Rows of a CSV file, RFC 4180. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { record_delimiter: '\r\n', quoted_match: quoted });
