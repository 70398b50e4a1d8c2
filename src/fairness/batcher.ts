import { inTurn } from './fair-slots.ts';

/** Collects inputs that arrive at about the same time into batches. */
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
  /** A batch contains inputs of one key, and keys take turns with one batch each. Default: all inputs have one key. */
  readonly keyOf?: (item: In) => number;
  /** Called for a batch that failed, before its inputs are worked on one by one. */
  readonly onFailure?: (error: unknown, items: number) => void;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly done: (result: Out) => void;
  readonly failed: (error: unknown) => void;
}

const batchSize = 200;

/** If a batch fails, each of its inputs is tried again by itself, so that one does not fail the others. */
export function createBatcher<In, Out>({
  work,
  maxAtOnce = 1,
  keyOf = () => 0,
  onFailure,
}: Options<In, Out>): Batcher<In, Out> {
  const waiting = new Map<number, Waiting<In, Out>[]>();
  const workers = new Map<number, Promise<void>>();

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

  /** Begins the next batch of a key without one in progress. */
  function beginOf(items: Waiting<In, Out>[], key: number): true | undefined {
    if (workers.has(key) || items.length === 0) return undefined;
    const worker = workOn(items.splice(0, batchSize)).finally(() => {
      workers.delete(key);
      if (items.length === 0) waiting.delete(key);
      begin();
    });
    workers.set(key, worker);
    return true;
  }
  const begin = (): void => {
    while (workers.size < maxAtOnce && inTurn(waiting, beginOf));
  };

  return {
    add: (item) =>
      new Promise((done, failed) => {
        const key = keyOf(item);
        const items = waiting.get(key) ?? [];
        items.push({ item, done, failed });
        waiting.set(key, items);
        // Inputs that arrive in the same turn share a batch.
        setImmediate(begin);
      }),
    async settled() {
      while (waiting.size > 0) {
        begin();
        await Promise.all(workers.values());
      }
    },
  };
}
