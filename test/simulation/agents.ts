import { colleague } from '../../scripts/chaos/agents.ts';
import type { Answer, Sent } from './api.ts';
import type { Observed } from './observed.ts';
import type { Scheduler } from './scheduler.ts';
import { settingsOf, type Tenant } from './tenant.ts';
import { destination } from './transfers.ts';

interface Parts {
  readonly send: (sent: Omit<Sent, 'caller' | 'key'> & Partial<Sent>) => Promise<Answer>;
  /** For a request that may be repeated. */
  readonly newKey: () => string;
  readonly scheduler: Scheduler;
  readonly tenant: Tenant;
  readonly observed: Observed;
  /** The token of the agent with which the network connected a call last. */
  readonly tokenOf: (runId: number) => string | undefined;
}

/** What clients do with the agents of calls. */
export interface AgentClients {
  /** Waits until a call is answered, and changes its agent a few times. Returns whether it was answered. */
  handOver(runId: number): Promise<boolean>;
  /** Removes the destination that is another agent from the settings of a workflow, or adds it again. */
  change(of: number, names: 'nobody' | 'colleague'): Promise<void>;
}

const maxTries = 60;
const pausesMs = [200, 3000, 12_000];

export function createAgentClients(parts: Parts): AgentClients {
  const { send, newKey, scheduler, tenant, observed, tokenOf } = parts;
  const { random } = scheduler;
  /** Settings are changed one after another, so that it is known what they are. */
  let changing: Promise<unknown> = Promise.resolve();

  /** Requests a transfer, as a user or as the agent itself. */
  async function transfer(run_id: number): Promise<Answer> {
    const key = newKey();
    const text = random.chance(0.5) ? tokenOf(run_id) : undefined;
    const body = random.chance(0.8)
      ? { destination: colleague, kind: 'handoff', briefing: { text: 'It is about a bill.' } }
      : { destination: destination.name, kind: 'cold' };
    const request = {
      operation: 'createRunTransfer',
      params: { run_id },
      body,
      key,
      ...(text !== undefined && { caller: { kind: 'token' as const, text } }),
    } as const;
    const { organization_id } = tenant;
    for (let times = random.chance(0.3) ? 2 : 1; ; times -= 1) {
      const answer = await send(request);
      if (answer.status < 300)
        observed.transfers.push({ organization_id, key, transfer_id: Number(answer.body['id']) });
      if (times === 1 || answer.status >= 300) return answer;
    }
  }

  async function setNames(index: number, names: 'nobody' | 'colleague'): Promise<void> {
    const agent = tenant.agents[index === 0 ? 0 : 1];
    const { workflow_id, to_workflow_id } = agent;
    if (names === 'colleague')
      for (const removal of observed.removals)
        if (removal.workflow_id === workflow_id) removal.allowed_at ??= scheduler.now();
    const { status, answered_at } = await send({
      operation: 'updateWorkflow',
      params: { workflow_id },
      body: {
        workflow_configurations: settingsOf(names === 'colleague' ? to_workflow_id : undefined),
      },
    });
    if (names === 'nobody' && status < 300)
      observed.removals.push({ workflow_id, to_workflow_id, answered_at });
  }

  return {
    async handOver(run_id) {
      let left = 1 + random.below(3);
      for (let tries = 0; tries < maxTries && left > 0; tries += 1) {
        const answer = await transfer(run_id);
        const { code, id } = answer.body;
        if (code === 'call_not_answered') {
          await scheduler.sleep(1500, 'waits for an answer');
          continue;
        }
        if (code === 'call_ended') return false;
        if (answer.status < 300) {
          left -= 1;
          if (random.chance(0.15))
            await send({
              operation: 'cancelRunTransfer',
              params: { run_id, transfer_id: Number(id) },
            });
        } else if (code !== 'transfer_in_progress' && code !== 'run_held_by_another_agent')
          return true;
        await scheduler.sleep(random.pick(pausesMs), 'lets the agents talk');
      }
      return left === 0;
    },
    change(of, names) {
      const change = changing.then(() => setNames(of, names));
      changing = change;
      return change;
    },
  };
}
