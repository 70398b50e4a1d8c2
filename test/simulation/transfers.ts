import type {
  CallStatus,
  Carrier,
  CommandResult,
  TransferReading,
  TransferResult,
} from '../../src/telephony/carriers/carrier.ts';
import type { RecallRequest, TransferRequest } from '../../src/telephony/carriers/requests.ts';
import { parseJson } from '../../src/http/json.ts';
import type { CallAgents } from './handoffs.ts';
import type { BookedCall, Exchange, NetworkRates } from './network.ts';
import type { Actor, Scheduler } from './scheduler.ts';

/** Whom every call can be transferred to. The network tells no machines from people. */
export const destination = {
  name: 'reception',
  phone_number: '+19895550100',
  has_machine_detection: false,
};

/** A request for a transfer that the network got. */
export interface Rung {
  readonly transfer_id: number;
  isAnswered: boolean;
}

type Report = Extract<TransferReading, { readonly kind: 'transfer' }>;

interface Parts {
  readonly scheduler: Scheduler;
  readonly rates: () => NetworkRates;
  readonly book: readonly BookedCall[];
  readonly rung: Rung[];
  readonly deliver: (url: string, report: Report, about: string) => Promise<void>;
  readonly exchange: <T>(process: Actor, request: Exchange<T>) => Promise<T>;
  readonly agents: Pick<CallAgents, 'connect' | 'lose'>;
}

const maxRingMs = 5000;
const ends: readonly CallStatus[] = ['answered', 'answered', 'busy', 'no_answer', 'failed'];

/** The network's transfers as a process sees them: the destination of each rings, and may be answered. */
export function createTransfers({
  scheduler,
  rates,
  book,
  rung,
  deliver,
  exchange,
  agents,
}: Parts) {
  const { random, now } = scheduler;
  const ringing = new Set<string>();
  /** The calls whose person talks with a destination, or did. */
  const talking = new Set<string>();

  function report({ transfer_id, callback_url }: TransferRequest, status: CallStatus): void {
    const times = random.chance(rates().callback_twice) ? 2 : 1;
    for (let time = 0; time < times; time += 1)
      scheduler.at(now() + random.below(random.chance(0.2) ? 6000 : 300), () => {
        scheduler.note('network', `calls back: transfer ${transfer_id} ${status}`);
        const about = `transfer ${transfer_id} ${status}`;
        void deliver(callback_url, { kind: 'transfer', status }, about);
      });
  }

  /** What the network does with a request that arrives; undefined: it was lost on the way. */
  function arrive(request: TransferRequest): TransferResult | undefined {
    const { carrier_call_id, transfer_id } = request;
    const { refused, unavailable, request_lost } = rates();
    const without = (result: TransferResult | undefined, what: string): typeof result => {
      scheduler.note('network', `${what} transfer ${transfer_id}`);
      return result;
    };
    if (random.chance(request_lost)) return without(undefined, 'never gets');
    if (random.chance(unavailable))
      return without({ kind: 'unavailable', detail: '503' }, 'is away for');
    const call = book.find(({ id, ends_at }) => id === carrier_call_id && ends_at > now());
    if (!call) return without({ kind: 'refused', detail: 'no such call' }, 'has no call for');
    if (random.chance(refused)) return without({ kind: 'refused', detail: 'no' }, 'refuses');
    const entry: Rung = { transfer_id, isAnswered: false };
    rung.push(entry);
    ringing.add(carrier_call_id);
    talking.delete(carrier_call_id);
    agents.lose(call.run_id, undefined);
    scheduler.note('network', `rings the destination of transfer ${transfer_id}`);
    report(request, 'ringing');
    scheduler.at(now() + random.below(maxRingMs), () => {
      if (!ringing.delete(carrier_call_id) || call.ends_at <= now()) return;
      const status = random.pick(ends);
      entry.isAnswered = status === 'answered';
      if (entry.isAnswered) talking.add(carrier_call_id);
      report(request, status);
    });
    return { kind: 'accepted' };
  }

  /** Two who talk are left to talk. */
  function recall({ carrier_call_id, agent }: RecallRequest): CommandResult {
    ringing.delete(carrier_call_id);
    const call = book.find(({ id, ends_at }) => id === carrier_call_id && ends_at > now());
    if (call && !talking.has(carrier_call_id)) agents.connect(call.run_id, agent);
    return { kind: 'accepted' };
  }

  return (process: Actor): Pick<Carrier, 'transfer' | 'recall' | 'readTransfer'> => ({
    transfer: (_credentials, request) =>
      exchange<TransferResult>(process, {
        label: `transfer ${request.transfer_id}`,
        timeoutMs: request.timeout_ms,
        answer: () => arrive(request),
        otherwise: { kind: 'unknown', detail: 'no answer' },
      }),
    recall: (_credentials, request) =>
      exchange<CommandResult>(process, {
        label: `taking ${request.carrier_call_id} back`,
        timeoutMs: request.timeout_ms,
        answer: () => recall(request),
        otherwise: { kind: 'failed', detail: 'no answer' },
      }),
    readTransfer: (_credentials, { body }) => parseJson(body) as TransferReading,
  });
}
