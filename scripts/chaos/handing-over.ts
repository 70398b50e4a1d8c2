import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { Agent } from './history.ts';
import type { Observed, Tenant } from './tenant.ts';

interface Client {
  readonly tenant: Tenant;
  readonly observed: Observed;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Longer than a process remembers whose token it is. */
const rememberedMs = 1500;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => {});

/** Uses the tokens of agents of a call whose transfers have all ended, and notes which were taken. */
export async function useTokens(
  { tenant, observed, signal }: Client,
  { run_id, agents }: { readonly run_id: number; readonly agents: readonly Agent[] },
): Promise<void> {
  await wait(rememberedMs, signal);
  for (const agent of agents) {
    const token = tenant.runtimes.tokenOf(run_id, agent);
    if (token === undefined) continue;
    const request = { method: 'GET', path: `/runs/${run_id}/session` };
    const { status, body, sent_at, answered_at } = await tenant.sendWith(token)(request);
    const is_held = status === 200;
    // An hour after its call a token is unknown.
    if (!is_held && body['code'] !== 'run_held_by_another_agent') continue;
    observed.uses.push({
      run_id,
      agent,
      sent_at,
      answered_at,
      is_held,
      ...(is_held && { workflow_id: body['workflow_id'] }),
    });
  }
}

/** Removes the other agent from the destinations of a workflow again and again, and adds it. */
export async function changeDestinations({
  tenant,
  observed,
  random,
  signal,
}: Client): Promise<void> {
  const [{ workflow_id, to_workflow_id, settings }] = tenant.agents;
  const change = (isNamed: boolean) =>
    tenant.send({
      method: 'PUT',
      path: `/workflow/${workflow_id}`,
      body: { workflow_configurations: settings(isNamed) },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  while (!signal.aborted) {
    await wait(5000 + random.next() * 20_000, signal);
    const { status, answered_at } = await change(false);
    if (status >= 300) continue;
    await wait(random.next() * 4000, signal);
    observed.removals.push({ workflow_id, to_workflow_id, answered_at, allowed_at: Date.now() });
    await change(true);
  }
}
