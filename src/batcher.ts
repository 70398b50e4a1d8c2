/** Works on inputs that arrive at about the same time together. */
export interface Batcher<In, Out> {
  /** Resolves with the input's result when its batch is done. */
  add(item: In): Promise<Out>;
  /** Waits until everything added is done. */
  settled(): Promise<void>;
}

interface Options<In, Out> {
  /** Returns the results in the order of the inputs. */
  readonly work: (items: readonly In[]) => Promise<readonly Out[]>;
  /** How many batches are worked on at once. */
  readonly maxAtOnce?: number;
  /** Called for a batch that failed, before its inputs are worked on one by one. */
  readonly onFailure?: (error: unknown, items: number) => void;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly done: (result: Out) => void;
  readonly failed: (error: unknown) => void;
}

const batchSize = 200;

/** Each input of a batch that fails is worked on again by itself, so that one does not fail the others. */
export function createBatcher<In, Out>({
  work,
  maxAtOnce = 1,
  onFailure,
}: Options<In, Out>): Batcher<In, Out> {
  const waiting: Waiting<In, Out>[] = [];
  const workers = new Set<Promise<void>>();

  async function workOn(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { done }] of batch.entries()) done(results[index] as Out);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) return only?.failed(error);
      onFailure?.(error, batch.length);
      for (const each of batch) await workOn([each]);
    }
  }

  async function workOff(): Promise<void> {
    while (waiting.length > 0) await workOn(waiting.splice(0, batchSize));
  }

  function begin(): void {
    if (workers.size >= maxAtOnce) return;
    const worker = workOff().finally(() => workers.delete(worker));
    workers.add(worker);
  }

  return {
    add: (item) =>
      new Promise((done, failed) => {
        waiting.push({ item, done, failed });
        // Inputs that arrive in the same turn share a batch.
        setImmediate(begin);
      }),
    async settled() {
      while (waiting.length > 0 || workers.size > 0) {
        begin();
        await Promise.all(workers);
      }
    },
  };
}
