import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { buildConnector } from 'undici';
import { v7 as uuid } from 'uuid';
import { createBatcher } from '../../fairness/batcher.ts';
import type { Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Secrets } from '../../db/secrets.ts';
import type {
  CallRequest,
  CallStatusAnswer,
  CallStatusQuery,
  HandoffResult,
  PlacementResult,
} from '../carriers/carrier.ts';
import type { HandoffRequest, KeysRequest } from '../carriers/requests.ts';
import {
  consentIn,
  contentOf,
  inboundPlan,
  isEnd,
  isTaken,
  type Pace,
  type Plan,
  paceOf,
  plannedFor,
  planOf,
  redirectIn,
  refusedCode,
  reportsRinging,
  slowMs,
  stateOf,
} from './call-rules.ts';
import { addressOf } from '../carriers/agent.ts';
import { createCallbacks } from './callbacks.ts';
import { handOff } from './handoffs.ts';
import { hangUp, hungUpEnd } from './hung-up.ts';
import { noSuchCall, sendKeys } from './keys.ts';
import * as queries from './queries.ts';
import { createRuntimes, runtimeTimeoutMs } from './runtime.ts';
import { createSimulatedTransfers, type SimulatedTransfers } from './transfers.ts';

/**
 * The simulated telephone network. It stores the calls it gets and reports like a carrier, with signed requests to the
 * callback URL. Like a carrier it outlives the process: calls without a report are reported by any later process.
 */
export interface SimulatedNetwork extends SimulatedTransfers {
  place(line: Line, configurationId: number, call: CallRequest): Promise<PlacementResult>;
  /** Calls a number of a configuration, and talks if it is taken. Returns the call's id. */
  callIn(line: Line, configurationId: number, call: InboundCall): Promise<string>;
  /** What the network's record says about the newest call of a run. */
  status(pace: Pace, query: CallStatusQuery): Promise<CallStatusAnswer>;
  /** Ends a call and reports that. Throws an answer with a status if there is none in progress. */
  hangUp(pace: Pace, callId: string): Promise<void>;
  /** Plays a message and reports that it has ended. Throws an answer with a status if no call is in progress. */
  leaveMessage(callId: string): Promise<void>;
  /** Records keys once for each command. Throws an answer with a status if the call is not answered or has ended. */
  sendKeys(pace: Pace, request: Omit<KeysRequest, 'timeout_ms'>): Promise<void>;
  /** Connects a call with the runtime of another agent. */
  handOff(line: Line, request: Omit<HandoffRequest, 'timeout_ms'>): Promise<HandoffResult>;
  /** Sends the reports of calls whose process crashed. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

/** What a configuration says about its calls. */
export interface Line extends Pace {
  /** Where answered calls are sent; null if nowhere. */
  readonly voice_url: string | null;
}

interface InboundCall {
  /** Where calls to the number are received. */
  readonly url: string;
  /** Null: hidden. */
  readonly from_number: string | null;
  readonly to_number: string;
}

interface Parts {
  readonly db: Db;
  /** Makes connections to agent runtimes, to the addresses that are allowed. */
  readonly connector: buildConnector.connector;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly now: () => Timestamp;
}

const abandonedMs = 3000;
/** Callbacks that could not be delivered for this long are dropped. */
const giveUpAfterMs = 60 * 60_000;

export function createSimulatedNetwork(parts: Parts): SimulatedNetwork {
  const { db, secrets, log, now } = parts;
  const runtimes = createRuntimes(parts.connector, log);
  let stopped = false;
  const ending = new AbortController();
  const { post, destroy } = createCallbacks(secrets);
  /** The calls whose callbacks this process sends, each with what ends that. */
  const inHand = new Map<string, AbortController>();
  const bookings = createBatcher({
    work: (calls: readonly queries.NewCall[]) =>
      queries.insert(db, calls).then((counts) => calls.map(({ id }) => counts.get(id) ?? 0)),
  });
  const reported = createBatcher({
    work: (ids: readonly string[]) => queries.markReported(db, ids, now()).then(() => ids),
  });

  /** Posts what nobody waits for: like a lost report of a carrier, one that this process does not send is never sent. */
  const postAside = (id: string, url: string, report: object): void =>
    void post(url, { call_id: id, ...report }, ending.signal).catch((error: unknown) =>
      log.warn({ err: error, call_id: id }, 'a callback was rejected'),
    );

  interface PlannedReports {
    readonly id: string;
    readonly url: string;
    readonly plan: Plan;
    readonly pace: Pace;
    /** Has an answered call connected to its agent runtime. */
    readonly connect?: (signal: AbortSignal) => Promise<unknown>;
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
      if (reportsRinging(plan, pace)) postAside(id, url, { status: 'ringing' });
      await pause(pace.ring_ms, undefined, { signal });
      for (const [index, callback] of plan.callbacks.entries()) {
        const before = plan.callbacks[index - 1];
        if (isEnd(callback) && before !== undefined && !isEnd(before))
          await pause(pace.talk_ms, undefined, { signal });
        const content = { ...contentOf(callback), ...(isEnd(callback) && consentIn(plan)) };
        await post(url, { call_id: id, ...content }, signal);
        if (index === 0 && callback === 'answered') await connect?.(signal);
      }
    });
  }

  /** Reports the end of a call that was hung up. */
  const sendEnd = (id: string, url: string, end: object): Promise<void> =>
    send(id, async (signal) => {
      await post(url, { call_id: id, ...end }, signal);
    });

  return {
    async place({ voice_url, ...pace }, telephony_configuration_id, call) {
      const id = uuid();
      const placed_at = now();
      const waitMs = voice_url === null ? 0 : runtimeTimeoutMs;
      const earlierCalls = await bookings.add({
        id,
        telephony_configuration_id,
        direction: 'outbound',
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
          connect: (signal) => {
            const address = addressOf(voice_url, call.agent);
            return runtimes.connect({ ...call, id, address, direction: 'outbound' }, signal);
          },
        }),
      });
      return { kind: 'accepted', carrier_call_id: id };
    },

    async callIn({ voice_url, ...pace }, telephony_configuration_id, { url, ...numbers }) {
      const [id, placed_at, direction] = [uuid(), now(), 'inbound' as const];
      const waitMs = voice_url === null ? 0 : runtimeTimeoutMs;
      await bookings.add({
        id,
        telephony_configuration_id,
        direction,
        run_id: null,
        ...numbers,
        callback_url: url,
        placed_at,
        detection: 'off',
        ends_at: later(placed_at, pace.talk_ms + slowMs + waitMs),
      });
      const { from_number: from, to_number: to } = numbers;
      const call = { call_id: id, status: 'ringing', direction, from: from ?? 'anonymous', to };
      const document = await post(url, call, ending.signal).catch((error: unknown) => {
        log.warn({ err: error, call_id: id }, 'an inbound call was not received');
        return '';
      });
      if (!isTaken(document)) {
        await reported.add(id);
        return id;
      }
      const address = redirectIn(document);
      void sendReports({
        id,
        url,
        plan: inboundPlan,
        pace: paceOf(pace, { direction }),
        ...(address !== undefined && {
          connect: (signal) => runtimes.connect({ id, address, direction, ...numbers }, signal),
        }),
      });
      return id;
    },

    async status(pace, query) {
      const call = await queries.findOf(db, query);
      return call
        ? stateOf(plannedFor(call), { ...call, pace: paceOf(pace, call), now: query.now })
        : { kind: 'never_placed' };
    },

    async hangUp(pace, callId) {
      const { url, end } = await hangUp(db, callId, { pace, now: now() });
      if (end) void sendEnd(callId, url, end);
    },

    async leaveMessage(callId) {
      const call = await queries.findOpen(db, callId);
      if (!call) throw noSuchCall;
      postAside(callId, call.callback_url, { status: 'answered', message: 'ended' });
    },

    ...createSimulatedTransfers({ db, log, post, ending: ending.signal }),

    handOff: ({ voice_url }, request) =>
      handOff({ db, runtimes, ending: ending.signal }, voice_url, request),
    sendKeys: (pace, request) => sendKeys(db, request, { pace, now: now() }),

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
          .map(async (call) => {
            const { id, callback_url } = call;
            const end = hungUpEnd(secrets, call);
            if (end) return sendEnd(id, callback_url, end);
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
      await Promise.all([destroy(), runtimes.stop()]);
    },
  };
}
