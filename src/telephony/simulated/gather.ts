/** Batches inputs that arrive at about the same time; `work` returns results in the order of its inputs. */
export function gather<In, Out>(
  work: (items: readonly In[]) => Promise<readonly Out[]>,
): (item: In) => Promise<Out> {
  interface Waiting {
    readonly item: In;
    readonly done: (result: Out) => void;
    readonly failed: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let busy = false;
  async function begin(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [index, { done }] of batch.entries()) done(results[index] as Out);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    busy = false;
  }
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      setImmediate(() => void begin());
    });
}
