import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Agent, type buildConnector, request } from 'undici';
import { v7 as uuid } from 'uuid';
import { createBatcher } from '../../batcher.ts';
import type { Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Secrets } from '../../secrets.ts';
import type {
  CallRequest,
  CallStatusAnswer,
  CallStatusQuery,
  MachineDetection,
  PlacementResult,
} from '../carriers/carrier.ts';
import {
  contentOf,
  endOfHungUp,
  isEnd,
  type Pace,
  type Plan,
  planOf,
  refusedCode,
  slowMs,
  stateOf,
} from './call-rules.ts';
import * as queries from './queries.ts';
import { createRuntimes, runtimeTimeoutMs } from './runtime.ts';
import { sign, signatureHeader } from './signature.ts';

/**
 * The simulated telephone network. It stores the calls it gets and reports like a carrier, with signed requests to the
 * callback URL. Like a carrier it outlives the process: calls without a report are reported by any later process.
 */
export interface SimulatedNetwork {
  place(line: Line, configurationId: number, call: CallRequest): Promise<PlacementResult>;
  /** What the network's record says about the newest call of a run. */
  status(pace: Pace, query: CallStatusQuery): Promise<CallStatusAnswer>;
  /** Ends a call and reports that. Throws an answer with a status if there is none in progress. */
  hangUp(pace: Pace, callId: string): Promise<void>;
  /** Plays a message and reports that it has ended. Throws an answer with a status if no call is in progress. */
  leaveMessage(callId: string): Promise<void>;
  /** Sends the reports of calls whose process crashed. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

/** What a configuration says about its calls. */
export interface Line extends Pace {
  /** Where answered calls are sent; null if nowhere. */
  readonly voice_url: string | null;
}

interface Parts {
  readonly db: Db;
  /** Makes connections to agent runtimes, to the addresses that are allowed. */
  readonly connector: buildConnector.connector;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly now: () => Timestamp;
}

/** The purpose of the key that signs callbacks. */
export const signaturePurpose = 'callbacks of the simulated network';

const retryMs = [100, 500, 2000, 5000];
const abandonedMs = 3000;
/** Callbacks that could not be delivered for this long are dropped. */
const giveUpAfterMs = 60 * 60_000;

const plannedFor = ({
  to_number,
  earlier_calls,
  detection,
}: {
  readonly to_number: string;
  readonly earlier_calls: number | null;
  readonly detection: MachineDetection;
}): Plan => planOf(to_number, earlier_calls ?? 0, detection);

/** What a carrier answers about a call that has ended. */
const noSuchCall = Object.assign(new Error('No such call is in progress.'), { status: 404 });

export function createSimulatedNetwork(parts: Parts): SimulatedNetwork {
  const { db, secrets, log, now } = parts;
  const runtimes = createRuntimes(parts.connector, log);
  const [key = Buffer.alloc(0)] = secrets.keysFor(signaturePurpose);
  let stopped = false;
  const ending = new AbortController();
  const agent = new Agent({ connections: 64, keepAliveTimeout: 10_000 });
  /** The calls whose callbacks this process sends, each with what ends that. */
  const inHand = new Map<string, AbortController>();
  const bookings = createBatcher({
    work: (calls: readonly queries.NewCall[]) =>
      queries.insert(db, calls).then((counts) => calls.map(({ id }) => counts.get(id) ?? 0)),
  });
  const reported = createBatcher({
    work: (ids: readonly string[]) => queries.markReported(db, ids, now()).then(() => ids),
  });

  async function post(url: string, report: object, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify(report);
    const headers = { 'content-type': 'application/json', [signatureHeader]: sign(key, url, body) };
    for (const wait of [...retryMs, undefined]) {
      try {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent });
        await answer.body.dump();
        if (answer.statusCode < 500 && answer.statusCode !== 429) return;
        throw new Error(`The callback got HTTP ${answer.statusCode}.`);
      } catch (error) {
        if (wait === undefined || signal.aborted) throw error;
        await pause(wait, undefined, { signal });
      }
    }
  }

  interface PlannedReports {
    readonly id: string;
    readonly url: string;
    readonly plan: Plan;
    readonly pace: Pace;
    /** Has an answered call connected to its agent runtime. */
    readonly connect?: (signal: AbortSignal) => Promise<void>;
  }

  /** Sends callbacks as a call's only sender, unless the call is hung up meanwhile; then records that they were sent. */
  async function send(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (stopped) return;
    const sending = new AbortController();
    inHand.get(id)?.abort();
    inHand.set(id, sending);
    try {
      await work(sending.signal);
      await reported.add(id);
    } catch (error) {
      if (!sending.signal.aborted) log.warn({ err: error, call_id: id }, 'a callback was rejected');
    } finally {
      if (inHand.get(id) === sending) inHand.delete(id);
    }
  }

  /** Sends a call's callbacks when they are due. */
  async function sendReports(planned: PlannedReports): Promise<void> {
    const { id, url, plan, pace, connect } = planned;
    if (plan.callbacks.length === 0) return;
    await send(id, async (signal) => {
      await pause(pace.ring_ms, undefined, { signal });
      for (const [index, callback] of plan.callbacks.entries()) {
        const before = plan.callbacks[index - 1];
        if (isEnd(callback) && before !== undefined && !isEnd(before))
          await pause(pace.talk_ms, undefined, { signal });
        const consent = isEnd(callback) && plan.consent !== undefined && { consent: plan.consent };
        await post(url, { call_id: id, ...contentOf(callback), ...consent }, signal);
        if (index === 0 && callback === 'answered') await connect?.(signal);
      }
    });
  }

  /** Reports the end of a call that was hung up. */
  const sendEnd = (id: string, url: string, status: string): Promise<void> =>
    send(id, (signal) => post(url, { call_id: id, status }, signal));

  return {
    async place({ voice_url, ...pace }, telephony_configuration_id, call) {
      const id = uuid();
      const placed_at = now();
      const waitMs = voice_url === null ? 0 : runtimeTimeoutMs;
      const earlierCalls = await bookings.add({
        id,
        telephony_configuration_id,
        run_id: call.run_id,
        to_number: call.to_number,
        from_number: call.from_number,
        callback_url: call.callback_url,
        placed_at,
        detection: call.detection,
        ends_at: later(placed_at, pace.ring_ms + pace.talk_ms + slowMs + waitMs),
      });
      const plan = planOf(call.to_number, earlierCalls, call.detection);
      if (plan.acceptAfterMs > 0) {
        const late = plan.acceptAfterMs > call.timeout_ms;
        await pause(Math.min(plan.acceptAfterMs, call.timeout_ms));
        if (late) return { kind: 'unknown', detail: 'The network did not answer in time.' };
      }
      if (plan.answer === 'refused')
        return {
          kind: 'refused',
          detail: 'The network refused the call.',
          carrier_code: refusedCode,
        };
      if (plan.answer === 'connection_error')
        return { kind: 'unavailable', detail: 'The network could not be reached.' };
      void sendReports({
        id,
        url: call.callback_url,
        plan,
        pace,
        ...(voice_url !== null && {
          connect: (signal) => runtimes.connect({ ...call, id, voice_url }, signal),
        }),
      });
      return { kind: 'accepted', carrier_call_id: id };
    },

    async status(pace, { run_id, now: askedAt }) {
      const call = await queries.findOf(db, run_id);
      return call
        ? stateOf(plannedFor(call), { ...call, pace, now: askedAt })
        : { kind: 'never_placed' };
    },

    async hangUp(pace, callId) {
      const call = await queries.hangUp(db, callId, now());
      if (!call) throw noSuchCall;
      const plan = plannedFor(call);
      const state = stateOf(plan, { ...call, pace, now: now(), hung_up_at: null });
      // A call without callbacks stays silent; one that has ended by now is reported as it ended.
      if (state.kind === 'in_progress') void sendEnd(callId, call.callback_url, endOfHungUp(state));
    },

    async leaveMessage(callId) {
      const call = await queries.findOpen(db, callId);
      if (!call) throw noSuchCall;
      // Nobody waits for it: like a lost report of a carrier, one that this process does not send is never sent.
      const report = { call_id: callId, status: 'answered', message: 'ended' };
      void post(call.callback_url, report, ending.signal).catch((error: unknown) =>
        log.warn({ err: error, call_id: callId }, 'a callback was rejected'),
      );
    },

    async recover() {
      const calls = await queries.unreported(
        db,
        later(now(), -giveUpAfterMs),
        later(now(), -abandonedMs),
      );
      const pace = { ring_ms: 0, talk_ms: 0 };
      await Promise.all(
        calls
          .filter(({ id }) => !inHand.has(id))
          .map(async ({ id, callback_url, ...call }) => {
            if (call.hung_up_at !== null) return sendEnd(id, callback_url, 'canceled');
            const plan = plannedFor(call);
            if (plan.answer === 'accepted' && plan.callbacks.length > 0)
              await sendReports({ id, url: callback_url, plan, pace });
            else await reported.add(id);
          }),
      );
    },

    async stop() {
      stopped = true;
      ending.abort();
      for (const sending of inHand.values()) sending.abort();
      await Promise.all([agent.destroy(), runtimes.stop()]);
    },
  };
}
