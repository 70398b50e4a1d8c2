import type { Context, Node } from './document.ts';

/** A class, a literal or a group, and how often it may repeat. */
interface Part {
  readonly source: string;
  readonly branches: readonly (readonly Part[])[] | undefined;
  readonly min: number;
  readonly max: number;
}

/** A repetition up to this count has a bounded cost, unless it is inside an unbounded one. */
const maxBounded = 256;

/**
 * Patterns match in linear time if the next character always decides whether to continue or repeat: then nothing is
 * tried twice. This is stricter than necessary and simple enough to verify.
 */
export function linearPatterns() {
  return {
    Schema(schema: Node, context: Context) {
      const { pattern } = schema;
      if (typeof pattern !== 'string') return;
      const reason = backtracksBecause(pattern);
      if (reason === undefined) return;
      const message = `The pattern could take more than linear time: ${reason}.`;
      context.report({ message, location: context.location.child('pattern') });
    },
  };
}

/** Why a pattern may backtrack more than a bounded number of times; undefined if it cannot. */
export function backtracksBecause(pattern: string): string | undefined {
  if (!pattern.startsWith('^')) return 'it does not begin with ^, so it is tried at each character';
  if (/\\[1-9k]|\(\?[^:]/.test(pattern)) return 'it looks around or refers back';
  const reader = { text: pattern.slice(1), at: 0 };
  const branches = readBranches(reader);
  if (reader.at < reader.text.length) return `it cannot be read at ${reader.at + 1}`;
  for (const branch of branches) {
    const reason = ambiguityIn(branch, [], false);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

interface Reader {
  readonly text: string;
  at: number;
}

function readBranches(reader: Reader): Part[][] {
  const branches: Part[][] = [[]];
  while (reader.at < reader.text.length && reader.text[reader.at] !== ')') {
    if (reader.text[reader.at] === '|') {
      branches.push([]);
      reader.at += 1;
    } else branches.at(-1)?.push(readPart(reader));
  }
  return branches;
}

function readPart(reader: Reader): Part {
  const rest = reader.text.slice(reader.at);
  let source = /^(\[(\\.|[^\]\\])*\]|\\u[0-9a-fA-F]{4}|\\p\{[^}]*\}|\\.|.)/su.exec(rest)?.[0] ?? '';
  let branches: Part[][] | undefined;
  reader.at += source.length;
  if (source === '(') {
    if (rest.startsWith('(?:')) reader.at += 2;
    branches = readBranches(reader);
    reader.at += 1;
    source = '';
  }
  const repeat = /^(\*|\+|\?|\{(\d+)(,(\d*))?\})\??/.exec(reader.text.slice(reader.at));
  reader.at += repeat?.[0].length ?? 0;
  const [, sign, least, range, most] = repeat ?? [];
  const min = least === undefined ? (sign === '*' || sign === '?' ? 0 : 1) : Number(least);
  const max = range === undefined ? min : Number(most || Infinity);
  return {
    source,
    branches,
    min,
    max: least === undefined ? (sign === '*' || sign === '+' ? Infinity : 1) : max,
  };
}

/** Checks a sequence; `follow` is what may come after it, `repeated` whether it is inside an unbounded repetition. */
function ambiguityIn(
  sequence: readonly Part[],
  follow: readonly string[],
  repeated: boolean,
): string | undefined {
  for (const [index, part] of sequence.entries()) {
    const next = firstOf(sequence.slice(index + 1), follow);
    const isLong = part.max > (part.branches ? 1 : maxBounded);
    const own = firstOf([{ ...part, min: 1 }], []);
    const isChoice = part.min !== part.max && (isLong || repeated);
    const clash = isChoice ? overlap(own, next) : undefined;
    if (clash !== undefined) return `${clash} may repeat or end it`;
    if (!part.branches) continue;
    const within = repeated || isLong;
    const after = isLong ? [...own, ...next] : next;
    for (const [at, branch] of part.branches.entries()) {
      const reason = ambiguityIn(branch, after, within);
      if (reason !== undefined) return reason;
      const others = part.branches.slice(at + 1).flatMap((other) => firstOf(other, after));
      const shared = within ? overlap(firstOf(branch, after), others) : undefined;
      if (shared !== undefined) return `${shared} may begin two alternatives of a repetition`;
    }
  }
  return undefined;
}

/** What a sequence may start with, as classes and literals; includes what follows if the whole sequence is optional. */
function firstOf(sequence: readonly Part[], follow: readonly string[]): string[] {
  const first: string[] = [];
  for (const part of sequence) {
    if (part.source === '$') return first;
    const inside = part.branches?.map((branch) => firstOf(branch, [optional])) ?? [[part.source]];
    first.push(...inside.flat().filter((source) => source !== optional));
    if (part.min > 0 && !inside.flat().includes(optional)) return first;
  }
  return [...first, ...follow];
}

/** Marks the end of a branch that may be empty. */
const optional = '';

const characters = [
  ...Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)),
  ...'\u2028\u4e2d\u{1d54f}',
];

function overlap(some: readonly string[], others: readonly string[]): string | undefined {
  const matches = (sources: readonly string[], character: string): boolean =>
    sources.some((source) => new RegExp(`^(?:${source})$`, 'u').test(character));
  const shared = characters.find(
    (character) => matches(some, character) && matches(others, character),
  );
  return shared === undefined ? undefined : JSON.stringify(shared);
}
