import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../db/connect.ts';
import { createBatcher } from '../../fairness/batcher.ts';
import type { Timestamp } from '../../timestamp.ts';
import { consentIn, contentOf, isEnd, type Pace, type Plan, reportsRinging } from './call-rules.ts';
import type { Callbacks } from './callbacks.ts';
import type { Talk } from './conversations.ts';
import { hangUp } from './hung-up.ts';
import * as queries from './queries.ts';

interface PlannedReports {
  readonly id: string;
  readonly url: string;
  readonly plan: Plan;
  readonly pace: Pace;
  /** Has an answered call connected to its agent runtime; with a stream, the call lasts as long as this. */
  readonly connect?: (signal: AbortSignal) => Promise<Talk | undefined>;
}

/** Sends the reports of the network's calls. */
export interface Reporting {
  /** Sends a call's callbacks when they are due. */
  readonly sendReports: (planned: PlannedReports) => Promise<void>;
  /** Reports the end of a call that was hung up, and nothing else of it. */
  readonly sendEnd: (id: string, url: string, end: object) => Promise<void>;
  /** Posts what nobody waits for: like a lost report of a carrier, one that this process does not send is never sent. */
  readonly postAside: (id: string, url: string, report: object) => void;
  /** Records that nothing is left to report. */
  markReported(id: string): Promise<unknown>;
  /** The calls whose reports this process sends. */
  ids(): string[];
  /** Leaves a call that has ended elsewhere, with its stream. */
  leave(id: string): void;
  stop(): void;
}

interface Parts extends Pick<Callbacks, 'post'> {
  readonly db: Db;
  readonly log: Logger;
  readonly now: () => Timestamp;
  /** The network stops. */
  readonly ending: AbortSignal;
}

export function createReporting({ db, log, now, post, ending }: Parts): Reporting {
  /** The calls whose callbacks this process sends, each with what ends that. */
  const inHand = new Map<string, AbortController>();
  const reported = createBatcher({
    work: (ids: readonly string[]) => queries.markReported(db, ids, now()).then(() => ids),
  });

  const postAside = (id: string, url: string, report: object): void =>
    void post(url, { call_id: id, ...report }, ending).catch((error: unknown) =>
      log.warn({ err: error, call_id: id }, 'a callback was rejected'),
    );

  /** Sends callbacks as a call's only sender, unless the call is hung up meanwhile; then records that they were sent. */
  async function send(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (ending.aborted) return;
    const sending = new AbortController();
    inHand.get(id)?.abort();
    inHand.set(id, sending);
    try {
      await work(sending.signal);
      await reported.add(id);
    } catch (error) {
      if (!sending.signal.aborted) log.warn({ err: error, call_id: id }, 'a callback was rejected');
    } finally {
      sending.abort();
      if (inHand.get(id) === sending) inHand.delete(id);
    }
  }

  /** Waits until the person or the runtime leaves, to what is reported then; undefined if the call took its time. */
  async function endOf(
    { id, pace }: PlannedReports,
    talk: Talk | undefined,
    signal: AbortSignal,
  ): Promise<object | undefined> {
    const waiting = new AbortController();
    const whole = pause(pace.talk_ms, undefined, {
      signal: AbortSignal.any([signal, waiting.signal]),
    });
    if (!talk) {
      await whole;
      return undefined;
    }
    const left = await Promise.race([whole, talk.over]);
    waiting.abort();
    signal.throwIfAborted();
    talk.end();
    if (!left) return undefined;
    const { end } = await hangUp(db, id, { pace, now: now() });
    if (left.by !== 'error') return end;
    return { ...(end ?? { status: 'completed' }), agent: 'failed', code: left.code };
  }

  return {
    async sendReports(planned) {
      const { id, url, plan, pace, connect } = planned;
      if (plan.callbacks.length === 0) return;
      await send(id, async (signal) => {
        if (reportsRinging(plan, pace)) postAside(id, url, { status: 'ringing' });
        await pause(pace.ring_ms, undefined, { signal });
        let talk: Talk | undefined;
        for (const [index, callback] of plan.callbacks.entries()) {
          const before = plan.callbacks[index - 1];
          const isOver = isEnd(callback) && before !== undefined && !isEnd(before);
          const end = isOver ? await endOf(planned, talk, signal) : undefined;
          const content = { ...contentOf(callback), ...(isEnd(callback) && consentIn(plan)) };
          await post(url, { call_id: id, ...(end ?? content) }, signal);
          if (index === 0 && callback === 'answered') talk = await connect?.(signal);
        }
      });
    },

    sendEnd: (id, url, end) =>
      send(id, async (signal) => {
        await post(url, { call_id: id, ...end }, signal);
      }),

    postAside,
    markReported: (id) => reported.add(id),
    ids: () => [...inHand.keys()],
    leave: (id) => inHand.get(id)?.abort(),
    stop() {
      for (const sending of inHand.values()) sending.abort();
    },
  };
}
