import { withTimeout } from '../time/with-timeout.ts';

/** Work whose claims are leases: a process that dies leaves them, and another process claims the work again. */
export interface LeasedWork<Key> {
  /** Begins what is due, as far as there is room; resolves when nothing more can begin. */
  fill(): Promise<void>;
  /** Resolves when nothing is due and nothing is in progress. */
  settled(): Promise<void>;
  /** Whether it is in progress in this process. */
  has(key: Key): boolean;
  /** Aborts what is in progress in this process; has no effect otherwise. */
  abort(key: Key, reason: Error): void;
  /** Begins nothing further, aborts what does not end in time with `Stopped`, and resolves when all has ended. */
  stop(): Promise<void>;
}

interface Options<Claim, Key> {
  /** How much a process does at once; not limited if absent. */
  readonly atOnce?: number;
  /** What is due, with the lease taken; undefined if nothing is. */
  claim(): Promise<Claim | undefined>;
  keyOf(claim: Claim): Key;
  /** Does it and gives the lease back, also when its controller's signal is aborted. */
  work(claim: Claim, own: AbortController): Promise<void>;
  /** Nothing could be claimed after a piece had ended, or by the look of `everyMs`; the next `fill` tries again. */
  unclaimed(error: unknown): void;
  /** What cannot be done is claimed again after its lease, by a later `fill`. */
  failed(error: unknown, claim: Claim): void;
  /** How often it looks by itself, in ms; only when `fill` is called, if absent. */
  readonly everyMs?: number;
  /** How long a stop waits before it aborts, in ms. */
  readonly patienceMs?: number;
}

/** This process ends. */
export class Stopped extends Error {}

export function createLeasedWork<Claim, Key>(options: Options<Claim, Key>): LeasedWork<Key> {
  const { atOnce = Infinity, everyMs, patienceMs = 0 } = options;
  const inProgress = new Map<
    Key,
    { readonly own: AbortController; readonly ended: Promise<void> }
  >();
  const allEnded = () => Promise.all(Array.from(inProgress.values(), ({ ended }) => ended));
  const stopping = new AbortController();
  let again = false;
  let filling: Promise<void> | undefined;

  const lookAgain = (): void =>
    void works.fill().catch((error: unknown) => options.unclaimed(error));

  async function fill(): Promise<void> {
    do {
      again = false;
      while (!stopping.signal.aborted && inProgress.size < atOnce) {
        const claimed = await options.claim();
        if (claimed === undefined) break;
        begin(claimed);
      }
    } while (again);
  }

  async function fillOnce(): Promise<void> {
    try {
      await fill();
    } finally {
      filling = undefined;
    }
    // It was called again after the last look.
    if (again) await works.fill();
  }

  function begin(claimed: Claim): void {
    const key = options.keyOf(claimed);
    const own = new AbortController();
    if (stopping.signal.aborted) own.abort(new Stopped());
    const run = async (): Promise<void> => {
      try {
        await options.work(claimed, own);
      } catch (error) {
        return options.failed(error, claimed);
      } finally {
        inProgress.delete(key);
      }
      lookAgain();
    };
    // In the next turn of microtasks, when it counts as in progress.
    const ended = Promise.resolve().then(run);
    inProgress.set(key, { own, ended });
  }

  const works: LeasedWork<Key> = {
    fill() {
      again = true;
      filling ??= fillOnce();
      return filling;
    },
    async settled() {
      await works.fill();
      while (inProgress.size > 0) {
        await allEnded();
        await works.fill();
      }
    },
    has: (key) => inProgress.has(key),
    abort: (key, reason) => inProgress.get(key)?.own.abort(reason),
    async stop() {
      clearInterval(looking);
      stopping.abort();
      // A claim that waits for the database delays nobody's abort; what it still begins is aborted at once.
      const ended = Promise.resolve(filling)
        .catch(() => {})
        .then(allEnded);
      await withTimeout(patienceMs, ended, () => {
        for (const { own } of inProgress.values()) own.abort(new Stopped());
      });
      await ended;
    },
  };
  const looking = everyMs === undefined ? undefined : setInterval(lookAgain, everyMs).unref();
  return works;
}
