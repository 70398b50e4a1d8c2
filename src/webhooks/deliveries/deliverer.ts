import { composeDue, type SetAside } from '../events/compose.ts';
import type { WebhookParts } from '../dependencies.ts';
import type { PosterOptions } from './post.ts';
import { createRecorder } from './recorder.ts';
import { createScheduler } from './scheduler.ts';
import { createSender, lateMs } from './sender.ts';
import * as deliveries from './take-queries.ts';
import { createTaker, type Taken } from './claim-deliveries.ts';
import { giveUpDisabled } from './record.ts';

/** Work that is repeated while there is some, one turn at a time. */
interface Loop {
  /** Begins a turn, or another one after the turn in progress. */
  wake(): void;
  isRunning(): boolean;
  /** Resolves when no turn is in progress. */
  idle(): Promise<void>;
}

/** A turn says whether another one follows. `ended` is called when none does, with the error if the last one failed. */
export function createLoop(
  turn: () => Promise<boolean>,
  ended: (failure?: { readonly error: unknown }) => void,
): Loop {
  let again = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    try {
      do again = false;
      while ((await turn()) || again);
    } catch (error) {
      failure = { error };
    }
    running = undefined;
    ended(failure);
  }

  return {
    wake() {
      again = true;
      running ??= run();
    },
    isRunning: () => running !== undefined,
    idle: async () => running,
  };
}

/** Gives up all deliveries of disabled endpoints while others are sent. */
interface GivingUp {
  begin(endpointIds: readonly number[]): void;
  /** Whether the endpoint's deliveries are being given up. */
  includes(endpointId: number): boolean;
  inProgress(): readonly Promise<void>[];
}

/** `drop` is called before the deliveries of an endpoint are given up. */
function createGivingUp(parts: WebhookParts, drop: (endpointId: number) => void): GivingUp {
  const givingUp = new Map<number, Promise<void>>();
  return {
    begin(endpointIds) {
      for (const id of endpointIds) {
        drop(id);
        if (givingUp.has(id)) continue;
        const given = giveUpDisabled(parts, id)
          .catch((error: unknown) =>
            parts.log.error({ err: error, endpoint_id: id }, 'deliveries could not be given up'),
          )
          .finally(() => givingUp.delete(id));
        givingUp.set(id, given);
      }
    },
    includes: (id) => givingUp.has(id),
    inProgress: () => [...givingUp.values()],
  };
}

/** A pause that others can end. */
interface InterruptiblePause {
  /** Waits, unless the alarm rings meanwhile; returns whether it did. */
  wait(ms: number): Promise<boolean>;
  ring(): void;
}

/** Uses no abort signal: its error, with a stack, costs more than the rest of a wait. */
export function createInterruptiblePause(): InterruptiblePause {
  let ring = () => {};
  return {
    wait: (ms) =>
      new Promise((done) => {
        const timer = setTimeout(done, ms, false);
        ring = () => {
          clearTimeout(timer);
          done(true);
        };
      }),
    ring: () => ring(),
  };
}

/** Creates and sends this process's share of the events. */
export interface Deliverer {
  /** Sends due deliveries; resolves when none is due or in progress. */
  deliver(): Promise<void>;
  /**
   * Starts no further deliveries and releases those not started. Waits a short time for those in progress; then they are
   * given up without an attempt, and due again.
   */
  stop(): Promise<void>;
}

export type DelivererOptions = Omit<PosterOptions, 'allowPrivate'>;

/** Batch limits for recording attempts: their number, and the time between two writes in milliseconds. */
const recordBatchSize = 100;
const recordEveryMs = 20;
/** How often due deliveries are checked for while a slow one is in progress. */
const checkEveryMs = 1000;
/** How often attempts are written again if their endpoints were locked. */
const lockedRetryMs = 100;

export function createDeliverer(parts: WebhookParts, options: DelivererOptions = {}): Deliverer {
  const scheduler = createScheduler<Taken>();
  /** Rings when a loop has ended, and when a batch of attempts is worth recording. */
  const progress = createInterruptiblePause();
  const batch = createInterruptiblePause();
  const givingUp = createGivingUp(parts, (id) => scheduler.dropEndpoint(id));
  const returned: Taken[] = [];
  const aside: SetAside = new Map();
  let stopping = false;
  /** Of loops that failed, since the last call. */
  let failures: { readonly error: unknown }[] = [];
  let running: Promise<void> | undefined;

  const taker = createTaker({
    ...parts,
    scheduler,
    giveUp: (ids) => givingUp.begin(ids),
    isGivenUp: (id) => givingUp.includes(id),
    isStopping: () => stopping,
  });
  const recorder = createRecorder({
    ...parts,
    leasing: () => taker.leasing(),
    taken: (rows, leasing) => taker.takenNext(rows, leasing),
  });
  const sender = createSender({
    ...parts,
    scheduler,
    options,
    tried: (one) => recorder.add(one),
    returned(taken) {
      returned.push(...taken);
      recording.wake();
    },
    ended(place) {
      if (taker.isBehind(place.endpoint_id) && scheduler.hasRoom(place)) taking.wake();
      recording.wake();
      if (scheduler.inProgress() === 0 || recorder.waiting() >= recordBatchSize) batch.ring();
    },
  });

  // None waits for another: while one is at the database, what was taken before is sent.
  const composing = loopOf(async () => {
    const count = await composeDue(parts, aside, taker);
    begin();
    if (count > 0) taking.wake();
    return count > 0;
  });
  const taking = loopOf(async () => {
    const isMore = await taker.take();
    begin();
    return isMore;
  });
  const recording = createLoop(record, ended);
  const loops = [composing, taking, recording];

  function loopOf(turn: () => Promise<boolean>): Loop {
    return createLoop(async () => !stopping && turn(), ended);
  }

  function ended(failed?: { readonly error: unknown }): void {
    if (failed) failures.push(failed);
    progress.ring();
  }

  function begin(): void {
    if (!stopping) sender.begin();
  }

  /** Records attempts when a batch is worth writing, and releases deliveries of endpoints that turned out to be slow. */
  async function record(): Promise<boolean> {
    const waiting = recorder.waiting();
    if (waiting === 0 && returned.length === 0) return false;
    if (waiting > 0 && waiting < recordBatchSize && scheduler.inProgress() > 0)
      await batch.wait(recordEveryMs);
    const [{ count, disabled }] = await Promise.all([recorder.write(), releaseReturned()]);
    givingUp.begin(disabled);
    begin();
    if (waiting > 0 && count === 0) await batch.wait(lockedRetryMs);
    composing.wake();
    taking.wake();
    return recorder.waiting() > 0;
  }

  async function releaseReturned(): Promise<void> {
    const taken = returned.splice(0);
    if (taken.length > 0) await deliveries.release(parts.db, taken, parts.now());
  }

  const isBusy = (): boolean =>
    loops.some((loop) => loop.isRunning()) || scheduler.inProgress() > 0 || recorder.waiting() > 0;

  const look = (): void => loops.forEach((loop) => loop.wake());

  async function run(): Promise<void> {
    failures = [];
    while (isBusy() || givingUp.inProgress().length > 0) {
      if (!isBusy()) await Promise.all(givingUp.inProgress());
      else if (!(await progress.wait(checkEveryMs))) look();
      for (const { error } of failures) throw error;
    }
  }

  return {
    deliver() {
      look();
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      stopping = true;
      returned.push(...scheduler.dropAll());
      batch.ring();
      progress.ring();
      const giveUpMs = Math.min(lateMs, parts.config.shutdownTimeoutMs / 4);
      const givingUpLate = setTimeout(() => sender.giveUp(), giveUpMs);
      await running?.catch(() => {});
      await Promise.all(loops.map((loop) => loop.idle()));
      clearTimeout(givingUpLate);
      returned.push(...scheduler.dropAll());
      await recorder.write({ isLast: true });
      await releaseReturned();
      await Promise.all(givingUp.inProgress());
      await sender.close();
    },
  };
}
