export const [
  quote = 0,
  bracket = 0,
  brace = 0,
  bracketEnd = 0,
  braceEnd = 0,
  comma = 0,
  colon = 0,
] = Buffer.from('"[{]},:');
const [backslash = 0] = Buffer.from('\\');

/**
 * How many bytes of a string are scanned one by one before switching to `indexOf`, which is faster for long strings.
 */
const bytewise = 64;

/** The end of the string that starts at a position. Reads each byte at most twice. */
export function endOfString(bytes: Buffer, begin: number): number {
  let nextQuote = begin;
  let plain = 0;
  for (let index = begin + 1; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) return index;
    plain = byte === backslash ? 0 : plain + 1;
    if (byte === backslash) index += 1;
    else if (plain === bytewise) {
      if (nextQuote <= index) nextQuote = placeOf(quote, bytes, index);
      const escape = bytes.subarray(index, nextQuote).indexOf(backslash);
      if (escape === -1) return nextQuote;
      index += escape - 1;
      plain = 0;
    }
  }
  return bytes.length;
}

const placeOf = (byte: number, bytes: Buffer, from: number): number => {
  const place = bytes.indexOf(byte, from);
  return place === -1 ? bytes.length : place;
};

/** How many members the objects of a value have. The value is parsed JSON, which is not nested deeply. */
export function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) for (const item of value) members += membersIn(item);
  else {
    const object = value as Readonly<Record<string, unknown>>;
    const values = Object.values(object);
    members += values.length;
    for (const member of values) members += membersIn(member);
  }
  return members;
}

/** An object or array whose end is not read yet. */
interface Open {
  /** The names of an object's members so far. */
  readonly names: Set<string> | undefined;
  /** The member or item that is being read. */
  at: string | number;
}

/** The places of members whose name their object already had, in valid JSON; at most so many. Reads each byte twice. */
export function repeatedMembers(bytes: Buffer, max: number): string[][] {
  const places: string[][] = [];
  const open: Open[] = [];
  let text: readonly [begin: number, end: number] = [0, 0];
  for (let index = 0; index < bytes.length && places.length < max; index += 1) {
    const byte = bytes[index];
    const within = open.at(-1);
    if (byte === quote) {
      text = [index, endOfString(bytes, index)];
      index = text[1];
    } else if (byte === brace) open.push({ names: new Set(), at: '' });
    else if (byte === bracket) open.push({ names: undefined, at: 0 });
    else if (byte === braceEnd || byte === bracketEnd) open.pop();
    else if (byte === comma && typeof within?.at === 'number') within.at += 1;
    else if (byte === colon && within?.names) {
      const written = bytes.toString('utf8', text[0] + 1, text[1]);
      // Names rarely have escapes, and a call of the parser for each costs more than all the rest.
      const name = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
      within.at = name;
      if (within.names.has(name)) places.push(open.map(({ at }) => String(at)));
      within.names.add(name);
    }
  }
  return places;
}
