import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../db/connect.ts';
import type { TransferResult } from '../carriers/carrier.ts';
import type { TransferRequest } from '../carriers/requests.ts';
import { contentOf, type Pace, planOf, refusedCode } from './call-rules.ts';
import { sipParts } from '../../workflows/sip-rules.ts';
import type { Callbacks } from './callbacks.ts';
import * as queries from './queries.ts';

export interface SimulatedTransfers {
  /** Connects a call with somebody, whose last two digits decide as for calls, and reports it. */
  transfer(pace: Pace, request: TransferRequest): Promise<TransferResult>;
  /** Has whoever answered for a call hear a text, and reports its end. Throws if nobody has. */
  brief(legId: string): Promise<void>;
  /** Connects a call with who has answered for it. Throws if nobody has. */
  connect(legId: string): Promise<void>;
  /** Ends what rings or waits for a call. */
  recall(legId: string): Promise<void>;
}

interface Parts extends Pick<Callbacks, 'post'> {
  readonly db: Db;
  readonly log: Logger;
  /** The network stops. */
  readonly ending: AbortSignal;
  /** Is told of each call whose person talks with somebody else from now on. */
  readonly connected: (callId: string) => void;
}

interface LegReport {
  readonly transfer: string;
}

interface Leg {
  readonly request: TransferRequest;
  readonly stopping: AbortController;
}

const legOf = ({ transfer_id }: Pick<TransferRequest, 'transfer_id'>): string =>
  `leg-${transfer_id}`;

/** The digits that decide about a destination: those that the user of a SIP URI ends with, or else 00. */
function dialedBy(to: string): string {
  const user = sipParts(to)?.user;
  if (user === undefined) return to;
  return /[0-9]{2}$/.test(user) ? user : '00';
}

/** Unlike calls, transfers are known to the process alone that was asked for them. */
export function createSimulatedTransfers(parts: Parts): SimulatedTransfers {
  const { db, log, post, ending } = parts;
  const legs = new Map<string, Leg>();

  /** Who answers is reported after the answer, where it is to be detected. */
  const reportsOf = ({ to, detect }: TransferRequest): LegReport[] => {
    const { callbacks } = planOf(dialedBy(to), 0, detect ? 'detect' : 'off');
    const reports = callbacks
      .filter((each) => each !== 'completed')
      .map((each) => contentOf(each))
      .map(({ status: transfer, ...others }) => ({ transfer, ...others }));
    const isPerson =
      detect && callbacks.includes('answered') && !callbacks.includes('machine_detected');
    return isPerson ? [...reports, { transfer: 'answered', answered_by: 'human' }] : reports;
  };

  async function reportAll(request: TransferRequest, { ring_ms }: Pace): Promise<void> {
    const { callback_url, detect, brief } = request;
    const reports = reportsOf(request);
    if (reports.length === 0) return;
    const own = { request, stopping: new AbortController() };
    const signal = AbortSignal.any([own.stopping.signal, ending]);
    const leg = legOf(request);
    legs.set(leg, own);
    let isWaiting = false;
    try {
      await post(callback_url, { transfer: 'ringing', leg }, signal);
      await pause(ring_ms, undefined, { signal });
      isWaiting = detect || brief;
      const answers = reports.some(({ transfer }) => transfer === 'answered');
      if (answers && !isWaiting) parts.connected(request.carrier_call_id);
      for (const report of reports) await post(callback_url, { ...report, leg }, signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'a transfer could not be reported');
    } finally {
      if (!isWaiting) legs.delete(leg);
    }
  }

  function answered(legId: string): TransferRequest {
    const { request } = legs.get(legId) ?? {};
    if (request) return request;
    throw Object.assign(new Error('Nobody has answered.'), { status: 404 });
  }

  return {
    async transfer(pace, request) {
      const { carrier_call_id, transfer_id } = request;
      if (!(await queries.keepTransfer(db, carrier_call_id, transfer_id)))
        return { kind: 'refused', detail: 'No such call is in progress.' };
      const { answer, acceptAfterMs } = planOf(dialedBy(request.to), 0, 'off');
      if (acceptAfterMs >= request.timeout_ms) {
        await pause(request.timeout_ms);
        return { kind: 'unknown', detail: 'The network did not answer in time.' };
      }
      if (acceptAfterMs > 0) await pause(acceptAfterMs);
      if (answer === 'refused')
        return {
          kind: 'refused',
          detail: 'The network refused the transfer.',
          carrier_code: refusedCode,
        };
      if (answer === 'connection_error')
        return { kind: 'unavailable', detail: 'The network could not be reached.' };
      void reportAll(request, pace);
      return { kind: 'accepted', leg_id: legOf(request) };
    },

    async brief(legId) {
      const { callback_url } = answered(legId);
      const report = { transfer: 'answered', briefing: 'ended', leg: legId };
      await post(callback_url, report, ending);
    },

    async connect(legId) {
      const { callback_url, carrier_call_id } = answered(legId);
      legs.delete(legId);
      parts.connected(carrier_call_id);
      await post(callback_url, { transfer: 'connected', leg: legId }, ending);
    },

    async recall(legId) {
      legs.get(legId)?.stopping.abort();
      legs.delete(legId);
    },
  };
}
