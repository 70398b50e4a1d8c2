import type { Fault } from '../errors.ts';

const maxFaults = 100;
/** An error response has at most 64 KiB; the rest is for what surrounds the faults. */
const maxAnswerBytes = 63 * 1024;
/** `input` has at most 1 KiB; the rest is for the last number or bracket. */
const maxInputBytes = 1000;
const maxNameLength = 200;
const maxSentenceLength = 1000;
const nothing: ReadonlySet<string> = new Set();

/** Returns as many faults as a response shows, plus one entry that says whether there are more. */
export function shown(faults: readonly Fault[]): Fault[] {
  const further = faults.find(({ type }) => type === 'too_many_errors');
  const named = faults.filter(({ type }) => type !== 'too_many_errors');
  const answer: Fault[] = [];
  let bytes = 0;
  for (const fault of named.slice(0, maxFaults)) {
    const entry = bounded(fault);
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes > maxAnswerBytes - 1024) break;
    answer.push(entry);
  }
  if (answer.length === named.length && !further) return answer;
  const place = further?.loc[0] ?? named[0]?.loc[0] ?? 'body';
  const lookedAt = Number(further?.ctx['looked_at'] ?? named.length);
  return [...answer, tooManyErrors(cut(place, maxNameLength), lookedAt)];
}

/** The entry for the faults that are not listed and were not all counted. */
export const tooManyErrors = (place: string, lookedAt: number): Fault => ({
  loc: [place],
  msg: `The request has more faults than this list shows; ${lookedAt} were checked. Correct these and send the request again.`,
  type: 'too_many_errors',
  input: null,
  ctx: { max_errors: maxFaults, looked_at: lookedAt },
});

/** Truncates a fault's parts to readable lengths; truncation of `input` is marked in `ctx`. */
export function bounded(fault: Fault, secrets: ReadonlySet<string> = nothing): Fault {
  const { input, isCut } = preview(fault.input, secrets);
  return {
    ...fault,
    loc: fault.loc.map((name) => cut(name, maxNameLength)),
    msg: cut(fault.msg, maxSentenceLength),
    input,
    ctx: isCut ? { ...fault.ctx, '...': true } : fault.ctx,
  };
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;

/** The beginning of a value, without its secrets. Reads only the part it returns. */
function preview(value: unknown, secrets: ReadonlySet<string>): { input: unknown; isCut: boolean } {
  let left = maxInputBytes;
  let isCut = false;

  function show(part: unknown): unknown {
    if (typeof part === 'string') return showText(part);
    if (typeof part !== 'object' || part === null) {
      left -= String(part).length + 1;
      return part ?? null;
    }
    left -= 3;
    return Array.isArray(part) ? showItems(part) : showMembers(part as Record<string, unknown>);
  }

  function showText(text: string): string {
    let start = text.slice(0, Math.max(0, left));
    let bytes = bytesOf(start);
    while (start !== '' && bytes > left) {
      start = start.slice(0, Math.floor((start.length * left) / bytes));
      bytes = bytesOf(start);
    }
    left -= bytes + 1;
    isCut ||= start.length < text.length;
    return start.toWellFormed();
  }

  function showItems(items: readonly unknown[]): unknown[] {
    const shownItems: unknown[] = [];
    for (const item of items) {
      if (left <= 0) {
        isCut = true;
        break;
      }
      shownItems.push(show(item));
    }
    return shownItems;
  }

  function showMembers(members: Record<string, unknown>): object {
    const shownMembers: [string, unknown][] = [];
    for (const name in members) {
      if (left <= 0) {
        isCut = true;
        break;
      }
      const shownName = showText(name);
      shownMembers.push([shownName, secrets.has(name) ? '[redacted]' : show(members[name])]);
    }
    return Object.fromEntries(shownMembers);
  }

  return { input: show(value), isCut };
}

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));
