import { memberOf, silent, timeIn } from './answers.ts';
import type { CallStatusAnswer } from './carrier.ts';

/** Base64, as Telnyx requires. */
export const clientState = (run_id: number): string =>
  Buffer.from(String(run_id)).toString('base64');

export const listedCalls = 250;

/**
 * What https://developers.telnyx.com/api-reference/call-information/retrieve-a-call-status tells: whether the call is
 * alive, and when it ended, but neither whether it was answered nor how it ended. A dialed call is not alive before it
 * rings, and has not ended before `end_time` is set.
 */
export function stateOf(carrier_call_id: string, data: unknown): CallStatusAnswer {
  if (memberOf(data, 'is_alive') === true)
    return { kind: 'in_progress', status: 'ringing', carrier_call_id };
  const end = memberOf(data, 'end_time');
  const { at } = timeIn(typeof end === 'string' ? end : undefined);
  return at === undefined
    ? silent('Telnyx does not tell whether the call has ended.')
    : { kind: 'silent', detail: 'Telnyx does not tell how the call ended.', ended_at: at };
}

/**
 * The run's call among the calls in progress of the connection. Without it, the call may have ended:
 * https://developers.telnyx.com/api-reference/call-information/list-all-active-calls-for-given-connection.
 */
export function activeCall(calls: unknown, run_id: number): CallStatusAnswer {
  const own = (Array.isArray(calls) ? calls : []).filter(
    (call: unknown) => memberOf(call, 'client_state') === clientState(run_id),
  );
  const id = memberOf(own[0], 'call_control_id');
  return own.length === 1 && typeof id === 'string' && id !== ''
    ? { kind: 'in_progress', status: 'ringing', carrier_call_id: id }
    : silent('Telnyx has no call of this run in progress; it may have ended.');
}
