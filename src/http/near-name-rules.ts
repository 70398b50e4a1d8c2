/**
 * The known name that another one is likely meant to be: it differs by case, separators, or at most two letters, as a
 * plural does. Undefined for a known name and for one that is like none.
 */
export function nearName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  // No known name is this long, with two letters more and separators.
  if (name.length > 100) return undefined;
  const letters = lettersOf(name);
  return known.find((each) => isNear(letters, lettersOf(each)));
}

const maxLetters = 2;

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function isNear(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > maxLetters) return false;
  // Short words differ by few letters without being misspelled.
  return distance(left, right) <= (right.length < 6 ? 1 : maxLetters);
}

/** How many letters have to be added, removed, replaced or exchanged with the next. */
function distance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      const swapped = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[j - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row[right.length] ?? 0;
}
