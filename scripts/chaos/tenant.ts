import { destinations, toolName } from './acting.ts';
import { colleague } from './agents.ts';
import { createPublished, prepareCalling } from './calling.ts';
import {
  type Client,
  clientOf,
  createReceiver,
  createSend,
  type Receiver,
  type Request,
  type Send,
} from './client.ts';
import type {
  AcceptedRequest,
  Forbidden,
  Limit,
  Policy,
  Rate,
  Removal,
  RequestedTransfer,
  ServerError,
  TokenUse,
  ToolAnswer,
} from './history.ts';
import type { AgentRuntimes } from './runtimes.ts';
import { toolTimeoutMs, type ToolServer } from './tools.ts';

/** What the clients of all organizations observed. */
export interface Observed {
  readonly forbidden: Forbidden[];
  readonly limits: Limit[];
  readonly rates: Rate[];
  readonly policies: Policy[];
  readonly requests: AcceptedRequest[];
  readonly serverErrors: ServerError[];
  readonly transfers: RequestedTransfer[];
  readonly toolAnswers: ToolAnswer[];
  readonly uses: TokenUse[];
  readonly removals: Removal[];
  /** The campaign of each number that belongs to one, by organization and number. */
  readonly campaignOf: Map<string, number>;
  /** The organization of each configuration. */
  readonly organizationOf: Map<number, number>;
  /** How long the calls of configurations last; default: `pace`. */
  readonly paceOf: Map<number, typeof pace>;
}

/** An organization that calls, and its clients. */
export interface Tenant {
  readonly organization_id: number;
  readonly workflow_id: number;
  readonly workflow: string;
  /** The default, without a rate, and one with a rate. */
  readonly configurations: readonly [number, number];
  /** Whose calls last longer, and have an agent runtime. */
  readonly agentConfiguration: number;
  /** Their agents hand calls to each other; each with its settings, which name the other or do not. */
  readonly agents: readonly [AgentWorkflow, AgentWorkflow];
  readonly runtimes: AgentRuntimes;
  readonly send: Send;
  readonly api: Client;
  /** Sends with a key that needs an approval for each call. */
  readonly sendAsConnector: Send;
  /** Sends with the token of an agent. */
  readonly sendWith: (token: string) => Send;
  readonly receiver: Receiver;
}

interface AgentWorkflow {
  readonly workflow_id: number;
  readonly to_workflow_id: number;
  readonly settings: (isNamed: boolean) => object;
}

export const connector_name = 'crm';

export const pace = { ring_ms: 3000, talk_ms: 12_000 };
/** Longer than it takes at most to give a call back to its agent. */
const longPace = { ring_ms: 3000, talk_ms: 100_000 };
const callLimit = 20;
const callsPerSecond = 2;

interface Options {
  readonly url: string;
  readonly admin: Client;
  readonly name: string;
  readonly observed: Observed;
  readonly tools: ToolServer;
  readonly runtimes: AgentRuntimes;
}

/** Signs an organization up and gives it everything that calls need. */
export async function createTenant({
  url,
  admin,
  name,
  observed,
  tools,
  runtimes,
}: Options): Promise<Tenant> {
  const onServerError = ({ method, path }: Request, status: number, body: string): void =>
    void observed.serverErrors.push({ at: Date.now(), request: `${method} ${path}`, status, body });
  const anyone = createClientAt(url);
  const { access_token } = await anyone('POST', '/auth/signup', {
    email: `${name}@example.com`,
    password: `the-password-of-${name}`,
    organization_name: name,
  });
  const send = createSend({ url, token: access_token, onServerError });
  const api = clientOf(send);
  const workflow = `Reminder of ${name}`;
  await api('POST', '/tools', {
    name: toolName,
    description: 'Books an appointment.',
    kind: 'http',
    method: 'POST',
    url_template: tools.url,
    arguments_schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    timeout_ms: toolTimeoutMs,
  });
  const workflow_id = await prepareCalling(api, {
    name: workflow,
    limit: callLimit,
    pace,
    admin,
    tools: [toolName],
    configurations: { transfer_destinations: destinations },
  });
  const { organization_id } = (await api('GET', '/auth/me'))['user'];
  const [standard] = (await api('GET', '/organizations/telephony-configs'))['items'];
  const paced = await api('POST', '/organizations/telephony-configs', {
    name: 'Paced',
    provider: 'simulated',
    credentials: pace,
    calls_per_second: callsPerSecond,
  });
  const agents = await createAgents(api);
  const long = await api('POST', '/organizations/telephony-configs', {
    name: 'Agents',
    provider: 'simulated',
    credentials: { ...longPace, voice_url: runtimes.url },
  });
  observed.paceOf.set(long['id'], longPace);
  const { key } = await api('POST', '/auth/api-keys', { name: 'Connector', connector_name });
  const receiver = await createReceiver();
  const { secret } = await api('POST', '/webhooks/endpoints', { url: receiver.url });
  receiver.verifyWith(secret);
  observed.limits.push({ organization_id, calls: callLimit });
  observed.rates.push({ configuration_id: paced['id'], calls_per_second: callsPerSecond });
  for (const { id } of [standard, paced, long]) observed.organizationOf.set(id, organization_id);
  return {
    organization_id,
    workflow_id,
    workflow,
    configurations: [standard.id, paced['id']],
    send,
    api,
    sendAsConnector: createSend({ url, key, onServerError }),
    agentConfiguration: long['id'],
    agents,
    runtimes,
    sendWith: (token) => createSend({ url, key: token, onServerError }),
    receiver,
  };
}

/** Two workflows whose agents hand calls to each other. */
async function createAgents(api: Client): Promise<Tenant['agents']> {
  const create = (name: string): Promise<number> =>
    createPublished(api, { name, tools: [toolName], configurations: {} });
  const [first, second] = [await create('Questions'), await create('Bills')];
  const agentOf = (workflow_id: number, to_workflow_id: number): AgentWorkflow => ({
    workflow_id,
    to_workflow_id,
    settings: (isNamed) => ({
      run_token_scopes: ['run:act'],
      transfer_destinations: [
        ...destinations,
        ...(isNamed ? [{ name: colleague, workflow_id: to_workflow_id }] : []),
      ],
    }),
  });
  const agents = [agentOf(first, second), agentOf(second, first)] as const;
  for (const { workflow_id, settings } of agents)
    await api('PUT', `/workflow/${workflow_id}`, { workflow_configurations: settings(true) });
  return agents;
}

const createClientAt = (url: string): Client => clientOf(createSend({ url }));
