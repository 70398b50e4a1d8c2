/** The median with minimum and maximum. */
export const spread = (list: readonly number[], digits = 0): string =>
  `${median(list).toFixed(digits).padStart(6)} (${Math.min(...list).toFixed(digits)}..${Math.max(...list).toFixed(digits)})`;

export function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = sorted.slice(sorted.length % 2 === 0 ? middle - 1 : middle);
  return sorted.length % 2 === 0 ? (low + high) / 2 : low;
}
