import type { PlacedCall } from '../../scripts/chaos/history.ts';
import type {
  CallRequest,
  CallStatusAnswer,
  Carrier,
  CallbackReading,
  CommandResult,
  PlacementResult,
  TransferReading,
} from '../../src/telephony/carriers/carrier.ts';
import { parseJson } from '../../src/http/json.ts';
import { timestampOf } from '../../src/timestamp.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import {
  type CallAgents,
  createCallAgents,
  createHandoffs,
  longPrefix,
  minLongTalkMs,
} from './handoffs.ts';
import { createTransfers, type Rung } from './transfers.ts';

/** How often the network behaves in each way. */
export interface NetworkRates {
  readonly refused: number;
  readonly rate_limited: number;
  readonly unavailable: number;
  readonly account_refused: number;
  /** The request never arrives. */
  readonly request_lost: number;
  /** It arrives, and the answer does not. */
  readonly answer_lost: number;
  readonly callback_lost: number;
  readonly callback_twice: number;
  /** A call loses its agent, and does not get the other. */
  readonly agent_lost: number;
  /** The question for a call's status gets no answer. */
  readonly silent: number;
}

/** A call in the network's book. */
export interface BookedCall extends PlacedCall {
  readonly id: string;
  readonly ending: Ending | null;
  readonly answered_at: number | null;
  /** The network's list of calls does not have it before. */
  readonly listed_at: number;
  readonly callback_url: string;
}

export type Ending = 'completed' | 'busy' | 'no_answer' | 'failed' | 'voicemail' | 'canceled';
export type Callback = Exclude<TransferReading, { readonly kind: 'ignored' | 'leg' | 'agent' }>;
type StatusCallback = Extract<Callback, { readonly kind: 'status' }>;

/** A request that travels, and the answer; `otherwise` after the time-out. */
export interface Exchange<T> {
  readonly label: string;
  readonly timeoutMs: number;
  readonly answer: () => T | undefined;
  readonly otherwise: T;
}

interface Parts {
  readonly scheduler: Scheduler;
  readonly rates: () => NetworkRates;
  /** The campaign and organization that a number and a configuration belong to. */
  readonly placeOf: (
    configurationId: number,
    toNumber: string,
  ) => Pick<PlacedCall, 'organization_id' | 'campaign_id'>;
  /** Sends a callback to the service; resolves whether it was taken. */
  readonly callBack: (url: string, callback: Callback) => Promise<boolean>;
  /** Has an agent's runtime use its token. */
  readonly use: (runId: number, token: string) => void;
}

export interface Network {
  readonly book: readonly BookedCall[];
  readonly rung: readonly Rung[];
  readonly agents: Pick<CallAgents, 'connections' | 'tokenOf'>;
  /** The calls in progress that got a request for another agent. */
  readonly changing: (at: number) => readonly BookedCall[];
  /** How many questions about a run were left unanswered. */
  readonly silences: ReadonlyMap<number, number>;
  /** The network as a process sees it. */
  carrierFor(process: Actor): Carrier;
}

/** A request to the network arrives, or is lost, within this time; less than a waiting gate allows for. */
const travelMs = 800;
const maxRingMs = 4000;
const maxTalkMs = 20_000;
const listedLateMs = 50_000;
const retriesMs = [1000, 3000, 10_000];

const endings: readonly Ending[] = [
  'completed',
  'completed',
  'busy',
  'no_answer',
  'failed',
  'voicemail',
];

export function createNetwork(parts: Parts): Network {
  const { scheduler, rates, placeOf, callBack, use } = parts;
  const { random, now } = scheduler;
  const book: BookedCall[] = [];
  const rung: Rung[] = [];
  const silences = new Map<number, number>();
  const after = (ms: number, run: () => void): void => void scheduler.at(now() + ms, run);

  async function deliver(url: string, callback: Callback, about: string): Promise<void> {
    for (const pause of [...retriesMs, undefined]) {
      if (random.chance(rates().callback_lost)) break;
      if (await callBack(url, callback)) return;
      if (pause !== undefined) await scheduler.sleep(pause, `calls back again about ${about}`);
    }
    scheduler.note('network', `gives up the callback about ${about}`);
  }

  function report(
    url: string,
    call: BookedCall,
    { at, ...said }: Pick<StatusCallback, 'status' | 'answered_by'> & { at: number },
  ): void {
    const callback: StatusCallback = { kind: 'status', carrier_call_id: call.id, ...said };
    const times = random.chance(rates().callback_twice) ? 2 : 1;
    for (let time = 0; time < times; time += 1)
      scheduler.at(at + random.below(random.chance(0.2) ? 6000 : 300), () => {
        scheduler.note('network', `calls back: run ${call.run_id} ${said.status}`);
        void deliver(url, callback, `run ${call.run_id} ${said.status}`);
      });
  }

  function accept(
    request: CallRequest,
    known: Omit<PlacedCall, 'ends_at' | 'accepted'> & Pick<BookedCall, 'callback_url'>,
  ): BookedCall {
    const ring = 200 + random.below(maxRingMs);
    const isLong = known.to_number.startsWith(longPrefix);
    const ending = isLong ? 'completed' : random.pick(endings);
    const isAnswered = ending === 'completed' || ending === 'voicemail';
    const answered_at = isAnswered ? known.placed_at + ring : null;
    const least = isLong ? minLongTalkMs : 500;
    const ends_at =
      (answered_at ?? known.placed_at + ring) + (isAnswered ? least + random.below(maxTalkMs) : 0);
    const listed_at = known.placed_at + (random.chance(0.3) ? random.below(listedLateMs) : 0);
    const call = {
      ...known,
      id: `call-${book.length + 1}`,
      ends_at,
      accepted: true,
      ending,
      answered_at,
      listed_at,
    };
    const url = request.callback_url;
    if (random.chance(0.3)) report(url, call, { at: known.placed_at, status: 'ringing' });
    if (answered_at !== null)
      report(url, call, {
        at: answered_at,
        status: 'answered',
        ...(ending === 'voicemail' && { answered_by: 'machine' }),
      });
    report(url, call, {
      at: ends_at,
      status: ending === 'voicemail' ? 'completed' : ending,
      ...(ending === 'voicemail' && { answered_by: 'machine' }),
    });
    return call;
  }

  /** What the network does with a request that arrives, and what it answers; undefined: it was lost on the way. */
  function arrive(request: CallRequest): PlacementResult | undefined {
    const { run_id, to_number, callback_url } = request;
    const configuration_id = Number(new URL(callback_url).pathname.split('/').at(-1));
    const known = {
      run_id,
      to_number,
      configuration_id,
      callback_url,
      placed_at: now(),
      ...placeOf(configuration_id, to_number),
    };
    const refused = (result: PlacementResult | undefined, what: string): typeof result => {
      scheduler.note('network', `${what} run ${run_id} to ${to_number}`);
      book.push({
        ...known,
        id: '',
        ends_at: now(),
        accepted: false,
        ending: null,
        answered_at: null,
        listed_at: Infinity,
      });
      return result;
    };
    const { refused: refusing, rate_limited, unavailable, account_refused, request_lost } = rates();
    if (random.chance(request_lost)) return refused(undefined, 'never gets');
    if (random.chance(refusing)) return refused({ kind: 'refused', detail: 'refused' }, 'refuses');
    if (random.chance(unavailable))
      return refused({ kind: 'unavailable', detail: '503' }, 'is away for');
    if (random.chance(account_refused))
      return refused({ kind: 'account_refused', detail: 'no balance' }, 'refuses the account of');
    if (random.chance(rate_limited)) {
      const retry_after_ms = random.chance(0.5) ? 1000 * (1 + random.below(30)) : null;
      return refused({ kind: 'rate_limited', detail: '429', retry_after_ms }, 'defers');
    }
    const call = accept(request, known);
    book.push(call);
    agents.connect(run_id, request.agent);
    scheduler.note('network', `accepts run ${run_id} to ${to_number}, ${call.ending}`);
    return { kind: 'accepted', carrier_call_id: call.id };
  }

  /** Ends a call that is in progress. Its other callbacks come late. */
  function hangUp(carrier_call_id: string): CommandResult {
    const index = book.findIndex(({ id, ends_at }) => id === carrier_call_id && ends_at > now());
    const call = book[index];
    if (!call) return { kind: 'refused', detail: 'it has ended' };
    const isAnswered = call.answered_at !== null && now() >= call.answered_at;
    const ending = isAnswered ? 'completed' : 'canceled';
    book[index] = { ...call, ends_at: now(), ending };
    scheduler.note('network', `ends run ${call.run_id}`);
    report(call.callback_url, call, { at: now(), status: ending });
    return { kind: 'accepted' };
  }

  function statusOf(runId: number): CallStatusAnswer {
    if (random.chance(rates().silent)) return { kind: 'silent', detail: 'no answer' };
    const call = book.findLast(
      (each) => each.run_id === runId && each.accepted && each.listed_at <= now(),
    );
    if (!call?.ending) return { kind: 'never_placed' };
    const { id: carrier_call_id, answered_at, ends_at, ending } = call;
    const isVoicemail = ending === 'voicemail';
    if (now() >= ends_at)
      return {
        kind: 'ended',
        carrier_call_id,
        status: isVoicemail ? 'completed' : ending,
        at: timestampOf(new Date(ends_at)),
        ...(isVoicemail && { answered_by: 'machine' }),
      };
    const isAnswered = answered_at !== null && now() >= answered_at;
    return { kind: 'in_progress', carrier_call_id, status: isAnswered ? 'answered' : 'ringing' };
  }

  function exchange<T>(process: Actor, request: Exchange<T>): Promise<T> {
    const { label, timeoutMs, answer, otherwise } = request;
    return new Promise((done) => {
      const end = (result: T, what: string): void => {
        giveUp();
        scheduler.add({ actor: process, label: `${what} ${label}`, run: () => done(result) });
        process.isExposed = true;
      };
      const giveUp = scheduler.at(now() + timeoutMs, () => end(otherwise, 'gives up'), process);
      after(1 + random.below(travelMs), () => {
        const result = answer();
        if (result !== undefined && !random.chance(rates().answer_lost))
          after(1 + random.below(travelMs), () => end(result, 'gets the answer to'));
      });
    });
  }

  const agents = createCallAgents(scheduler);
  const shared = { scheduler, rates, book, rung, exchange, agents };
  const transfersFor = createTransfers({ ...shared, deliver });
  const handoffsFor = createHandoffs({ ...shared, use });

  return {
    book,
    rung,
    agents,
    changing: (at) =>
      book.filter(
        ({ run_id, accepted, ends_at }) =>
          accepted &&
          ends_at > at &&
          agents.connections.filter((each) => each.run_id === run_id && each.agent !== undefined)
            .length > 1,
      ),
    silences,
    carrierFor: (process) => ({
      place(_credentials, request) {
        scheduler.note(process.name, `  sends run ${request.run_id} to ${request.to_number}`);
        return exchange<PlacementResult>(process, {
          label: `placing run ${request.run_id}`,
          timeoutMs: request.timeout_ms,
          answer: () => arrive(request),
          otherwise: { kind: 'unknown', detail: 'no answer' },
        });
      },
      status: (_credentials, query) =>
        exchange<CallStatusAnswer>(process, {
          label: `the question about run ${query.run_id}`,
          timeoutMs: query.timeout_ms,
          answer: () => statusOf(query.run_id),
          otherwise: { kind: 'silent', detail: 'no answer' },
        }).then((answer) => {
          if (answer.kind === 'silent')
            silences.set(query.run_id, (silences.get(query.run_id) ?? 0) + 1);
          return answer;
        }),
      hangUp: (_credentials, { carrier_call_id, timeout_ms }) =>
        exchange<CommandResult>(process, {
          label: `ending ${carrier_call_id}`,
          timeoutMs: timeout_ms,
          answer: () => hangUp(carrier_call_id),
          otherwise: { kind: 'failed', detail: 'no answer' },
        }),
      // No campaign of a simulation leaves messages.
      leaveMessage: async () => ({ kind: 'refused', detail: 'no message is played' }),
      ...transfersFor(process),
      ...handoffsFor(process),
      legDocument: () => '',
      afterTransfer: () => '',
      signatureHeaders: [],
      read: (_credentials, { body }) => parseJson(body) as CallbackReading,
      // Nobody calls in a simulation.
      readInbound: () => undefined,
      answersWithDocument: false,
      hasRuntime: () => false,
      answer: async () => ({ document: '', result: { kind: 'accepted' } }),
    }),
  };
}
