import { prepareCalling } from '../../chaos/calling.ts';
import { createClient as createChaosClient } from '../../chaos/client.ts';
import { type Client, type Received, type Sent } from '../../conformance/client.ts';
import { type Operation, operationNamed } from '../../conformance/contract.ts';
import { type Ids, requestOf } from '../../conformance/requests.ts';
import { createSubjects } from '../../conformance/subjects.ts';
import type { WireRequest } from '../../traffic/requests.ts';
import { groupOf, isRefusalOnly, needsOwnSubject } from './mix.ts';
import type { Exchanged } from './exchange.ts';

export const admin = { email: 'admin@load.test', password: 'admin-of-the-load' };
const password = 'user-of-the-load';

/** An organization, and the ids of what its reads and changes act on. */
export interface Tenant {
  readonly organization_id: number;
  readonly workflow_id: number;
  /** Ids that take the place of those made here, for what only reads. */
  readonly filled: Record<string, unknown>;
  /** The next request of the operation, with everything that it needs. */
  compose(operation: Operation): Promise<WireRequest>;
}

export type Send = (wire: WireRequest) => Promise<Exchanged>;

const lots = 10_000;
const limits = {
  concurrent_call_limit: 20,
  api_key_limit: lots,
  webhook_endpoint_limit: 1000,
  workflow_limit: lots,
  source_limit: lots,
  voice_profile_limit: 2000,
  story_limit: lots,
  user_session_limit: 10_000,
};

/** Signs an organization up that can call, and creates what its requests act on. */
export async function createTenant(
  url: string,
  send: Send,
  { name, operations }: { readonly name: string; readonly operations: readonly Operation[] },
): Promise<Tenant> {
  const anyone = createChaosClient(url);
  const email = `${name}@load.test`;
  const entered = await anyone('POST', '/auth/signup', { email, password });
  const supervisor = await anyone('POST', '/auth/login', admin);
  const organization_id = Number(entered['user'].organization_id);
  const token = String(entered['access_token']);
  const api = createChaosClient(url, token);
  const superAdmin = createChaosClient(url, supervisor['access_token']);
  const workflow_id = await prepareCalling(api, {
    name,
    limit: limits.concurrent_call_limit,
    pace: { ring_ms: 50, talk_ms: 500 },
    admin: superAdmin,
  });
  await superAdmin('PUT', `/admin/organizations/${organization_id}/limits`, limits);
  const credentialFor = (operation: Operation): Readonly<Record<string, string>> =>
    operation.secured
      ? {
          authorization: `Bearer ${operation.superAdmin ? String(supervisor['access_token']) : token}`,
        }
      : {};
  const client: Client = { exchanges: [], send: (sent) => received(send, sent) };
  const subjects = createSubjects(client, credentialFor);
  const run = await api('POST', `/workflow/${workflow_id}/runs`, {
    mode: 'text',
    version_number: 1,
  });
  const spoken = await client.send(
    requestOf(operationNamed('createGenerationFromRecording'), {
      ids: {},
      members: await subjects.membersFor(operationNamed('createGenerationFromRecording')),
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  const own: Ids = { run_id: run['id'], generation_id: Object(spoken.json)['id'] };
  const known = new Map<string, Ids>();
  for (const operation of operations) {
    if (isRefusalOnly(operation) || needsOwnSubject(operation)) continue;
    const ids = await subjects.idsFor(operation);
    known.set(operation.id, { ...ids, ...own, ...('run_id' in ids && { workflow_id }) });
  }
  const filled: Record<string, unknown> = {};
  return {
    organization_id,
    workflow_id,
    filled,
    async compose(operation) {
      const members = await membersOf(operation);
      // A log-out ends the session that all others use.
      const headers =
        operation.id === 'logOut'
          ? { authorization: `Bearer ${await freshSession()}` }
          : credentialFor(operation);
      const reads = ['get', 'list', 'file', 'stream'].includes(groupOf(operation));
      const made = known.get(operation.id) ?? (await subjects.idsFor(operation));
      const ids = reads && operation.method === 'GET' ? { ...made, ...filled } : made;
      return wireOf(requestOf(operation, { ids, members, headers }));
    },
  };

  async function freshSession(): Promise<string> {
    const sent = requestOf(operationNamed('logIn'), { ids: {}, members: { email, password } });
    const { json } = await client.send(sent);
    return String(Object(json)['access_token']);
  }

  async function membersOf(operation: Operation): Promise<Ids> {
    if (operation.id === 'logIn') return { email, password };
    const members = await subjects.membersFor(operation);
    return {
      ...members,
      version_number: 1,
      ...('workflow_id' in members && { workflow_id }),
    };
  }
}

async function received(send: Send, sent: Sent): Promise<Received> {
  const { status, headers, text } = await send(wireOf(sent));
  const isJson = (headers.get('content-type') ?? '').includes('json') && text !== '';
  return { status, headers, text, json: isJson ? parsed(text) : undefined };
}

/** A long text is cut off; nothing is read from it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const wireOf = ({ method, path, headers, body }: Sent): WireRequest => ({
  method,
  path,
  headers: Object.entries(headers),
  body: body === undefined ? undefined : Buffer.from(body as string),
});
