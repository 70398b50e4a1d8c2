import { prepareCalling } from '../chaos/calling.ts';
import type { Client, Json } from '../chaos/client.ts';
import { createIds, type Ids } from './ids.ts';
import type { Operation } from '../../src/http/operations.ts';
import type { Random } from './random.ts';

/** The sender of a request, and the known ids of its organization. */
export interface Caller {
  readonly role: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly ids: Ids;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

interface Organization {
  readonly account: Account;
  readonly ids: Ids;
}

export interface Callers {
  readonly list: readonly Caller[];
  /** Logs in again and creates new keys: the traffic ends sessions and archives keys. */
  renew(): Promise<void>;
}

const strange = { role: 'wrong key', headers: [['x-api-key', `vap_${'A'.repeat(43)}`]] } as const;
const expired = { role: 'wrong session', headers: [['authorization', 'Bearer wrong']] } as const;

/** The callers of the accounts, of which the first is a super admin. */
export async function createCallers(
  client: (token?: string) => Client,
  accounts: readonly Account[],
  { operations, random }: { operations: readonly Operation[]; random: Random },
): Promise<Callers> {
  const organizations: Organization[] = accounts.map((account) => ({
    account,
    ids: createIds(operations, random),
  }));
  const list: Caller[] = [];
  const renew = async (): Promise<void> => {
    const fresh: Caller[] = [];
    const [superAdmin] = accounts;
    const admin = client((await client()('POST', '/auth/login', superAdmin))['access_token']);
    await restore(admin);
    for (const { account, ids } of organizations) {
      fresh.push(...(await callersOf(client, account, ids)));
    }
    const ids = createIds(operations, random);
    fresh.push(
      ...[strange, expired, { role: 'nobody', headers: [] }].map((each) => ({ ...each, ids })),
    );
    list.splice(0, list.length, ...fresh);
  };
  await renew();
  return { list, renew };
}

/** Undoes what the traffic does to organizations as a super admin. */
async function restore(admin: Client): Promise<void> {
  const { items } = await admin('GET', '/admin/organizations?limit=100');
  for (const { id } of items) {
    await admin('POST', `/admin/organizations/${id}/resume`);
    await admin('PUT', `/admin/organizations/${id}/limits`, {
      api_key_limit: 10_000,
      concurrent_call_limit: 20,
      user_session_limit: 10_000,
    });
  }
}

async function callersOf(
  client: (token?: string) => Client,
  { email, password }: Account,
  ids: Ids,
): Promise<Caller[]> {
  const { access_token } = await client()('POST', '/auth/login', { email, password });
  const api = client(access_token);
  const name = email.split('@', 1)[0] ?? '';
  const session = ['authorization', `Bearer ${access_token}`] as const;
  const plain = await api('POST', '/auth/api-keys', { name: 'Traffic' });
  const connector = await api('POST', '/auth/api-keys', { name: 'Traffic', connector_name: 'crm' });
  const archived = await api('POST', '/auth/api-keys', { name: 'Traffic' });
  await api('POST', `/auth/api-keys/${archived['id']}/archive`);
  const key = (made: Json) => ['x-api-key', String(made['key'])] as const;
  return [
    { role: `${name}'s session`, headers: [session], ids },
    { role: `${name}'s session`, headers: [session], ids },
    { role: `${name}'s key`, headers: [key(plain)], ids },
    { role: `${name}'s connector key`, headers: [key(connector)], ids },
    { role: `${name}'s archived key`, headers: [key(archived)], ids },
    { role: `${name}'s session and key`, headers: [session, key(plain)], ids },
  ];
}

/** Creates objects that random requests would rarely create: a workflow that calls, contacts, an endpoint. */
export async function furnish(api: Client, admin: Client, receiver: string): Promise<void> {
  const both: Client = (method, path, body) =>
    (path.startsWith('/admin/') ? admin : api)(method, path, body);
  const workflow_id = await prepareCalling(both, {
    name: 'Traffic',
    limit: 20,
    pace: { ring_ms: 50, talk_ms: 200 },
  });
  const rows = Array.from({ length: 100 }, (_, index) => `+1${2_125_550_100 + index},Ada`);
  const source = await api(
    'POST',
    '/campaign-sources',
    ['phone_number,first_name', ...rows].join('\n'),
  );
  const { id: source_id } = source;
  const campaign = { name: 'Traffic', workflow_id, source_type: 'csv', source_id };
  const { id } = await api('POST', '/campaign', campaign);
  await api('POST', `/campaign/${id}/start`);
  await api('POST', '/webhooks/endpoints', { url: receiver });
}
