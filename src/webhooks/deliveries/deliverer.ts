import { composeDue } from '../events/compose.ts';
import type { WebhookParts } from '../parts.ts';
import type { PosterOptions } from './post.ts';
import * as deliveries from './queries.ts';
import { giveUpDisabled } from './record.ts';
import { createRecorder } from './recorder.ts';
import { createScheduler } from './scheduler.ts';
import { createSender } from './sender.ts';
import { createTaker, type Taken } from './taker.ts';

/** Creates and sends this process's share of the events. */
export interface Deliverer {
  /** Sends due deliveries; resolves when none is due or in progress. */
  deliver(): Promise<void>;
  /** Starts no further deliveries, releases those not started and waits for those in progress. */
  stop(): Promise<void>;
}

export type DelivererOptions = Omit<PosterOptions, 'allowPrivate'>;

/** Batch limits for recording attempts: their number, and the time between two writes in milliseconds. */
const recordedTogether = 100;
const recordedWithinMs = 20;
/** How often due deliveries are checked for while a slow one is in progress. */
const lookEveryMs = 1000;
/** How often attempts are written again if their endpoints were locked. */
const heldMs = 100;

export function createDeliverer(parts: WebhookParts, options: DelivererOptions = {}): Deliverer {
  const scheduler = createScheduler<Taken>();
  const recorder = createRecorder(parts);
  const givingUp = new Map<number, Promise<void>>();
  const back: Taken[] = [];
  let stopping = false;
  let again = false;
  let running: Promise<void> | undefined;
  let wake = (): void => {};

  const taker = createTaker({ ...parts, scheduler, giveUp, isGivenUp: (id) => givingUp.has(id) });
  const sender = createSender({
    ...parts,
    scheduler,
    options,
    tried: (one) => recorder.add(one),
    back(taken) {
      back.push(...taken);
      wake();
    },
    ended() {
      const waiting = recorder.waiting();
      if (scheduler.inProgress() === 0 || waiting === 1 || waiting >= recordedTogether) wake();
    },
  });

  const signal = (withinMs: number): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(end, withinMs);
      function end(): void {
        clearTimeout(timer);
        wake = () => {};
        done();
      }
      wake = end;
    });

  /** Waits for an attempt, then until a batch is worth writing. */
  async function change(): Promise<void> {
    if (recorder.waiting() === 0) await signal(lookEveryMs);
    const waiting = recorder.waiting();
    if (waiting > 0 && waiting < recordedTogether && scheduler.inProgress() > 0)
      await signal(recordedWithinMs);
  }

  async function run(): Promise<void> {
    do {
      again = false;
      for (;;) {
        const [written, made, isMore, returned] = await Promise.all([
          writeDown(),
          stopping ? 0 : composeDue(parts),
          stopping ? false : taker.take(),
          giveBack(),
        ]);
        if (!stopping) sender.begin();
        if (made > 0 || isMore || returned > 0) continue;
        if (scheduler.inProgress() > 0) await change();
        else if (recorder.waiting() > 0) await (written === 0 && signal(heldMs));
        else if (givingUp.size > 0) await Promise.all(givingUp.values());
        else if (written === 0 && back.length === 0) break;
      }
    } while (again);
  }

  async function writeDown(): Promise<number> {
    const { count, disabled } = await recorder.write();
    giveUp(disabled);
    return count;
  }

  /** Releases deliveries of endpoints that turned out to be slow. */
  async function giveBack(): Promise<number> {
    const taken = back.splice(0);
    if (taken.length > 0) await deliveries.giveBack(parts.db, taken, parts.now());
    return taken.length;
  }

  /** Gives up the deliveries of disabled endpoints, however many, while others are sent. */
  function giveUp(endpointIds: readonly number[]): void {
    for (const id of endpointIds) {
      scheduler.dropEndpoint(id);
      if (givingUp.has(id)) continue;
      const given = giveUpDisabled(parts, id)
        .catch((error: unknown) =>
          parts.log.error({ err: error, endpoint_id: id }, 'deliveries could not be given up'),
        )
        .finally(() => givingUp.delete(id));
      givingUp.set(id, given);
    }
  }

  return {
    deliver() {
      again = true;
      wake();
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      stopping = true;
      back.push(...scheduler.dropAll());
      wake();
      await running?.catch(() => {});
      back.push(...scheduler.dropAll());
      await recorder.write({ isLast: true });
      await giveBack();
      await Promise.all(givingUp.values());
      await sender.close();
    },
  };
}
