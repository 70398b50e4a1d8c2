import { externalIdFault, metadataColumn, metadataFault } from './client-data-rules.ts';
import {
  copyOf,
  type Header,
  isBlank,
  isTaken,
  known,
  maxNameLength,
  tooLongName,
} from './header-rules.ts';

export interface SourceRow {
  readonly row_number: number;
  readonly phone_number: string;
  readonly timezone: string | null;
  /** As JSON. */
  readonly initial_context: string;
  readonly external_id: string | null;
  /** As JSON; null for none. */
  readonly metadata: string | null;
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
interface Checks {
  readonly toE164: (text: string) => string | undefined;
  readonly isZone: (name: string) => boolean;
}

/** What rows of a file with a header are parsed with. */
interface Reading extends Checks {
  readonly header: Header;
}

const maxCellLength = 10_000;
/** Maximum size of a call's initial context as JSON: pages and reports contain many. */
const maxContextBytes = 65_536;
/** Maximum length of a phone number or time zone, with what is around it. */
const maxKnownLength = 200;
/** How much of an invalid cell is shown. */
const shown = 100;
/** How much where a thousand are listed, in an answer that is small enough to be kept for its Idempotency-Key. */
const listed = 40;

/** Parses one row as a contact of a source, or returns why it is invalid. */
export function rowOf(
  reading: Reading,
  cells: readonly string[],
  row: number,
): SourceRow | RowFault {
  const { header } = reading;
  const { length } = header.columns;
  // Cells without a column are there because another row, or an earlier state of the sheet, has more.
  if (cells.length < length || !cells.slice(length).every(isBlank)) {
    const reason = `It has ${cells.length} cells; the header has ${length}.`;
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
    external_id: (header.externalId !== undefined && cells[header.externalId]?.trim()) || null,
    metadata: pairsOf(header, cells),
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

/** The metadata of a row; an empty cell is no pair. */
function pairsOf({ metadata }: Header, cells: readonly string[]): Readonly<Record<string, string>> {
  if (metadata.length === 0) return none;
  return Object.fromEntries(
    metadata.flatMap(([index, key]) => (cells[index] ? [[key, cells[index]]] : [])),
  );
}

const none = {};

const members = [...known, 'initial_context', 'metadata'];

/** Checks one JSON value as a contact of a source, or returns why it is invalid. */
export function objectOf(checks: Checks, value: unknown, row: number): SourceRow | RowFault {
  if (!isObject(value)) return { row, reason: 'It is not a JSON object.', input: null };
  const other = Object.keys(value).find((name) => !members.includes(name));
  if (other !== undefined) {
    const reason =
      'A contact has no such member. What the call needs to know is in initial_context.';
    return cellFault(row, copyOf(other.slice(0, maxNameLength)), { reason, cell: undefined });
  }
  const { phone_number = '', timezone = null, external_id = null } = value;
  const { initial_context = none, metadata = none } = value;
  if (typeof phone_number !== 'string')
    return cellFault(row, 'phone_number', { reason: 'It is not a text.', cell: undefined });
  const noText = { reason: 'It is neither a text nor null.', cell: undefined };
  if (!isTextOrNull(timezone)) return cellFault(row, 'timezone', noText);
  if (!isTextOrNull(external_id)) return cellFault(row, 'external_id', noText);
  const noObject = { reason: 'It is not an object.', cell: undefined };
  if (!isObject(initial_context)) return cellFault(row, 'initial_context', noObject);
  if (!isObject(metadata)) return cellFault(row, 'metadata', noObject);
  // As columns of the source's file they would be taken for the contact's own.
  const taken = Object.keys(initial_context).find((name) => name === '' || isTaken(name));
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
    external_id,
    metadata,
  });
}

const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface SentContact {
  readonly phone_number: string;
  /** Empty: none. */
  readonly timezone: string;
  /** As JSON. */
  readonly initial_context: string;
  readonly external_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
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
    return cellFault(row, 'phone_number', { reason: whatIsWrong(number), cell: number });
  }
  const timezone = sent.timezone.trim();
  if (timezone !== '' && !isZone(timezone)) {
    const reason =
      'It is not a time zone of the IANA database, in its upper and lower case, such as America/New_York.';
    return cellFault(row, 'timezone', { reason, cell: timezone });
  }
  const { initial_context, external_id, metadata } = sent;
  // A character has at most three bytes for each unit of its text.
  const mayBeLarge = initial_context.length * 3 > maxContextBytes;
  const bytes = mayBeLarge ? Buffer.byteLength(initial_context) : 0;
  if (bytes > maxContextBytes) {
    const reason = `Its context weighs ${bytes} bytes as JSON; ${maxContextBytes} are allowed.`;
    return { row, reason, input: null };
  }
  const wrongId = external_id === null ? undefined : externalIdFault(external_id);
  if (external_id !== null && wrongId !== undefined)
    return cellFault(row, 'external_id', { reason: wrongId, cell: external_id });
  const wrongPairs = metadata === none ? undefined : metadataFault(metadata);
  if (wrongPairs !== undefined)
    return cellFault(row, 'metadata', { reason: wrongPairs, cell: undefined });
  return {
    row_number: row,
    phone_number,
    timezone: timezone === '' ? null : timezone,
    initial_context,
    external_id,
    metadata: isEmpty(metadata) ? null : JSON.stringify(metadata),
  };
}

/** As a spreadsheet shows a number of more than eleven digits, in any language. */
const rounded = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** Why a text is no phone number, as far as it can be told. */
function whatIsWrong(text: string): string {
  if (text === '') return 'The phone number is missing.';
  if (rounded.test(text))
    return 'A spreadsheet has rounded the phone number, whose digits are lost. Format the column as text, and enter it again.';
  if (text.includes(':::') || /\d.*[,;/|\n].*\+/s.test(text))
    return 'The cell has more than one phone number. Leave one.';
  return 'The phone number is not in international format with + and the country code.';
}

const isEmpty = (pairs: object): boolean => pairs === none || Object.keys(pairs).length === 0;

/** The columns that a contact has besides its number, in a file with a header. */
export const columnsOf = (contact: SourceRow): readonly string[] => [
  ...(contact.timezone === null ? [] : ['timezone']),
  ...(contact.external_id === null ? [] : ['external_id']),
  ...keysIn(contact.initial_context),
  ...(contact.metadata === null ? [] : keysIn(contact.metadata).map(metadataColumn)),
];

const keysIn = (json: string): string[] => Object.keys(JSON.parse(json) as object);

/** What a row uses of the organization's quota: its number, time zone, context, external ID and metadata as UTF-8. */
export const bytesOf = (row: SourceRow): number =>
  row.phone_number.length +
  (row.timezone?.length ?? 0) +
  Buffer.byteLength(row.initial_context) +
  (row.external_id === null ? 0 : Buffer.byteLength(row.external_id)) +
  (row.metadata === null ? 0 : Buffer.byteLength(row.metadata));

/** What only one contact of a file or campaign has, as it is called in faults. */
export const uniqueNames = { phone_number: 'phone number', external_id: 'external ID' } as const;
export type Unique = keyof typeof uniqueNames;

/** A number or external ID that an earlier row already has. */
export const duplicateOf = (row: SourceRow, column: Unique, earlier: number): RowFault =>
  cellFault(row.row_number, column, {
    reason: `The ${uniqueNames[column]} repeats that of row ${earlier}.`,
    cell: row[column] ?? undefined,
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

/** What was wrong with a row that was left out. */
export const rejectionOf = ({ column, input, reason }: RowFault) => ({
  column: column ?? null,
  input: input === null ? null : input.slice(0, listed).toWellFormed(),
  reason,
});
