import { isUtf8 } from 'node:buffer';
import { createScanner } from 'jsonc-parser';
import { type Fault, InvalidRequest } from '../errors.ts';
import { ChangedNumber, mayChangeNumbers, revivingNumbers } from './json-numbers.ts';
import {
  brace,
  braceEnd,
  bracket,
  bracketEnd,
  colon,
  comma,
  endOfString,
  membersIn,
  quote,
  repeatedMembers,
} from './json-text.ts';

/** The member by which the generated writers recognise a `JsonText`. No parsed JSON has a member like it. */
const written = Symbol.for('JsonText');

/** JSON of a list that the database has written, a body or a part of one. It is sent as it is. */
export class JsonText<T> {
  readonly text: string;
  /** Tells the type of the value alone. */
  declare readonly of: T;
  constructor(text: string) {
    this.text = text;
  }
  get [written](): string {
    return this.text;
  }
  /** For other writers than those of lists. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** Maximum nesting. Deeper JSON is rejected before any recursive code sees it: parsers, validators, the database. */
const maxDepth = 100;

/** Maximum number of values: parsing many small values costs a hundred times as much as text of the same size. */
const maxValues = 50_000;

interface Reading {
  /** Whether no part of the text may be shown in a fault. */
  readonly holdsSecrets?: boolean;
  readonly depth?: number;
  /**
   * Whether it is an answer, whose sender cannot be told to send it otherwise: a number that would be changed is read as its
   * text, and texts need not be storable.
   */
  readonly isAnswer?: boolean;
}

/**
 * Parses untrusted JSON. Throws the validation error if it is too deep, not JSON, has two members of one name in an object, or
 * cannot be stored as it is.
 */
export function parseJson(
  bytes: Buffer,
  { holdsSecrets = false, depth = maxDepth, isAnswer = false }: Reading = {},
): unknown {
  const shape = shapeOf(bytes, depth);
  if ('fault' in shape) throw new InvalidRequest([shape.fault]);
  if (!isUtf8(bytes)) throw new InvalidRequest([notUtf8]);
  const text = new TextDecoder().decode(bytes);
  const hasNumbers = mayChangeNumbers.test(text);
  const value = parsed(text, holdsSecrets, hasNumbers && (isAnswer ? String : changed));
  // Only an escape can produce a character that cannot be stored.
  const isStored = !isAnswer && (hasNumbers || bytes.includes('\\u'));
  const faults = isStored ? unstorable(value, holdsSecrets) : [];
  if (faults.length > 0) throw new InvalidRequest(faults);
  // The parser keeps the last of several members with one name.
  if (membersIn(value) < shape.members)
    throw new InvalidRequest(repeatedMembers(bytes, maxFaults).map(repeatedFault));
  return value;
}

interface Unread {
  /** The first fault, with its place. */
  readonly fault: string;
  readonly path: readonly string[];
}

/** The value of JSON, or why it has none. */
export function readJson(bytes: Buffer, reading?: Reading): { readonly value: unknown } | Unread {
  try {
    return { value: parseJson(bytes, reading) };
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    const [fault] = error.faults;
    const path = fault?.loc.slice(1) ?? [];
    const place = path.join('.').slice(0, 200);
    const msg = fault?.msg ?? 'It is not valid JSON.';
    return { fault: place === '' ? msg : `${place}: ${msg}`, path };
  }
}

const changed = (source: string): ChangedNumber => new ChangedNumber(source);

const notUtf8: Fault = {
  loc: ['body'],
  msg: 'The body is not valid UTF-8.',
  type: 'json_invalid',
  input: null,
  ctx: { position: 0 },
};

function parsed(
  text: string,
  holdsSecrets: boolean,
  changed: false | ((source: string) => unknown),
): unknown {
  try {
    return JSON.parse(text, changed ? revivingNumbers(changed) : undefined) as unknown;
  } catch {
    throw new InvalidRequest([notJson(text, holdsSecrets)]);
  }
}

const tooDeep = (depth: number): Fault => ({
  loc: ['body'],
  msg: `The body is nested deeper than ${depth} levels. Send a flatter body.`,
  type: 'json_too_deep',
  input: null,
  ctx: { max_depth: depth },
});

const tooManyValues: Fault = {
  loc: ['body'],
  msg: `The body has more than ${maxValues} values. Split it into several requests.`,
  type: 'json_too_many_values',
  input: null,
  ctx: { max_values: maxValues },
};

/** The shape of JSON text: why it is refused before it is parsed, or how many members its objects have. */
type Shape = { readonly fault: Fault } | { readonly members: number };

/** Counts brackets, commas and colons outside strings. No byte of a multi-byte UTF-8 character looks like one. */
function shapeOf(bytes: Buffer, maxDepth: number): Shape {
  let depth = 0;
  let values = 1;
  let members = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index);
    else if (byte === bracket || byte === brace) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return { fault: tooDeep(maxDepth) };
    } else if (byte === bracketEnd || byte === braceEnd) depth -= 1;
    else if (byte === comma) values += 1;
    else if (byte === colon) members += 1;
    if (values > maxValues) return { fault: tooManyValues };
  }
  return { members };
}

function notJson(text: string, holdsSecrets: boolean): Fault {
  const position = firstErrorIn(text);
  return {
    loc: ['body'],
    msg: `The body is not valid JSON: syntax error at character ${position}.`,
    type: 'json_invalid',
    input: holdsSecrets
      ? '[redacted]'
      : text.slice(Math.max(0, position - 20), position + 20).toWellFormed(),
    ctx: { position },
  };
}

type Expected = 'value' | 'item or end' | 'name' | 'name or end' | 'colon' | 'comma or end';

/** The position of the first syntax error. The engine's parser does not always report it. Reads each token once. */
function firstErrorIn(text: string): number {
  const scanner = createScanner(text);
  const open: string[] = [];
  let expected: Expected = 'value';
  for (;;) {
    // The scanner emits a token per line break, of which a body may have millions.
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

/** What is valid JSON but cannot be stored: NUL and unpaired surrogates in text, and numbers that would change. */
function unstorable(body: unknown, holdsSecrets: boolean): Fault[] {
  const faults: Fault[] = [];
  const places: Place[] = [{ value: body, name: 'body', parent: undefined }];
  for (let place = places.pop(); place && faults.length < maxFaults; place = places.pop()) {
    const { value } = place;
    if (!isStorable(value) || !isStorable(place.name)) faults.push(textFault(locOf(place)));
    if (value instanceof ChangedNumber)
      faults.push(numberFault(locOf(place), holdsSecrets ? '[redacted]' : value.source));
    if (typeof value !== 'object' || value === null || value instanceof ChangedNumber) continue;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' || typeof member === 'object' || !isStorable(name))
        places.push({ value: member, name, parent: place });
    }
  }
  return faults.toReversed();
}

/** Drops names that cannot be stored, with everything below them. */
function locOf(place: Place): string[] {
  const loc: string[] = [];
  for (let at: Place | undefined = place; at; at = at.parent) loc.unshift(at.name);
  return storablePart(loc);
}

function storablePart(loc: string[]): string[] {
  const unsayable = loc.findIndex((name) => !isStorable(name));
  return unsayable === -1 ? loc : loc.slice(0, unsayable);
}

export const isStorable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

/** A fault for a member that comes again at this place, which is that of its name. */
const repeatedFault = (place: string[]): Fault => {
  const loc = storablePart(['body', ...place]);
  return {
    loc,
    msg: `The member "${loc.at(-1)?.slice(0, 100).toWellFormed()}" comes twice in its object. Send it once.`,
    type: 'json_duplicate_member',
    input: null,
    ctx: {},
  };
};

const numberFault = (loc: string[], input: string): Fault => ({
  loc,
  msg: 'A double cannot hold this number: it has too many digits (integers go up to 2^53 - 1) or is too large or too small. Send it as a string.',
  type: 'json_number',
  input: input.slice(0, 100),
  ctx: {},
});

export const textFault = (loc: string[]): Fault => ({
  loc,
  msg: 'Must not contain NUL characters or unpaired surrogates.',
  type: 'string_character',
  input: null,
  ctx: {},
});
