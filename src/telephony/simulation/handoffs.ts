import type { Db } from '../../db/connect.ts';
import type { HandoffResult } from '../carriers/carrier.ts';
import type { HandoffRequest } from '../carriers/requests.ts';
import type { Connecting, Line } from './connecting.ts';
import * as queries from './queries.ts';

type Request = Omit<HandoffRequest, 'timeout_ms'>;

interface Parts {
  readonly db: Db;
  readonly connecting: Pick<Connecting, 'again'>;
  /** The network stops. */
  readonly ending: AbortSignal;
}

/** Connects a call with the runtime of another agent, as one that was answered. A runtime that does not take it is refused. */
export async function handOff(
  { db, connecting, ending }: Parts,
  line: Line,
  { carrier_call_id: id, transfer_id, is_return, agent }: Request,
): Promise<HandoffResult> {
  const isOpen = is_return
    ? (await queries.findOpen(db, id)) !== undefined
    : await queries.keepTransfer(db, id, transfer_id);
  const call = isOpen ? await queries.findById(db, id) : undefined;
  if (!call) return { kind: 'refused', detail: 'No such call is in progress.' };
  return (await connecting.again(line, call, { agent, signal: ending }))
    ? { kind: 'accepted' }
    : { kind: 'refused', detail: 'The agent runtime did not take the call.' };
}
