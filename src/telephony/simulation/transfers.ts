import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../db/connect.ts';
import type { TransferRequest, TransferResult } from '../carriers/carrier.ts';
import { type Pace, planOf, refusedCode } from './call-rules.ts';
import type { Callbacks } from './callbacks.ts';
import * as queries from './queries.ts';

export interface SimulatedTransfers {
  /** Connects a call with a number, whose last two digits decide as for calls, and reports it. */
  transfer(pace: Pace, request: TransferRequest): Promise<TransferResult>;
  /** Ends what rings for a call. */
  recall(callId: string): Promise<void>;
}

interface Parts extends Pick<Callbacks, 'post'> {
  readonly db: Db;
  readonly log: Logger;
  /** The network stops. */
  readonly ending: AbortSignal;
}

/** Unlike calls, transfers are known to the process alone that was asked for them. */
export function createSimulatedTransfers({ db, log, post, ending }: Parts): SimulatedTransfers {
  const ringing = new Map<string, AbortController>();

  async function reportAll(
    { carrier_call_id, callback_url, to_number }: TransferRequest,
    { ring_ms }: Pace,
  ): Promise<void> {
    const statuses = planOf(to_number, 0, 'off').callbacks.filter((each) => each !== 'completed');
    if (statuses.length === 0) return;
    const stopping = new AbortController();
    ringing.set(carrier_call_id, stopping);
    const signal = AbortSignal.any([stopping.signal, ending]);
    try {
      await post(callback_url, { transfer: 'ringing' }, signal);
      await pause(ring_ms, undefined, { signal });
      for (const transfer of statuses) await post(callback_url, { transfer }, signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'a transfer could not be reported');
    } finally {
      if (ringing.get(carrier_call_id) === stopping) ringing.delete(carrier_call_id);
    }
  }

  return {
    async transfer(pace, request) {
      if (!(await queries.findOpen(db, request.carrier_call_id)))
        return { kind: 'refused', detail: 'No such call is in progress.' };
      const { answer, acceptAfterMs } = planOf(request.to_number, 0, 'off');
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
      return { kind: 'accepted' };
    },

    async recall(callId) {
      ringing.get(callId)?.abort();
    },
  };
}
