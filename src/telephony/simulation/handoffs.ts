import type { Db } from '../../db/connect.ts';
import { addressOf } from '../carriers/agent.ts';
import type { HandoffResult } from '../carriers/carrier.ts';
import type { HandoffRequest } from '../carriers/requests.ts';
import * as queries from './queries.ts';
import type { Runtimes } from './runtime.ts';

type Request = Omit<HandoffRequest, 'timeout_ms'>;

interface Parts {
  readonly db: Db;
  readonly runtimes: Pick<Runtimes, 'connect'>;
  /** The network stops. */
  readonly ending: AbortSignal;
}

/** Connects a call with the runtime of another agent, as one that was answered. A runtime that does not take it is refused. */
export async function handOff(
  { db, runtimes, ending }: Parts,
  voiceUrl: string | null,
  { carrier_call_id: id, transfer_id, is_return, agent }: Request,
): Promise<HandoffResult> {
  const isOpen = is_return
    ? (await queries.findOpen(db, id)) !== undefined
    : await queries.keepTransfer(db, id, transfer_id);
  const call = isOpen ? await queries.findById(db, id) : undefined;
  if (!call) return { kind: 'refused', detail: 'No such call is in progress.' };
  if (voiceUrl === null) return { kind: 'accepted' };
  const { direction, to_number, from_number } = call;
  const address = addressOf(voiceUrl, agent);
  const isConnected = await runtimes.connect(
    { id, address, direction, to_number, from_number },
    ending,
  );
  return isConnected
    ? { kind: 'accepted' }
    : { kind: 'refused', detail: 'The agent runtime did not take the call.' };
}
