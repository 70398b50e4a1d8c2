import { nearName } from '../../http/near-name-rules.ts';
interface Header {
  /** The names as shown: the two known columns in lower case, all others as sent, trimmed. */
  readonly columns: readonly string[];
  readonly phoneNumber: number;
  readonly timezone: number | undefined;
  /** The columns that become the call's initial context, with their names as JSON. */
  readonly others: readonly (readonly [index: number, name: string])[];
}

export interface SourceRow {
  readonly row_number: number;
  readonly phone_number: string;
  readonly timezone: string | null;
  /** As JSON. */
  readonly initial_context: string;
}

export interface RowFault {
  /** Counted from 1, the first row after the header. */
  readonly row: number;
  /** Absent if the row as a whole is invalid. */
  readonly column?: string;
  readonly reason: string;
  readonly input: string | null;
}

/** What rows are checked with. */
export interface Checks {
  readonly toE164: (text: string) => string | undefined;
  readonly isZone: (name: string) => boolean;
}

/** What rows of a file with a header are parsed with. */
export interface Reading extends Checks {
  readonly header: Header;
}

export const maxColumns = 100;
const maxNameLength = 100;
const maxCellLength = 10_000;
/** Maximum size of a call's initial context as JSON: pages and reports contain many. */
const maxContextBytes = 65_536;
/** Maximum length of a phone number or time zone, with what is around it. */
const maxKnownLength = 200;
/** How much of an invalid cell is shown. */
const shown = 100;

/** A text by itself: a part of a text keeps the whole one in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

const known = ['phone_number', 'timezone'];

/** The header of a source, or its errors, one sentence each. */
export function headerOf(cells: readonly string[]): Header | readonly string[] {
  if (cells.length > maxColumns) return [`The file has more than ${maxColumns} columns.`];
  const names = cells.map((cell) => cell.trim());
  const plain = names.map((name) => name.toLowerCase());
  const columns = names.map((name, index) => {
    const lower = plain[index] ?? '';
    return known.includes(lower) ? lower : name;
  });
  const phoneNumber = plain.indexOf('phone_number');
  const timezone = plain.indexOf('timezone');
  const twice = new Set(plain.filter((name, index) => name !== '' && plain.indexOf(name) < index));
  const faults = [
    ...names.flatMap((name, index) => (name === '' ? [`Column ${index + 1} has no name.`] : [])),
    ...names.filter((name) => name.length > maxNameLength).map(tooLongName),
    ...[...twice].map((name) => `There is more than one column ${name}; capitals do not count.`),
    ...(phoneNumber < 0
      ? ['There is no column phone_number. The first line names the columns, with commas between.']
      : []),
    ...(timezone < 0 ? names.filter(isLikeTimezone).map(notTimezone) : []),
  ];
  if (faults.length > 0) return faults;
  return {
    columns,
    phoneNumber,
    timezone: timezone < 0 ? undefined : timezone,
    others: [...columns.entries()]
      .filter(([, name]) => !known.includes(name))
      .map(([index, name]) => [index, `${JSON.stringify(name)}:`] as const),
  };
}

/** Contacts without a time zone are called by the clock of their number, so one that is not read must not be missed. */
const isLikeTimezone = (name: string): boolean => nearName(name, ['timezone']) !== undefined;

const notTimezone = (name: string): string =>
  `There is no column timezone. Did you mean it by ${copyOf(name)}? Rename one that holds something else.`;

const tooLongName = (name: string): string =>
  `The name ${copyOf(name.slice(0, 20))}… is longer than ${maxNameLength} characters.`;

/** Parses one row as a contact of a source, or returns why it is invalid. */
export function rowOf(
  reading: Reading,
  cells: readonly string[],
  row: number,
): SourceRow | RowFault {
  const { header } = reading;
  if (cells.length !== header.columns.length) {
    const reason = `It has ${cells.length} cells; the header has ${header.columns.length}.`;
    return { row, reason, input: null };
  }
  const long = cells.findIndex(isLong);
  if (long >= 0) {
    return cellFault(row, header.columns[long], {
      reason: `The value is longer than ${maxCellLength} characters.`,
      cell: cells[long],
    });
  }
  return contactOf(reading, row, {
    phone_number: cells[header.phoneNumber] ?? '',
    timezone: header.timezone === undefined ? '' : (cells[header.timezone] ?? ''),
    initial_context: contextOf(header, cells),
  });
}

const isLong = (cell: string): boolean => cell.length > maxCellLength;

/** What needs no escape in JSON. */
const plainText = /^[^"\\\p{Cc}\p{Cs}]*$/u;

/** The JSON of an object with the cells of the other columns; they are written without an object, which takes longer. */
function contextOf({ others }: Header, cells: readonly string[]): string {
  let json = '{';
  for (const [index, name] of others) {
    const cell = cells[index] ?? '';
    if (json.length > 1) json += ',';
    json += name;
    json += plainText.test(cell) ? `"${cell}"` : JSON.stringify(cell);
  }
  return `${json}}`;
}

const members = ['phone_number', 'timezone', 'initial_context'];

/** Checks one JSON value as a contact of a source, or returns why it is invalid. */
export function objectOf(checks: Checks, value: unknown, row: number): SourceRow | RowFault {
  if (!isObject(value)) return { row, reason: 'It is not a JSON object.', input: null };
  const other = Object.keys(value).find((name) => !members.includes(name));
  if (other !== undefined) {
    const reason =
      'A contact has no such member. What the call needs to know is in initial_context.';
    return cellFault(row, copyOf(other.slice(0, maxNameLength)), { reason, cell: undefined });
  }
  const { phone_number = '', timezone = null, initial_context = {} } = value;
  if (typeof phone_number !== 'string')
    return cellFault(row, 'phone_number', { reason: 'It is not a text.', cell: undefined });
  if (timezone !== null && typeof timezone !== 'string')
    return cellFault(row, 'timezone', {
      reason: 'It is neither a text nor null.',
      cell: undefined,
    });
  if (!isObject(initial_context))
    return cellFault(row, 'initial_context', { reason: 'It is not an object.', cell: undefined });
  // As columns of the source's file they would be taken for the contact's own.
  const taken = Object.keys(initial_context).find((name) => ['', ...known].includes(name));
  if (taken !== undefined)
    return cellFault(row, 'initial_context', {
      reason: `It has a member called ${taken === '' ? 'by an empty text' : taken}, as columns cannot be.`,
      cell: undefined,
    });
  const long = Object.keys(initial_context).find((name) => name.length > maxNameLength);
  if (long !== undefined)
    return cellFault(row, 'initial_context', { reason: tooLongName(long), cell: undefined });
  return contactOf(checks, row, {
    phone_number,
    timezone: timezone ?? '',
    initial_context: JSON.stringify(initial_context),
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface SentContact {
  readonly phone_number: string;
  /** Empty: none. */
  readonly timezone: string;
  /** As JSON. */
  readonly initial_context: string;
}

function contactOf(
  { toE164, isZone }: Checks,
  row: number,
  sent: SentContact,
): SourceRow | RowFault {
  for (const column of ['phone_number', 'timezone'] as const)
    if (sent[column].length > maxKnownLength)
      return cellFault(row, column, {
        reason: `The value is longer than ${maxKnownLength} characters.`,
        cell: sent[column],
      });
  const number = sent.phone_number.trim();
  const phone_number = toE164(number);
  if (phone_number === undefined) {
    const reason =
      number === ''
        ? 'The phone number is missing.'
        : 'The phone number is not in international format with + and the country code.';
    return cellFault(row, 'phone_number', { reason, cell: number });
  }
  const timezone = sent.timezone.trim();
  if (timezone !== '' && !isZone(timezone)) {
    const reason =
      'It is not a time zone of the IANA database, in its upper and lower case, such as America/New_York.';
    return cellFault(row, 'timezone', { reason, cell: timezone });
  }
  const { initial_context } = sent;
  // A character has at most three bytes for each unit of its text.
  const mayBeLarge = initial_context.length * 3 > maxContextBytes;
  const bytes = mayBeLarge ? Buffer.byteLength(initial_context) : 0;
  if (bytes > maxContextBytes) {
    const reason = `Its context weighs ${bytes} bytes as JSON; ${maxContextBytes} are allowed.`;
    return { row, reason, input: null };
  }
  return {
    row_number: row,
    phone_number,
    timezone: timezone === '' ? null : timezone,
    initial_context,
  };
}

/** What a row uses of the organization's quota: its number, time zone and context as UTF-8. */
export const bytesOf = ({ phone_number, timezone, initial_context }: SourceRow): number =>
  phone_number.length + (timezone?.length ?? 0) + Buffer.byteLength(initial_context);

/** A number that an earlier row already has. */
export const duplicateOf = (row: SourceRow, earlier: number): RowFault =>
  cellFault(row.row_number, 'phone_number', {
    reason: `The phone number repeats that of row ${earlier}.`,
    cell: row.phone_number,
  });

const cellFault = (
  row: number,
  column: string | undefined,
  { reason, cell }: { readonly reason: string; readonly cell: string | undefined },
): RowFault => ({
  row,
  ...(column !== undefined && { column }),
  reason,
  input: cell === undefined ? null : copyOf(cell.slice(0, shown)),
});
