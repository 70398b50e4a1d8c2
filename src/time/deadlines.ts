/**
 * Calls back what is not over within a time, the same for all. One timer for all of them, that of the oldest: to set and
 * clear one for each costs more than the list. Returns what removes one from the list.
 */
export function createDeadlines(ms: number): (passed: () => void) => () => void {
  const waiting = new Set<{ readonly at: number; readonly passed: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    timer = undefined;
    for (const each of waiting) {
      const left = each.at - performance.now();
      if (left > 0) {
        timer = setTimeout(check, left).unref();
        return;
      }
      waiting.delete(each);
      each.passed();
    }
  }

  return (passed) => {
    const each = { at: performance.now() + ms, passed };
    waiting.add(each);
    timer ??= setTimeout(check, ms).unref();
    return () => void waiting.delete(each);
  };
}
