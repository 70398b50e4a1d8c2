/** Shares one lookup among concurrent callers and caches its result; failures are cached for the same time. */
export function cachedLookup<T>(look: () => Promise<T>, keptMs: number): () => Promise<T> {
  let last: { readonly looked: Promise<T>; until: number } | undefined;
  return () => {
    if (last && last.until > performance.now()) return last.looked;
    const entry = { looked: look(), until: Infinity };
    last = entry;
    const ended = (): void => void (entry.until = performance.now() + keptMs);
    entry.looked.then(ended, ended);
    return entry.looked;
  };
}
