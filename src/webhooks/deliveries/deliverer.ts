import { createLeasedWork } from '../../jobs/leased.ts';
import { createDeadlines } from '../../time/deadlines.ts';
import { msBetween } from '../../timestamp.ts';
import type { WebhookParts } from '../dependencies.ts';
import { composeDue, type SetAside } from '../events/compose.ts';
import { createClaims, type Taken } from './claim-deliveries.ts';
import { createPoster, type PosterOptions, postTimeoutMs } from './post.ts';
import { giveUpDisabled, record, settle, type Tried } from './record.ts';
import { verdictOn } from './rules.ts';
import { createScheduler, type Sending } from './scheduler.ts';
import { send } from './send.ts';
import * as deliveries from './take-queries.ts';

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

/** A request to an endpoint, or a step at the database, of which one is in progress at a time. */
type Piece = (signal: AbortSignal) => Promise<void>;

/** Batch limits for recording attempts: their number, and the time between two writes in milliseconds. */
const recordBatchSize = 100;
const recordEveryMs = 20;
/** How often due deliveries are checked for while a slow one is in progress. */
const checkEveryMs = 1000;
/** How often attempts are written again if their endpoints were locked. */
const lockedRetryMs = 100;
/** After this time a request is late and frees its place. */
const lateMs = 2000;

export function createDeliverer(parts: WebhookParts, options: DelivererOptions = {}): Deliverer {
  const { timeoutMs = postTimeoutMs } = options;
  const scheduler = createScheduler<Taken>();
  const { clock, config } = parts;
  const poster = createPoster({ allowPrivate: config.webhookAllowPrivate, ...options });
  const outward = { clock, poster };
  const deadline = createDeadlines(Math.min(lateMs, timeoutMs / 2));
  const aside: SetAside = new Map();
  const givingUp = new Map<number, () => Promise<void>>();
  /** Steps that have something to do. */
  const wanted = new Set<Piece>();
  let tried: Tried[] = [];
  /** Attempts that could not be recorded, until the next look. */
  let unrecorded: readonly Tried[] = [];
  let returned: Taken[] = [];
  let recordingSoon: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopping = false;
  let fail: (error: unknown) => void = () => {};

  const claims = createClaims({
    ...parts,
    scheduler,
    giveUp,
    isGivenUp: (id) => givingUp.has(id),
  });
  // No step waits for another: while one is at the database, what was taken before is sent.
  const work = createLeasedWork<Piece, Piece>({
    claim: async () => nextPost() ?? nextStep(),
    keyOf: (piece) => piece,
    work: (piece, { signal }) => piece(signal),
    unclaimed: (error) => fail(error),
    failed: (error) => fail(error),
    patienceMs: Math.min(lateMs, config.shutdownTimeoutMs / 4),
  });
  const fill = (): void => void work.fill().catch((error: unknown) => fail(error));

  function nextPost(): Piece | undefined {
    const sending = scheduler.next();
    return sending && ((signal) => post(sending, signal));
  }

  function nextStep(): Piece | undefined {
    // Attempts are recorded when they fill a batch, when nothing else is in progress, or after a short time.
    const isIdle = scheduler.inProgress() === 0 && !work.has(recordTried);
    if (tried.length >= recordBatchSize || (tried.length > 0 && isIdle)) wanted.add(recordTried);
    else if (tried.length > 0) recordSoon();
    for (const step of wanted)
      if (!work.has(step)) {
        wanted.delete(step);
        return step;
      }
    return undefined;
  }

  async function compose(): Promise<void> {
    if ((await composeDue(parts, aside, claims)) > 0) wanted.add(compose).add(claim);
  }

  async function claim(): Promise<void> {
    if (await claims.claim()) wanted.add(claim);
  }

  /** Continues with the request that may begin when one has ended, whose piece of its own would cost more. */
  async function post(first: Sending<Taken>, signal: AbortSignal): Promise<void> {
    // Only a stop aborts, and it aborts all requests: a listener for each would cost more.
    signal.addEventListener('abort', () => poster.giveUp(), { once: true });
    for (let sending: typeof first | undefined = first; sending; sending = scheduler.next()) {
      const mayMoreBegin = await postOne(sending, signal);
      recordSoon();
      if (isStopping) return;
      if (mayMoreBegin || wanted.size > 0 || tried.length >= recordBatchSize) fill();
    }
  }

  /** Returns whether more than one request may begin now. */
  async function postOne(sending: Sending<Taken>, signal: AbortSignal): Promise<boolean> {
    const { id, endpoint_id, event_created_at, lease, until } = sending.item;
    const at = parts.now();
    // The lease could expire before the response arrives, and another process take the delivery: leave it to that.
    const isLost = msBetween(at, until) < timeoutMs;
    let mayMoreBegin = false;
    if (isLost) scheduler.ended(sending, undefined);
    else {
      const inTime = deadline(() => giveBack(scheduler.late(sending)));
      const posted = await send(outward, sending.item);
      inTime();
      const isGivenUp = signal.aborted && posted.status === null;
      const verdict = verdictOn(posted.status);
      parts.metrics.work.posted(isGivenUp ? 'given_up' : verdict);
      mayMoreBegin = scheduler.ended(sending, isGivenUp ? undefined : posted.status !== null);
      if (isGivenUp) returned.push(sending.item);
      else tried.push({ id, endpoint_id, event_created_at, lease, at, posted });
      if (verdict === 'gone') scheduler.drop(sending);
    }
    if (claims.isBehind(endpoint_id) && scheduler.hasRoom(sending)) wanted.add(claim);
    return mayMoreBegin;
  }

  /** Not during a write: after it a timer that began meanwhile would cut the next batch short. */
  function recordSoon(): void {
    if (!work.has(recordTried)) recordingSoon ??= setTimeout(recordNow, recordEveryMs);
  }

  function recordNow(): void {
    wanted.add(recordTried);
    fill();
  }

  /** Releases deliveries that were taken and are not sent now. */
  function giveBack(taken: readonly Taken[]): void {
    returned.push(...taken);
    recordNow();
  }

  async function recordTried(): Promise<void> {
    clearTimeout(recordingSoon);
    recordingSoon = undefined;
    const waiting = tried.length + unrecorded.length;
    if (waiting === 0 && returned.length === 0) return;
    const [left] = await Promise.all([write({ wait: false }), release()]);
    wanted.add(compose).add(claim);
    if (waiting > 0 && left === waiting)
      await new Promise((done) => setTimeout(done, lockedRetryMs));
  }

  /** Records the waiting attempts; returns how many are left, of locked endpoints, if it does not wait for those. */
  async function write(locked: { readonly wait: boolean }): Promise<number> {
    const batch = [...unrecorded, ...tried];
    unrecorded = batch;
    tried = [];
    const leasing = claims.leasing();
    const { rest, next } = await settle(parts, batch, leasing);
    unrecorded = rest;
    await claims.takenNext(next, leasing);
    const { disabled, left } = await record(parts, rest, locked);
    unrecorded = [];
    tried = [...left, ...tried];
    giveUp(disabled);
    return left.length;
  }

  async function release(): Promise<void> {
    const taken = returned;
    returned = [];
    if (taken.length > 0) await deliveries.release(parts.db, taken, parts.now());
  }

  /** Gives up the remaining deliveries of endpoints that are disabled. */
  function giveUp(endpointIds: readonly number[]): void {
    for (const id of endpointIds) {
      scheduler.dropEndpoint(id);
      if (givingUp.has(id)) continue;
      const step = (): Promise<void> => giveUpAll(id).finally(() => givingUp.delete(id));
      givingUp.set(id, step);
      wanted.add(step);
    }
  }

  const giveUpAll = (id: number): Promise<void> =>
    giveUpDisabled(parts, id).catch((error: unknown) =>
      parts.log.error({ err: error, endpoint_id: id }, 'deliveries could not be given up'),
    );

  function look(): void {
    wanted.add(compose).add(claim).add(recordTried);
    fill();
  }

  async function run(): Promise<void> {
    const failed = new Promise<never>((_, reject) => (fail = reject));
    const checking = setInterval(look, checkEveryMs);
    try {
      await Promise.race([work.settled(), failed]);
    } finally {
      clearInterval(checking);
      running = undefined;
    }
  }

  return {
    deliver() {
      look();
      running ??= run();
      return running;
    },
    async stop() {
      isStopping = true;
      clearTimeout(recordingSoon);
      returned.push(...scheduler.dropAll());
      await Promise.all([work.stop(), release()]);
      await write({ wait: true });
      returned.push(...scheduler.dropAll());
      await release();
      await Promise.all(Array.from(givingUp.values(), (step) => step()));
      await poster.close();
    },
  };
}
