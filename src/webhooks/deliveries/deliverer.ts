import { createAlarm } from './alarm.ts';
import { composeDue, type SetAside } from '../events/compose.ts';
import type { WebhookParts } from '../dependencies.ts';
import type { PosterOptions } from './post.ts';
import { createGivingUp } from './giving-up.ts';
import { createLoop, type Loop } from './loop.ts';
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
  /** Rings when a loop has ended, and when a batch of attempts is worth recording. */
  const progress = createAlarm();
  const batch = createAlarm();
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
