import { setTimeout as pause } from 'node:timers/promises';
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
  inboundPlan,
  type Pace,
  paceOf,
  plannedFor,
  planOf,
  refusedCode,
  slowMs,
  stateOf,
} from './call-rules.ts';
import { createCallbacks } from './callbacks.ts';
import { createConnecting, type Line } from './connecting.ts';
import { createConversations } from './conversations.ts';
import { handOff } from './handoffs.ts';
import { hangUp, hungUpEnd } from './hung-up.ts';
import { noSuchCall, sendKeys } from './keys.ts';
import * as queries from './queries.ts';
import { createPages } from './pages.ts';
import { createReporting } from './reporting.ts';
import { createRuntimes, type RuntimeParts, runtimeTimeoutMs } from './runtime.ts';
import { createSimulatedTransfers, type SimulatedTransfers } from './transfers.ts';
import { verbsOf } from './twiml-answers.ts';

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
  /** Vouches for the calls of this process that have a stream or a document, and leaves those that have ended elsewhere. */
  followTalks(): Promise<void>;
  /** Sends the reports of calls whose process crashed. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

interface InboundCall {
  /** Where calls to the number are received. */
  readonly url: string;
  /** Null: hidden. */
  readonly from_number: string | null;
  readonly to_number: string;
}

interface Parts extends RuntimeParts {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly now: () => Timestamp;
  /** Gets what the person of a call hears in its stream, frame by frame: mu-law at 8 kHz. */
  readonly onHeard?: ((callId: string, audio: Buffer) => void) | undefined;
  /** Gets what the person of a call has heard at its relay, text by text. */
  readonly onSaid?: ((callId: string, text: string) => void) | undefined;
}

const abandonedMs = 3000;
/** For how long a process vouches for a call, which it does every second. */
const talkingMs = 10_000;
/** Callbacks that could not be delivered for this long are dropped. */
const giveUpAfterMs = 60 * 60_000;

export function createSimulatedNetwork(parts: Parts): SimulatedNetwork {
  const { db, secrets, log, now } = parts;
  const runtimes = createRuntimes(parts);
  const ending = new AbortController();
  const { post, destroy } = createCallbacks(secrets);
  const conversations = createConversations(parts);
  const reporting = createReporting({ db, log, now, post, ending: ending.signal });
  const { sendReports, sendEnd, postAside } = reporting;
  const bookings = createBatcher({
    work: (calls: readonly queries.NewCall[]) =>
      queries.insert(db, calls).then((counts) => calls.map(({ id }) => counts.get(id) ?? 0)),
  });
  const pages = createPages({ runtimes, conversations, log, ending: ending.signal });
  const connecting = createConnecting({ pages, conversations });
  /** A call that goes on without its agent. */
  function leaveAgent(id: string): void {
    pages.leave(id);
    conversations.leaveAgent(id);
  }

  const open = () => new Set([...pages.ids(), ...conversations.ids()]);
  /** Until when a new call is believed to have a process; null: it ends as planned. */
  const talkingUntil = (line: Line, placed_at: Timestamp): Timestamp | null =>
    (line.voice_url === null ? (line.stream_url ?? line.relay_url) : line.taken_ms) !== null
      ? later(placed_at, line.ring_ms + slowMs + runtimeTimeoutMs + talkingMs)
      : null;

  return {
    async place(line, telephony_configuration_id, call) {
      const [id, placed_at, pace] = [uuid(), now(), line];
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
        ends_at: later(placed_at, pace.ring_ms + pace.talk_ms + slowMs + waitMsOf(line)),
        talking_until: talkingUntil(line, placed_at),
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
        connect: connecting.withAgent(
          line,
          { ...call, id, configuration_id: telephony_configuration_id, direction: 'outbound' },
          call.agent,
        ),
      });
      return { kind: 'accepted', carrier_call_id: id };
    },

    async callIn(line, telephony_configuration_id, { url, ...numbers }) {
      const [id, placed_at, direction] = [uuid(), now(), 'inbound' as const];
      await bookings.add({
        id,
        telephony_configuration_id,
        direction,
        run_id: null,
        ...numbers,
        callback_url: url,
        placed_at,
        detection: 'off',
        ends_at: later(placed_at, line.talk_ms + slowMs + waitMsOf(line)),
        talking_until: talkingUntil(line, placed_at),
      });
      const { from_number: from, to_number: to } = numbers;
      const call = { call_id: id, status: 'ringing', direction, from: from ?? 'anonymous', to };
      const document = await post(url, call, ending.signal).catch((error: unknown) => {
        log.warn({ err: error, call_id: id }, 'an inbound call was not received');
        return '';
      });
      const verbs = await verbsOf('text/xml', document);
      if (verbs[0]?.kind === 'hang_up' || verbs[0]?.kind === 'fault') {
        await reporting.markReported(id);
        return id;
      }
      void sendReports({
        id,
        url,
        plan: inboundPlan,
        pace: paceOf(line, { direction }),
        connect: connecting.byDocument(line, verbs, {
          ...numbers,
          id,
          configuration_id: telephony_configuration_id,
          direction,
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
      leaveAgent(callId);
      postAside(callId, call.callback_url, { status: 'answered', message: 'ended' });
    },

    ...createSimulatedTransfers({
      db,
      log,
      post,
      ending: ending.signal,
      connected: leaveAgent,
    }),

    handOff: (line, request) => handOff({ db, connecting, ending: ending.signal }, line, request),
    async sendKeys(pace, request) {
      await sendKeys(db, request, { pace, now: now() });
      conversations.press(request.carrier_call_id, request);
    },

    async followTalks() {
      const ids = [...open()];
      if (ids.length === 0) return;
      const talking = await queries.keepTalking(db, ids, later(now(), talkingMs));
      const present = open();
      for (const id of ids) if (present.has(id) && !talking.has(id)) reporting.leave(id);
    },

    async recover() {
      const own = reporting.ids();
      await queries.endAbandoned(db, own, now());
      const calls = await queries.unreported(
        db,
        later(now(), -giveUpAfterMs),
        later(now(), -abandonedMs),
      );
      const pace = { ring_ms: 0, talk_ms: 0 };
      await Promise.all(
        calls
          .filter(({ id }) => !own.includes(id))
          .map(async (call) => {
            const { id, callback_url } = call;
            const end = hungUpEnd(secrets, call);
            if (end) return sendEnd(id, callback_url, end);
            const plan = plannedFor(call);
            if (plan.answer === 'accepted' && plan.callbacks.length > 0)
              await sendReports({ id, url: callback_url, plan, pace });
            else await reporting.markReported(id);
          }),
      );
    },

    async stop() {
      ending.abort();
      // Their streams end with this process; a later one reports that.
      const talking = [...open()].map((id) => queries.hangUp(db, id, now()));
      reporting.stop();
      await Promise.allSettled(talking);
      await Promise.all([destroy(), runtimes.stop()]);
    },
  };
}

/** How much later than planned a call may end because of its runtime. */
const waitMsOf = ({ voice_url, stream_url, relay_url }: Line): number =>
  [voice_url, stream_url, relay_url].every((url) => url === null) ? 0 : runtimeTimeoutMs;
