import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import { agentOf } from './agents.ts';
import { createSend } from './client.ts';
import type { Agent, Connection } from './history.ts';

/** The server of the agents' runtimes. It refuses some of the calls that change their agents, and is slow at times. */
export interface AgentRuntimes {
  readonly url: string;
  /** The calls that agents got, in order. */
  readonly connections: readonly Connection[];
  readonly tokenOf: (runId: number, agent: Agent) => string | undefined;
  close(): void;
}

/** Less than the network waits. */
const slowMs = 3000;
const maxUseMs = 3000;

export async function createAgentRuntimes(service: string, random: Random): Promise<AgentRuntimes> {
  const connections: Connection[] = [];
  const tokens = new Map<string, string>();
  const nameOf = (runId: number, agent: Agent): string => `${runId} ${agent}`;
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Reads the session, as a runtime does first; not always, and not always at once. */
  async function use(run_id: number, token: string): Promise<void> {
    if (random.chance(0.4)) return;
    await pause(random.next() * maxUseMs, undefined, { signal });
    await createSend({ url: service, key: token })({
      method: 'GET',
      path: `/runs/${run_id}/session`,
    });
  }

  /** Whether the runtime takes a call. One that comes back is always taken. */
  async function take(asked: URLSearchParams): Promise<boolean> {
    const [run_id, workflow_id] = [Number(asked.get('run_id')), Number(asked.get('workflow_id'))];
    const run_code = asked.get('run_code') ?? '';
    const agent = agentOf(run_code);
    const exchange = { method: 'POST', path: '/run-codes/exchange', body: { run_code } };
    // Refused if the answer to the exchange was lost: such an agent talks without a token.
    const token = String((await createSend({ url: service })(exchange)).body['run_token'] ?? '');
    const name = nameOf(run_id, agent);
    if (agent > 0 && !tokens.has(name)) {
      tokens.set(name, token);
      if (random.chance(0.2)) return false;
    }
    tokens.set(name, token);
    connections.push({ run_id, at: Date.now(), agent, workflow_id });
    if (token !== '') void use(run_id, token).catch(() => {});
    if (random.chance(0.3)) await pause(random.next() * slowMs);
    return true;
  }

  const server = createServer((request, response) => {
    request.resume();
    const { searchParams } = new URL(request.url ?? '', 'http://runtime');
    take(searchParams).then(
      (isTaken) => response.writeHead(isTaken ? 204 : 503).end(),
      // An agent that did not get its token has the call without it.
      () => response.writeHead(204).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls`,
    connections,
    tokenOf: (runId, agent) => tokens.get(nameOf(runId, agent)),
    close() {
      stopping.abort();
      server.close().closeAllConnections();
    },
  };
}
