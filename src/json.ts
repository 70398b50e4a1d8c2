import { createScanner } from 'jsonc-parser';
import { type Fault, InvalidRequest } from './errors.ts';

/** Deeper JSON is refused before anything that recurses sees it: parsers, validators, the database. */
export const maxDepth = 100;

/** Reading many small values costs a hundred times what as many bytes of text do, before anybody has looked at them. */
export const maxValues = 50_000;

/** Reads JSON that a stranger sent. Throws the validation error for what is too deep, not JSON, or cannot be stored. */
export function parseJson(bytes: Buffer, holdsSecrets = false): unknown {
  const fault = shapeFault(bytes);
  if (fault) throw new InvalidRequest([fault]);
  const text = new TextDecoder().decode(bytes);
  const value = parsed(text, holdsSecrets);
  // Only an escape can stand for what cannot be stored: bytes that are no UTF-8 were replaced.
  const faults = bytes.includes('\\u') ? unstorable(value) : [];
  if (faults.length > 0) throw new InvalidRequest(faults);
  return value;
}

function parsed(text: string, holdsSecrets: boolean): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidRequest([notJson(text, holdsSecrets)]);
  }
}

const tooDeep: Fault = {
  loc: ['body'],
  msg: `The body is nested deeper than ${maxDepth} levels; send it flatter.`,
  type: 'json_too_deep',
  input: null,
  ctx: { max_depth: maxDepth },
};

const tooManyValues: Fault = {
  loc: ['body'],
  msg: `The body holds more than ${maxValues} values; send it in several requests.`,
  type: 'json_too_many_values',
  input: null,
  ctx: { max_values: maxValues },
};

const [quote = 0, backslash = 0, bracket = 0, brace = 0, bracketEnd = 0, braceEnd = 0, comma = 0] =
  Buffer.from('"\\[{]},');

/** Counts brackets and commas outside strings; no byte of a longer UTF-8 character looks like one. */
function shapeFault(bytes: Buffer): Fault | undefined {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index);
    else if (byte === bracket || byte === brace) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return tooDeep;
    } else if (byte === bracketEnd || byte === braceEnd) depth -= 1;
    else if (byte === comma) values += 1;
    if (values > maxValues) return tooManyValues;
  }
  return undefined;
}

/** So many bytes of a string are looked at one by one, before its end is searched for by what is faster over many. */
const few = 64;

/** Where the string ends that begins there; each byte is looked at twice at the most. */
function endOfString(bytes: Buffer, begin: number): number {
  let nextQuote = begin;
  let plain = 0;
  for (let index = begin + 1; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) return index;
    plain = byte === backslash ? 0 : plain + 1;
    if (byte === backslash) index += 1;
    else if (plain === few) {
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

function notJson(text: string, holdsSecrets: boolean): Fault {
  const position = firstErrorIn(text);
  return {
    loc: ['body'],
    msg: `The body is not JSON: something is wrong at character ${position}.`,
    type: 'json_invalid',
    input: holdsSecrets
      ? '[redacted]'
      : text.slice(Math.max(0, position - 20), position + 20).toWellFormed(),
    ctx: { position },
  };
}

type Expected = 'value' | 'item or end' | 'name' | 'name or end' | 'colon' | 'comma or end';

/** Where a text stops being JSON; the engine's own parser does not always say. Looks at each token once. */
function firstErrorIn(text: string): number {
  const scanner = createScanner(text);
  const open: string[] = [];
  let expected: Expected = 'value';
  for (;;) {
    // The scanner makes a token of each line break, of which a body may have millions.
    blank.lastIndex = scanner.getPosition();
    blank.test(text);
    scanner.setPosition(blank.lastIndex);
    scanner.scan();
    const position = scanner.getTokenOffset();
    const sign = text[position];
    const failure: number = scanner.getTokenError();
    if (sign === undefined || failure !== 0) return position;
    const isEnd = sign === open.at(-1);
    if (isEnd && expected.endsWith('or end')) {
      open.pop();
      expected = 'comma or end';
    } else if (expected === 'comma or end') {
      if (sign !== ',' || open.length === 0) return position;
      expected = open.at(-1) === '}' ? 'name' : 'value';
    } else if (expected === 'colon') {
      if (sign !== ':') return position;
      expected = 'value';
    } else if (expected === 'name' || expected === 'name or end') {
      if (sign !== '"') return position;
      expected = 'colon';
    } else if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? '}' : ']');
      expected = sign === '{' ? 'name or end' : 'item or end';
    } else if (sign === '"' || isLiteral.test(scanner.getTokenValue())) expected = 'comma or end';
    else return position;
  }
}

const blank = /[ \t\n\r]*/y;
const isLiteral = /^(-?[0-9]|true$|false$|null$)/;

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly parent: Place | undefined;
}

const maxFaults = 100;

/** What is JSON and still cannot be stored as text: NUL, half a surrogate pair. */
function unstorable(body: unknown): Fault[] {
  const faults: Fault[] = [];
  const places: Place[] = [{ value: body, name: 'body', parent: undefined }];
  for (let place = places.pop(); place && faults.length < maxFaults; place = places.pop()) {
    const { value } = place;
    if (!isStorable(value) || !isStorable(place.name)) faults.push(textFault(locOf(place)));
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' || typeof member === 'object' || !isStorable(name))
        places.push({ value: member, name, parent: place });
    }
  }
  return faults.toReversed();
}

/** Names that cannot be stored are left out, with what is below them. */
function locOf(place: Place): string[] {
  const loc: string[] = [];
  for (let at: Place | undefined = place; at; at = at.parent) loc.unshift(at.name);
  const unsayable = loc.findIndex((name) => !isStorable(name));
  return unsayable === -1 ? loc : loc.slice(0, unsayable);
}

export const isStorable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

export const textFault = (loc: string[]): Fault => ({
  loc,
  msg: 'Must be text without NUL characters and unpaired surrogates.',
  type: 'string_character',
  input: null,
  ctx: {},
});
