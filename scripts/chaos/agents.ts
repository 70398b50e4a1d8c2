import { handoffMs } from '../../src/telephony/transfers/handoff-rules.ts';
import { lostMs, maxRecalls } from '../../src/telephony/transfers/rules.ts';
import type { Agent, Agents, Handoff, TokenUse, Violation } from './history.ts';

/** The agent of the call's own workflow. */
const firstAgent = 0;

/** A token has the organization, the run and the handoff, if there is one; its signature has 43 characters. A code has 0 for none. */
const token = /^vap_(?:run_\d+_\d+_(?:(\d+)_)?|code_\d+_\d+_(\d+)_\d+_)[\w-]{43}$/;

/** Whose token or code it is. */
export function agentOf(text: string): Agent {
  const [, ofToken, ofCode] = token.exec(text) ?? [];
  return Number(ofToken ?? ofCode ?? firstAgent);
}

/** The destination of each of two workflows that is the agent of the other. */
export const colleague = 'colleague';

/** Every `Handoff`, with when its call ended. */
export const handoffRows = `
  select transfer.id::float8, transfer.run_id::float8, run.workflow_id::float8, transfer.to_workflow_id::float8,
    transfer.recalls, floor(extract(epoch from transfer.sending_at) * 1000)::float8 as sent_at,
    floor(extract(epoch from transfer.bridged_at) * 1000)::float8 as bridged_at,
    floor(extract(epoch from run.ended_at) * 1000)::float8 as ended_at
  from run_transfers as transfer join workflow_runs as run on run.id = transfer.run_id
  where transfer.kind = 'handoff' order by transfer.id`;

/** A carrier that answers gets the call back at its agent's within this time. */
const backMs = handoffMs + lostMs;

/** Who has a run from a moment on, as the service says. */
interface Holder {
  readonly at: number;
  readonly agent: Agent;
  readonly workflow_id: number;
}

/** What handoffs did with the agents of calls and no promise allows. */
export function wrongAgents(agents: Agents): Violation[] {
  const { uses, connections, removals, lateMs } = agents;
  const byRun = Map.groupBy(agents.handoffs, ({ run_id }) => run_id);
  const connected = Map.groupBy(connections, ({ run_id }) => run_id);
  return [
    ...[...byRun].flatMap(([run_id, handoffs]) => {
      const holders = holdersOf(handoffs);
      return [
        ...withoutAgent(agents, { run_id, handoffs, holders }),
        ...wrongWorkflows(handoffs, connected.get(run_id) ?? []),
        ...handoffs.flatMap((handoff) => toRemoved(handoff, { holders, removals, lateMs })),
      ];
    }),
    ...uses.flatMap((use) => wrongUse(use, holdersOf(byRun.get(use.run_id) ?? []), agents)),
  ];
}

function holdersOf(handoffs: readonly Handoff[]): Holder[] {
  const [first] = handoffs;
  if (!first) return [{ at: -Infinity, agent: firstAgent, workflow_id: Number.NaN }];
  const later = handoffs.flatMap(({ id, bridged_at, to_workflow_id }) =>
    bridged_at === null ? [] : [{ at: bridged_at, agent: id, workflow_id: to_workflow_id }],
  );
  return [
    { at: -Infinity, agent: firstAgent, workflow_id: first.workflow_id },
    ...later.toSorted((a, b) => a.at - b.at),
  ];
}

const holderAt = (holders: readonly Holder[], at: number): Holder =>
  holders.findLast((holder) => holder.at <= at) ?? holders[0]!;

/** Those who had the run at some time of a period. */
const holdersIn = (holders: readonly Holder[], from: number, until: number): readonly Holder[] =>
  holders.filter(({ at }, index) => at <= until && (holders[index + 1]?.at ?? Infinity) >= from);

interface OfRun {
  readonly run_id: number;
  readonly handoffs: readonly Handoff[];
  readonly holders: readonly Holder[];
}

/** Calls whose person talked with nobody, or with an agent that has no right to the run, for too long. */
function withoutAgent(
  { connections, ends, reliable }: Agents,
  { run_id, handoffs, holders }: OfRun,
): Violation[] {
  const end = ends.get(run_id);
  const its = connections.filter((each) => each.run_id === run_id);
  // A carrier that does not answer so often keeps the call as it is.
  if (end === undefined || handoffs.some(({ recalls }) => recalls >= maxRecalls)) return [];
  const times = [...its, ...holders].map(({ at }) => at).filter((at) => at > -Infinity && at < end);
  let since: number | undefined;
  const wrong: Violation[] = [];
  for (const at of [...times.toSorted((a, b) => a - b), end]) {
    const from = Math.max(since ?? at, reliable.from);
    const until = Math.min(at, reliable.until);
    if (since !== undefined && until - from > backMs + reliable.slackMs)
      wrong.push({
        kind: 'agent',
        at: from,
        evidence: `run ${run_id} was without its agent for ${until - from} ms from ${new Date(from).toISOString()}`,
      });
    const { agent } = its.findLast((each) => each.at <= at) ?? { agent: undefined };
    const isRight = agent === undefined || agent === holderAt(holders, at).agent;
    since = isRight ? undefined : (since ?? at);
  }
  return wrong.slice(0, 1);
}

/** Agents that were told another workflow than that of their handoff. */
const wrongWorkflows = (
  handoffs: readonly Handoff[],
  connections: Agents['connections'],
): Violation[] =>
  connections.flatMap(({ run_id, agent, workflow_id }) => {
    const handoff = handoffs.find(({ id }) => id === agent);
    const expected = agent === firstAgent ? handoffs[0]?.workflow_id : handoff?.to_workflow_id;
    return workflow_id === undefined || workflow_id === expected
      ? []
      : violation(
          `run ${run_id} was brought to workflow ${workflow_id} for agent ${agent} of ${expected}`,
        );
  });

/** A handoff that was sent while the settings of the agent's workflow did not name it. */
function toRemoved(
  { id, run_id, sent_at, to_workflow_id }: Handoff,
  { holders, removals, lateMs }: Pick<OfRun, 'holders'> & Pick<Agents, 'removals' | 'lateMs'>,
): Violation[] {
  if (sent_at === null) return [];
  const { workflow_id } = holderAt(holders, sent_at);
  return removals
    .filter(
      (removal) =>
        removal.workflow_id === workflow_id &&
        removal.to_workflow_id === to_workflow_id &&
        sent_at > removal.answered_at + lateMs &&
        sent_at < (removal.allowed_at ?? Infinity),
    )
    .flatMap(({ answered_at }) =>
      violation(
        `handoff ${id} of run ${run_id} was sent ${sent_at - answered_at} ms after its destination was removed`,
      ),
    );
}

/** A token that was taken from an agent without the run, or refused to the one that had it. */
function wrongUse(use: TokenUse, holders: readonly Holder[], { lateMs }: Agents): Violation[] {
  const { run_id, agent, sent_at, answered_at, is_held, workflow_id } = use;
  const its = holdersIn(holders, sent_at - lateMs, answered_at + lateMs);
  const named = `the token of agent ${agent} of run ${run_id} at ${new Date(sent_at).toISOString()}`;
  const who = its.map((holder) => holder.agent).join(' or ');
  const [only] = its;
  if (is_held && !its.some((holder) => holder.agent === agent))
    return violation(`${named} was taken, and ${who} had the run`);
  if (!is_held && its.every((holder) => holder.agent === agent))
    return violation(`${named} was refused, and it had the run`);
  const isOther =
    its.length === 1 && workflow_id !== undefined && only?.workflow_id !== workflow_id;
  return isOther && !Number.isNaN(only?.workflow_id)
    ? violation(`${named} showed workflow ${workflow_id}, and not ${only?.workflow_id}`)
    : [];
}

const violation = (evidence: string): Violation[] => [{ kind: 'agent', evidence }];
