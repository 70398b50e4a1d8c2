/** Works on the items in their order, on at most so many at once, and waits for all. The work must not throw. */
export async function forEachLimited<T>(
  items: readonly T[],
  maxAtOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, items.length) }, worker));
}
