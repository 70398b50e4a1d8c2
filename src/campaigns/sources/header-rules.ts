import { nearName } from '../../http/near-name-rules.ts';
import { metadataColumnFault, metadataKey } from './client-data-rules.ts';
import { comparable } from '../../text-rules.ts';

export interface Header {
  /** The names as shown: the known columns in lower case, all others as sent, trimmed. */
  readonly columns: readonly string[];
  readonly phoneNumber: number;
  readonly timezone: number | undefined;
  readonly externalId: number | undefined;
  /** The columns that become the contact's metadata, with their keys. */
  readonly metadata: readonly (readonly [index: number, key: string])[];
  /** The columns that become the call's initial context, with their names as JSON. */
  readonly others: readonly (readonly [index: number, name: string])[];
}

export const maxColumns = 100;
export const maxNameLength = 100;

/** A text by itself: a part of a text keeps the whole one in memory. */
export const copyOf = (text: string): string => Buffer.from(text).toString();

/** The columns that are no part of the call's initial context, besides those of metadata. */
export const known = ['phone_number', 'timezone', 'external_id'];

export const isBlank = (cell: string): boolean => cell === '' || cell.trim() === '';

/**
 * The header of a source, or its errors, one sentence each. Its phone numbers are in the column that is named, in
 * `phone_number`, or in the only one whose name says that it has phone numbers. Spreadsheets write columns without a name
 * at the end, which are none.
 */
export function headerOf(
  cells: readonly string[],
  phoneColumn?: string,
): Header | readonly string[] {
  const sent = cells.slice(0, cells.findLastIndex((cell) => !isBlank(cell)) + 1);
  if (sent.length > maxColumns) return [`The file has more than ${maxColumns} columns.`];
  const names = sent.map((cell) => cell.trim());
  const fault = renamePhoneColumn(names, phoneColumn);
  if (fault !== undefined) return [fault];
  const plain = names.map(plainOf);
  const columns = names.map((name, index) => {
    const lower = plain[index] ?? '';
    return known.includes(lower) ? lower : name;
  });
  const phoneNumber = plain.indexOf('phone_number');
  const [timezone, externalId] = [plain.indexOf('timezone'), plain.indexOf('external_id')];
  const twice = new Set(plain.filter((name, index) => name !== '' && plain.indexOf(name) < index));
  const faults = [
    ...names.flatMap((name, index) => (name === '' ? [`Column ${index + 1} has no name.`] : [])),
    ...names.filter((name) => name.length > maxNameLength).map(tooLongName),
    ...names.flatMap((name) => metadataColumnFault(copyOf(name)) ?? []),
    ...[...twice].map((name) => `There is more than one column ${name}; capitals do not count.`),
    ...(timezone < 0 ? names.filter(isLikeTimezone).map(notTimezone) : []),
  ];
  if (faults.length > 0) return faults;
  return {
    columns,
    phoneNumber,
    timezone: timezone < 0 ? undefined : timezone,
    externalId: externalId < 0 ? undefined : externalId,
    metadata: [...columns.entries()].flatMap(([index, name]) => {
      const key = metadataKey(name);
      return key === undefined ? [] : [[index, key] as const];
    }),
    others: [...columns.entries()]
      .filter(([, name]) => !isTaken(name))
      .map(([index, name]) => [index, `${JSON.stringify(name)}:`] as const),
  };
}

/** A name as names of columns are compared. */
const plainOf = (name: string): string => comparable(name.toLowerCase());

const phoneName = 'phone_number';
/** What exports of address books and customer systems call a phone number, without spaces, signs and capitals. */
const phoneNames =
  /^(?:primary|main|mobile|cell|home|work|business|office|person|company|contact|customer|other)?(?:telephone|phone|mobile|cell|cellphone|mobilephone|tel)[12]?(?:number|no|value)?$/;
const likePhone = (name: string): boolean =>
  phoneNames.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
/** How many of them an error names. */
const shownNames = 10;

/** Calls the column of phone numbers by its name; returns the error if there is none, or if it is not clear which it is. */
function renamePhoneColumn(names: string[], phoneColumn: string | undefined): string | undefined {
  const find = (wanted: string) => names.findIndex((name) => plainOf(name) === wanted);
  const own = find(phoneName);
  if (phoneColumn !== undefined) {
    const named = find(plainOf(phoneColumn.trim()));
    if (named < 0) return `There is no column ${phoneColumn}, which phone_number_column names.`;
    if (own >= 0 && own !== named)
      return `The file has a column ${phoneName}, and phone_number_column names ${phoneColumn}. Rename the first, or leave out the second.`;
    names[named] = phoneName;
    return undefined;
  }
  if (own >= 0) return undefined;
  const like = names.filter(likePhone).map((name) => copyOf(name.slice(0, maxNameLength)));
  if (like.length === 1) names[names.findIndex(likePhone)] = phoneName;
  if (like.length === 1) return undefined;
  return `There is no column ${phoneName}. ${
    like.length > 1
      ? `Say in phone_number_column which has the number to call: ${like.slice(0, shownNames).join(', ')}.`
      : 'The first line names the columns, with commas, semicolons or tabs between. Say in phone_number_column which has the number to call, if it has another name.'
  }`;
}

/** Whether a name is that of a column that does not become the call's initial context. */
export const isTaken = (name: string): boolean =>
  known.includes(name) || metadataKey(name) !== undefined;

/** Contacts without a time zone are called by the clock of their number, so one that is not read must not be missed. */
const isLikeTimezone = (name: string): boolean => nearName(name, ['timezone']) !== undefined;

const notTimezone = (name: string): string =>
  `There is no column timezone. Did you mean it by ${copyOf(name)}? Rename one that holds something else.`;

export const tooLongName = (name: string): string =>
  `The name ${copyOf(name.slice(0, 20))}… is longer than ${maxNameLength} characters.`;
