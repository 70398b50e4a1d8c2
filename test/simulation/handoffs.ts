import { agentOf } from '../../scripts/chaos/agents.ts';
import type { Connection } from '../../scripts/chaos/history.ts';
import type { Carrier, HandoffResult } from '../../src/telephony/carriers/carrier.ts';
import type { HandoffRequest } from '../../src/telephony/carriers/requests.ts';
import type { BookedCall, Exchange, NetworkRates } from './network.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import type { Rung } from './transfers.ts';

/** Numbers whose calls last long enough for their agents to change. */
export const longPrefix = '+1505555';
export const minLongTalkMs = 60_000;

/** The network's side of agents: with whom each person talks, and what the agents' runtimes got. */
export interface CallAgents {
  readonly connections: readonly Connection[];
  /** The token of the agent that the network connected last. */
  readonly tokenOf: (runId: number) => string | undefined;
  connect(runId: number, agent: HandoffRequest['agent']): void;
  /** The person talks with nobody (null), or with somebody else (undefined). */
  lose(runId: number, who: null | undefined): void;
}

export function createCallAgents(scheduler: Scheduler): CallAgents {
  const { now } = scheduler;
  const connections: Connection[] = [];
  const tokens = new Map<number, string>();
  return {
    connections,
    tokenOf: (runId) => tokens.get(runId),
    connect(run_id, { run_token, workflow_id }) {
      const agent = agentOf(run_token);
      scheduler.note('network', `connects run ${run_id} with agent ${agent}`);
      connections.push({ run_id, at: now(), agent, workflow_id });
      tokens.set(run_id, run_token);
    },
    lose(run_id, agent) {
      connections.push({ run_id, at: now(), agent });
    },
  };
}

interface Parts {
  readonly scheduler: Scheduler;
  readonly rates: () => NetworkRates;
  readonly book: readonly BookedCall[];
  readonly rung: Rung[];
  readonly agents: CallAgents;
  readonly exchange: <T>(process: Actor, request: Exchange<T>) => Promise<T>;
  /** Has an agent's runtime read its session. */
  readonly use: (runId: number, token: string) => void;
}

/** How late a runtime uses its token at most: after the handoff may have failed. */
const lateUseMs = 45_000;
const soonUseMs = 3000;

/** The network's changes of agents as a process sees them. */
export function createHandoffs(parts: Parts): (process: Actor) => Pick<Carrier, 'handOff'> {
  const { scheduler, rates, book, rung, agents, exchange, use } = parts;
  const { random, now } = scheduler;

  function useSometime(call: BookedCall, token: string): void {
    if (random.chance(0.3)) return;
    const delay = random.below(random.chance(0.3) ? lateUseMs : soonUseMs);
    scheduler.at(now() + delay, () => {
      if (call.ends_at > now()) use(call.run_id, token);
    });
  }

  /** What the network does with a request that arrives; undefined: it was lost on the way. */
  function arrive(
    { carrier_call_id, transfer_id, is_return, agent }: HandoffRequest,
    entry: Rung | undefined,
  ): HandoffResult | undefined {
    const { refused, unavailable, request_lost, agent_lost } = rates();
    const without = (result: HandoffResult | undefined, what: string): typeof result => {
      const about = is_return ? 'the return of' : 'the';
      scheduler.note('network', `${what} ${about} handoff ${transfer_id}`);
      return result;
    };
    if (random.chance(request_lost)) return without(undefined, 'never gets');
    if (random.chance(unavailable))
      return without({ kind: 'unavailable', detail: '503' }, 'is away for');
    const call = book.find(({ id, ends_at }) => id === carrier_call_id && ends_at > now());
    if (!call) return without({ kind: 'refused', detail: 'no such call' }, 'has no call for');
    // A refused return leaves the person alone for good, and the carrier has said so.
    if (!is_return && random.chance(refused))
      return without({ kind: 'refused', detail: 'no' }, 'refuses');
    if (!is_return && random.chance(agent_lost)) {
      agents.lose(call.run_id, null);
      return without(
        { kind: 'refused', detail: 'no agent', has_left: true },
        'ends the stream for',
      );
    }
    const former = agents.tokenOf(call.run_id);
    agents.connect(call.run_id, agent);
    if (entry) entry.isAnswered = true;
    useSometime(call, agent.run_token);
    if (former !== undefined) useSometime(call, former);
    return { kind: 'accepted' };
  }

  return (process) => ({
    handOff(_credentials, request) {
      const { transfer_id, is_return, timeout_ms } = request;
      const entry = is_return ? undefined : { transfer_id, isAnswered: false };
      if (entry) rung.push(entry);
      return exchange<HandoffResult>(process, {
        label: `${is_return ? 'the return of ' : ''}handoff ${transfer_id}`,
        timeoutMs: timeout_ms,
        answer: () => arrive(request, entry),
        otherwise: { kind: 'unknown', detail: 'no answer' },
      });
    },
  });
}
