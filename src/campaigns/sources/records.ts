import type { Separator } from './separators.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Where the last complete record of the bytes ends, which begin with a record; 0 if none is complete. Line breaks in
 * quotes end no record. The last byte ends none if it is a carriage return: a line feed may follow.
 */
export function endOfRecords(bytes: Buffer): number {
  let end = 0;
  let from = 0;
  while (from < bytes.length) {
    const opening = bytes.indexOf(quote, from);
    const plain = bytes.subarray(from, opening === -1 ? bytes.length : opening);
    const sure = opening === -1 ? plain.subarray(0, -1) : plain;
    const last = Math.max(plain.lastIndexOf(lineFeed), sure.lastIndexOf(carriageReturn));
    if (last !== -1) end = from + last + 1;
    const closing = opening === -1 ? -1 : bytes.indexOf(quote, opening + 1);
    if (closing === -1) return end;
    from = closing + 1;
  }
  return end;
}

interface Records {
  /** Without empty lines. */
  readonly rows: readonly (readonly string[])[];
  /** How many line breaks there are. */
  readonly lines: number;
}

interface Form {
  readonly separator: Separator;
  /** Maximum number of cells of a record. */
  readonly maxCells: number;
}

/**
 * The records of a text in CSV that begins and ends with a whole one; undefined if quotes are not as they should be, or
 * if a record has more cells than allowed.
 */
export const recordsIn = (text: string, form: Form): Records | undefined =>
  text.includes('"') ? quotedRecords(text, form) : plainRecords(text, form);

const lineBreak = /\r\n|\n|\r/;

function plainRecords(text: string, { separator, maxCells }: Form): Records | undefined {
  const lines = text.includes('\r') ? text.split(lineBreak) : text.split('\n');
  const rows: string[][] = [];
  for (const line of lines) {
    if (line === '') continue;
    const row = line.split(separator, maxCells + 1);
    if (row.length > maxCells) return undefined;
    rows.push(row);
  }
  return { rows, lines: lines.length - 1 };
}

const cellEnds: Readonly<Record<Separator, RegExp>> = {
  ',': /[",\r\n]/g,
  ';': /[";\r\n]/g,
  '\t': /["\t\r\n]/g,
};
const anyBreak = /[\r\n]/g;

/** In quotes each character of a line break counts as one, as csv-parse counts. */
function quotedRecords(text: string, { separator, maxCells }: Form): Records | undefined {
  const cellEnd = cellEnds[separator];
  const rows: string[][] = [];
  let lines = 0;
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    let cell: string;
    if (text.charCodeAt(at) === quote) {
      const closing = closingQuote(text, at);
      if (closing === -1) return undefined;
      cell = text.slice(at + 1, closing);
      lines += cell.match(anyBreak)?.length ?? 0;
      if (cell.includes('"')) cell = cell.replaceAll('""', '"');
      at = closing + 1;
      if (at < text.length && !`${separator}\r\n`.includes(text.charAt(at))) return undefined;
    } else {
      cellEnd.lastIndex = at;
      const end = cellEnd.test(text) ? cellEnd.lastIndex - 1 : text.length;
      if (text.charCodeAt(end) === quote) return undefined;
      cell = text.slice(at, end);
      // An empty line is no row.
      const isEmpty = cell === '' && row.length === 0 && text[end] !== separator;
      at = end;
      if (isEmpty) {
        at += breakAt(text, at);
        lines += 1;
        continue;
      }
    }
    row.push(cell);
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    if (row.length > maxCells) return undefined;
    if (at < text.length) {
      at += breakAt(text, at);
      lines += 1;
    }
    rows.push(row);
    row = [];
  }
  return { rows, lines };
}

/** The quote that ends a cell; the others in it are doubled. */
function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 2))
    if (text.charCodeAt(at + 1) !== quote) return at;
  return -1;
}

const breakAt = (text: string, at: number): number => (text.startsWith('\r\n', at) ? 2 : 1);
