import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prepareCalling } from '../../chaos/calling.ts';
import type { Json, Tenant } from './bed.ts';

interface Wanted {
  readonly contacts: number;
  /** The duration of each conversation. */
  readonly talk_ms: number;
}

/** Lets a tenant place calls on the simulated network; returns the workflow's id. */
export const makeCallable = (
  tenant: Tenant,
  admin: Tenant,
  { talk_ms }: Pick<Wanted, 'talk_ms'>,
): Promise<number> =>
  prepareCalling(
    (method, path, body) => (path.startsWith('/admin/') ? admin : tenant).api(method, path, body),
    { name: 'Isolation', limit: 20, pace: { ring_ms: 20, talk_ms } },
  );

/** Starts a campaign of numbers that answer; returns its id. */
export async function startCampaign(
  tenant: Tenant,
  admin: Tenant,
  { contacts, talk_ms }: Wanted,
): Promise<number> {
  const workflow_id = await makeCallable(tenant, admin, { talk_ms });
  const numbers = Array.from({ length: contacts }, (_, index) => answering(index));
  const source = await tenant.api(
    'POST',
    '/campaign-sources',
    ['phone_number', ...numbers].join('\n'),
  );
  const campaign = await tenant.api('POST', '/campaign', {
    name: 'Isolation',
    workflow_id,
    source_type: 'csv',
    source_id: source['id'],
  });
  await tenant.api('POST', `/campaign/${campaign['id']}/start`);
  return campaign['id'] as number;
}

/** Numbers of the simulated network that end 00 to 39 are answered. */
export const answering = (index: number): string =>
  `+1${212 + Math.floor(index / 40)}55501${String(index % 40).padStart(2, '0')}`;

/** Waits until a campaign has placed and ended all its calls. */
export async function untilCompleted(tenant: Tenant, id: number): Promise<void> {
  for (;;) {
    const { state } = await tenant.api('GET', `/campaign/${id}`);
    if (state === 'completed') return;
    await new Promise((done) => setTimeout(done, 200));
  }
}

export interface Receivers {
  readonly urls: readonly string[];
  close(): void;
}

/** Servers for webhooks; `receive` may respond or not. */
export async function startReceivers(
  count: number,
  receive: (body: Json, answer: ServerResponse) => void,
): Promise<Receivers> {
  const servers = Array.from({ length: count }, () =>
    createServer((incoming, answer) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        receive(JSON.parse(Buffer.concat(chunks).toString()) as Json, answer),
      );
    }),
  );
  await Promise.all(
    servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))),
  );
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
