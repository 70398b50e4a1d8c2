import { readJson } from '../../http/json.ts';
import {
  brace,
  braceEnd,
  bracket,
  bracketEnd,
  colon,
  comma,
  endOfString,
  quote,
} from '../../http/json-text.ts';
import { type Entry, maxLevels } from './list-rules.ts';

/** Each entry of a list by itself, and the message without them. */
export function readList(bytes: Buffer): {
  readonly message: unknown;
  readonly entries: readonly Entry[];
} {
  const { message, entries } = splitList(bytes);
  const read = readJson(message, { isAnswer: true });
  return {
    message: 'fault' in read ? undefined : read.value,
    entries: entries.map((entry) => {
      const result = readJson(entry, { isAnswer: true, depth: maxLevels });
      return 'fault' in result ? { fault: result.fault, name: nameIn(entry) } : result;
    }),
  };
}

function nameIn(entry: Buffer): unknown {
  const name = readJson(memberIn(entry, 'name') ?? Buffer.alloc(0));
  return 'fault' in name ? undefined : name.value;
}

/** The text of a list, taken apart: the message without its entries, and each entry. */
interface Split {
  readonly message: Buffer;
  readonly entries: readonly Buffer[];
}

interface Open {
  /** Of an object, the member that is being read. */
  name: string;
  readonly begin: number;
}

/**
 * Takes the entries of `result.tools` out of the text of a message, so that each is read by itself: one that is too deep, or no
 * JSON as others read it, does not cost the others. A message without such a list has no entries.
 */
function splitList(bytes: Buffer): Split {
  const entries: Buffer[] = [];
  let list: readonly [begin: number, end: number] = [0, 0];
  let begin = 0;
  const keep = (until: number): void => {
    const entry = bytes.subarray(begin, until);
    if (!isBlank(entry)) entries.push(entry);
    begin = until + 1;
  };
  eachSign(bytes, (index, open) => {
    const byte = bytes[index];
    const isOfList = open.length === 3 && open[0]?.name === 'result' && open[1]?.name === 'tools';
    if (!isOfList || bytes[open[2]?.begin ?? 0] !== bracket || list[1] > 0) return;
    if (byte === bracket && open[2]?.begin === index) begin = index + 1;
    else if (byte === comma) keep(index);
    else if (byte === bracketEnd) {
      keep(index);
      list = [(open[2]?.begin ?? 0) + 1, index];
    }
  });
  const [from, until] = list;
  const message =
    until === 0 ? bytes : Buffer.concat([bytes.subarray(0, from), bytes.subarray(until)]);
  return { message, entries: until === 0 ? [] : entries };
}

/** The text of a member of an object; undefined if it has none of this name. */
function memberIn(bytes: Buffer, name: string): Buffer | undefined {
  let begin: number | undefined;
  let found: Buffer | undefined;
  eachSign(bytes, (index, open) => {
    if (open.length !== 1 || found) return;
    const byte = bytes[index];
    if (byte === colon && open[0]?.name === name) begin ??= index + 1;
    else if ((byte === comma || byte === braceEnd) && begin !== undefined)
      found = bytes.subarray(begin, index);
  });
  return found;
}

/** Calls back for each sign of the structure, with what is open there: an end while it still is, a beginning when it already is. */
function eachSign(bytes: Buffer, visit: (index: number, open: readonly Open[]) => void): void {
  const open: Open[] = [];
  let text: readonly [begin: number, end: number] = [0, 0];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    const within = open.at(-1);
    if (byte === quote) {
      text = [index + 1, endOfString(bytes, index)];
      index = text[1];
      continue;
    }
    if (byte === brace || byte === bracket) open.push({ name: '', begin: index });
    else if (byte === colon && within) within.name = bytes.toString('utf8', text[0], text[1]);
    else if (byte !== comma && byte !== braceEnd && byte !== bracketEnd) continue;
    visit(index, open);
    if (byte === braceEnd || byte === bracketEnd) open.pop();
  }
}

const isBlank = (bytes: Buffer): boolean => /^[ \t\r\n]*$/.test(bytes.toString('latin1'));
