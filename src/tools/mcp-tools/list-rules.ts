import { mapped } from '../masking-rules.ts';
import { isObject, type Schema } from '../rules.ts';

/** A function of a server, as it describes it. */
export interface McpFunction {
  readonly name: string;
  readonly description: string | null;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema | null;
}

/** An entry of a server's list that is no function, or one that cannot be told from another one. */
interface Malformed {
  readonly name: string;
  readonly fault: string;
  /** Whether a function of this name stands before it. */
  readonly isRepeated?: boolean;
}

export type Listed = McpFunction | Malformed;

interface Page {
  /** Those that were not read one by one. */
  readonly entries: readonly Entry[];
  /** Null: it is the last one. */
  readonly cursor: string | null;
}

const maxCursorLength = 4096;

/** A page of a list; undefined for what is none. An empty cursor ends the list. */
export function pageIn(result: unknown): Page | undefined {
  if (!isObject(result) || !Array.isArray(result['tools'])) return undefined;
  const entries = (result['tools'] as readonly unknown[]).map((value) => ({ value }));
  const cursor = result['nextCursor'] ?? '';
  if (cursor === '') return { entries, cursor: null };
  const isCursor = typeof cursor === 'string' && cursor.length <= maxCursorLength;
  return isCursor ? { entries, cursor } : undefined;
}

/** An entry of a list as it was read, or why it could not be read. */
export type Entry =
  | { readonly value: unknown }
  | { readonly fault: string; readonly name: unknown };

/** The functions of a list, and why the other entries are none: one of them does not cost the others. */
export function functionsIn(entries: readonly Entry[]): Listed[] {
  const names = new Set<string>();
  return entries.map((entry, index) => {
    const place = `tools[${index}]`;
    const listed = 'fault' in entry ? unreadable(entry, place) : listedAs(entry.value, place);
    const { name } = listed;
    if (names.has(name))
      return {
        name,
        fault: 'The server lists a function of this name before it.',
        isRepeated: true,
      };
    names.add(name);
    return listed;
  });
}

const unreadable = (
  { name, fault }: { readonly name: unknown; readonly fault: string },
  place: string,
): Malformed => ({
  name: typeof name === 'string' && isName(name) ? storable(name) : place,
  fault: `It cannot be read. ${fault}`,
});

const isName = (name: string): boolean => name !== '' && name.length <= maxNameLength;

const maxNameLength = 128;
/** How deep an entry is nested. */
export const maxLevels = 64;

function listedAs(entry: unknown, place: string): Listed {
  const malformed = (fault: string, name = place): Malformed => ({ name, fault });
  if (!isObject(entry)) return malformed('It is no object.');
  const { name: given, description, inputSchema, outputSchema } = entry;
  if (typeof given !== 'string' || given === '') return malformed('It has no name.');
  const name = storable(given);
  if (name.length > maxNameLength)
    return malformed(
      `Its name has ${name.length} characters; the maximum is ${maxNameLength}.`,
      `${name.slice(0, maxNameLength - 1).toWellFormed()}…`,
    );
  if (!isObject(inputSchema)) return malformed('Its inputSchema is no object.', name);
  return {
    name,
    description: typeof description === 'string' ? storable(description) : null,
    inputSchema: mapped(inputSchema, storable) as Schema,
    outputSchema: isObject(outputSchema) ? (mapped(outputSchema, storable) as Schema) : null,
  };
}

/** What PostgreSQL stores: no NUL, and no half of a pair of surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '\u{fffd}').toWellFormed();
