/** A part of a pattern that can be repeated. */
interface Group {
  /** Of everything in it so far, and of its last part. */
  size: number;
  last: number;
}

const token = /\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+)(,(\d*))?\}|[\s\S]/g;

/** At most about how many instructions a pattern has once it is compiled, which takes time in proportion. */
export function sizeOf(pattern: string): number {
  const groups: Group[] = [{ size: 1, last: 0 }];
  const top = (): Group => groups.at(-1) ?? { size: 0, last: 0 };
  const add = (size: number): void => {
    const group = top();
    group.size += size;
    group.last = size;
  };
  for (const [text, least, isRange, most] of pattern.matchAll(token)) {
    if (text === '(') groups.push({ size: 2, last: 0 });
    else if (text === ')' && groups.length > 1) add(groups.pop()?.size ?? 0);
    else if (least !== undefined) {
      const times = Math.max(1, Number(most === '' || isRange === undefined ? least : most));
      add(top().last * (2 * times));
    } else add(2);
  }
  return groups.reduce((sum, { size }) => sum + size, 0);
}

/** How many instructions the patterns of a schema have together, and each. */
const maxPatternSize = 4000;

/** The patterns that are compiled for a schema: those that come before there are too many of them. */
export function compiledOf(patterns: Iterable<string>): ReadonlySet<string> {
  const compiled = new Set<string>();
  let left = maxPatternSize;
  for (const pattern of patterns) {
    const size = compiled.has(pattern) ? 0 : sizeOf(pattern);
    if (size > left) continue;
    left -= size;
    compiled.add(pattern);
  }
  return compiled;
}
