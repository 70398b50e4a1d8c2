import type { Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { KeysRequest } from '../carriers/requests.ts';
import { type Pace, paceOf, plannedFor, stateOf } from './call-rules.ts';
import * as queries from './queries.ts';

/** What a carrier answers about a call that has ended. */
export const noSuchCall = Object.assign(new Error('No such call is in progress.'), { status: 404 });

/** What a carrier answers if a call has got more commands than it accepts. */
const tooManyCommands = Object.assign(new Error('The call has got too many commands.'), {
  status: 429,
});

/** Records keys once for each command. Throws an answer with a status if the call is not answered or has ended. */
export async function sendKeys(
  db: Db,
  { carrier_call_id, keys, command_id }: Omit<KeysRequest, 'timeout_ms'>,
  { pace, now }: { readonly pace: Pace; readonly now: Timestamp },
): Promise<void> {
  const call = await queries.findById(db, carrier_call_id);
  if (!call) throw noSuchCall;
  const state = stateOf(plannedFor(call), { ...call, pace: paceOf(pace, call), now });
  if (state.kind !== 'in_progress' || state.status !== 'answered') throw noSuchCall;
  if (!(await queries.keepKeys(db, call.id, { command_id, keys }))) throw tooManyCommands;
}
