import { createAlarm } from './alarm.ts';
import { composeDue, type SetAside } from '../events/compose.ts';
import type { WebhookParts } from '../dependencies.ts';
import type { PosterOptions } from './post.ts';
import { createGivingUp } from './giving-up.ts';
import { createRecorder } from './recorder.ts';
import { createScheduler } from './scheduler.ts';
import { createSender, lateMs } from './sender.ts';
import * as deliveries from './take-queries.ts';
import { createTaker, type Taken } from './taker.ts';

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
  const alarm = createAlarm();
  const givingUp = createGivingUp(parts, (id) => scheduler.dropEndpoint(id));
  const returned: Taken[] = [];
  const aside: SetAside = new Map();
  let stopping = false;
  let again = false;
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
      alarm.ring();
    },
    ended() {
      const waiting = recorder.waiting();
      if (scheduler.inProgress() === 0 || waiting === 1 || waiting >= recordBatchSize) alarm.ring();
    },
  });

  async function run(): Promise<void> {
    do {
      again = false;
      while (await step());
    } while (again);
  }

  /** Records, makes, takes and sends once, then waits for something to do; false when nothing is left. */
  async function step(): Promise<boolean> {
    const [written, made, isMore, released] = await Promise.all([
      recordAttempts(),
      stopping ? 0 : composeDue(parts, aside, taker),
      stopping ? false : taker.take(),
      releaseReturned(),
    ]);
    if (!stopping) sender.begin();
    if (made > 0 || isMore || released > 0) return true;
    if (scheduler.inProgress() > 0) await change();
    else if (recorder.waiting() > 0) await (written === 0 && alarm.wait(lockedRetryMs));
    else if (givingUp.inProgress().length > 0) await Promise.all(givingUp.inProgress());
    else return written > 0 || returned.length > 0;
    return true;
  }

  /** Waits for an attempt, then until a batch is worth writing. */
  async function change(): Promise<void> {
    if (recorder.waiting() === 0) await alarm.wait(checkEveryMs);
    const waiting = recorder.waiting();
    if (waiting > 0 && waiting < recordBatchSize && scheduler.inProgress() > 0)
      await alarm.wait(recordEveryMs);
  }

  async function recordAttempts(): Promise<number> {
    const { count, disabled } = await recorder.write();
    givingUp.begin(disabled);
    return count;
  }

  /** Releases deliveries of endpoints that turned out to be slow. */
  async function releaseReturned(): Promise<number> {
    const taken = returned.splice(0);
    if (taken.length > 0) await deliveries.release(parts.db, taken, parts.now());
    return taken.length;
  }

  return {
    deliver() {
      again = true;
      alarm.ring();
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      stopping = true;
      returned.push(...scheduler.dropAll());
      alarm.ring();
      const giveUpMs = Math.min(lateMs, parts.config.shutdownTimeoutMs / 4);
      const givingUpLate = setTimeout(() => sender.giveUp(), giveUpMs);
      await running?.catch(() => {});
      clearTimeout(givingUpLate);
      returned.push(...scheduler.dropAll());
      await recorder.write({ isLast: true });
      await releaseReturned();
      await Promise.all(givingUp.inProgress());
      await sender.close();
    },
  };
}
