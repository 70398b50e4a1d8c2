/** Longer in characters, which can be two units of a text. */
const isLonger = (text: string, max: number): boolean =>
  text.length > max && [...text].length > max;

const maxIdLength = 255;
/** Those of ASCII. */
const controls = /[^\P{Cc}\u0080-\u009f]/u;

/** Why a text cannot be a contact's external ID; undefined if it can. As the contract's `ExternalId`. */
export function externalIdFault(id: string): string | undefined {
  if (id === '') return 'It is empty. Leave it out if there is none.';
  if (isLonger(id, maxIdLength)) return `It is longer than ${maxIdLength} characters.`;
  return controls.test(id) ? 'It contains a control character.' : undefined;
}

const maxPairs = 50;
const maxTextLength = 500;
const maxBytes = 32_768;
const keys = /^[A-Za-z0-9_.-]{1,40}$/;
/** How much of an invalid key is shown. */
const shown = 40;

/** Why an object's members cannot be a contact's metadata; undefined if they can. As the contract's `Metadata`. */
export function metadataFault(pairs: Readonly<Record<string, unknown>>): string | undefined {
  const entries = Object.entries(pairs);
  if (entries.length > maxPairs) return `It has ${entries.length} pairs; ${maxPairs} are allowed.`;
  for (const [key, text] of entries) {
    if (!keys.test(key)) return keyFault(key);
    if (typeof text !== 'string') return `The value of ${key} is not a text.`;
    if (isLonger(text, maxTextLength))
      return `The value of ${key} is longer than ${maxTextLength} characters.`;
  }
  const bytes = Buffer.byteLength(JSON.stringify(pairs));
  return bytes > maxBytes
    ? `It weighs ${bytes} bytes as JSON; ${maxBytes} are allowed.`
    : undefined;
}

const keyFault = (key: string): string =>
  `The key ${key.slice(0, shown)} is not 1 to 40 letters, digits and _, . or -.`;

/** The columns of a file that hold metadata: one for each key. */
const prefix = 'metadata.';

export const metadataColumn = (key: string): string => prefix + key;

/** The key that a column holds; undefined for another column. */
export const metadataKey = (column: string): string | undefined =>
  column.startsWith(prefix) ? column.slice(prefix.length) : undefined;

/** A column of a file that holds metadata under a name that is no key. */
export const metadataColumnFault = (column: string): string | undefined => {
  const key = metadataKey(column);
  return key === undefined || keys.test(key) ? undefined : keyFault(key);
};

/** What a column of a contact's file or report holds besides its own members; undefined if nothing. */
export function cellIn({ initial_context, metadata }: Contact, column: string): unknown {
  // A source that was uploaded before 0.3.0 has the names of later columns in its contexts. Only own members count: a
  // column may be called `constructor`.
  if (initial_context && Object.hasOwn(initial_context, column)) return initial_context[column];
  const key = metadataKey(column);
  return key !== undefined && metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

interface Contact {
  readonly initial_context: Readonly<Record<string, unknown>> | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}
