import { connect } from 'node:net';
import { adminUser, type Bed, type Case, defineCase, elsewhere, type Tenant } from '../bed.ts';

/** Clients that announce a body and send none of it, or its first bytes. */

const accounts = 4;
const lastMs = 8000;
const everyMs = 400;
const json = 'application/json';
const chunked = { 'transfer-encoding': 'chunked' };

interface Silent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent of the body. */
  readonly begun?: string;
}

/** Opens a connection, sends a header and waits; returns what closes it. */
function open({ server }: Bed, { path, headers, begun = '' }: Silent): () => void {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: elsewhere });
  const lines = Object.entries({ host: hostname, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.on('error', () => {}).resume();
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${begun}`);
  return () => socket.destroy();
}

async function signUp({ server }: Bed, index: number): Promise<Readonly<Record<string, string>>> {
  const body = { email: `silent-${index}@isolation.test`, password: 'isolation-password' };
  const answer = await fetch(`${server.url}/api/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': json },
    body: JSON.stringify(body),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}

/** What others send meanwhile. */
function othersOf({ bystander }: Bed, config: number) {
  const as = (tenant: Tenant, type: string) => ({ ...tenant.session, 'content-type': type });
  return [
    ['logIn', '/auth/login', { 'content-type': json }, JSON.stringify(adminUser)],
    [
      'createWorkflow',
      '/workflow',
      as(bystander, json),
      '{"name":"W","workflow_definition":{"nodes":[],"edges":[]}}',
    ],
    [
      'createCampaignSource',
      '/campaign-sources',
      as(bystander, 'text/csv'),
      'phone_number\n+12025550100\n',
    ],
    [
      'receiveCarrierCallback',
      `/telephony/callbacks/simulated/${config}?run_id=1`,
      { 'content-type': json, 'x-simulated-signature': 'AAAA' },
      '{}',
    ],
  ] as const;
}

const shutOut = new Set([0, 429, 503]);

function silence(
  name: string,
  each: number,
  sent: (account: Readonly<Record<string, string>>, config: number) => Silent,
): Case {
  return defineCase({
    item: 9,
    name: `${name}, ${accounts} x ${each} silent`,
    async prepare(bed) {
      const { id } = await bed.bystander.api('POST', '/organizations/telephony-configs', {
        name: 'Simulated',
        provider: 'simulated',
        credentials: {},
      });
      const keys: Readonly<Record<string, string>>[] = [];
      for (let index = 0; index < accounts; index++) keys.push(await signUp(bed, index));
      return async () => {
        const close = keys.flatMap((key) =>
          Array.from({ length: each }, () => open(bed, sent(key, id))),
        );
        await new Promise((done) => setTimeout(done, 500));
        const refused = new Map<string, number>();
        let all = 0;
        for (const end = performance.now() + lastMs; performance.now() < end;) {
          for (const [operation, path, headers, body] of othersOf(bed, id)) {
            const { status } = await bed.send({ path: `/api/v1${path}`, headers, body });
            all += 1;
            if (shutOut.has(status)) refused.set(operation, (refused.get(operation) ?? 0) + 1);
          }
          await new Promise((done) => setTimeout(done, everyMs));
        }
        for (const each of close) each();
        const list = [...refused].map(([operation, count]) => `${operation} ${count} times`);
        return {
          note: `${[...refused.values()].reduce((sum, count) => sum + count, 0)} of ${all} of others refused`,
          faults: list.length > 0 ? [`others were refused: ${list.join(', ')}`] : [],
        };
      };
    },
  });
}

const form = { 'content-type': 'multipart/form-data; boundary=b' };

export const silent: readonly Case[] = [
  silence('submitRunResult in chunks', 16, (key) => ({
    path: '/api/v1/runs/1/result',
    headers: { ...key, 'content-type': json, ...chunked },
  })),
  silence('submitRunResult compressed', 16, (key) => ({
    path: '/api/v1/runs/1/result',
    headers: { ...key, 'content-type': json, 'content-encoding': 'gzip', 'content-length': '1000' },
  })),
  silence('submitRunResult declared', 16, (key) => ({
    path: '/api/v1/runs/1/result',
    headers: { ...key, 'content-type': json, 'content-length': '4194304' },
    begun: '{',
  })),
  silence('createCampaignSource', 2, (key) => ({
    path: '/api/v1/campaign-sources',
    headers: { ...key, 'content-type': 'text/csv', ...chunked },
  })),
  silence('importVoiceProfile', 100, (key) => ({
    path: '/api/v1/voice/profiles/import',
    headers: { ...key, ...form, ...chunked },
  })),
  silence('logIn', 100, () => ({
    path: '/api/v1/auth/login',
    headers: { 'content-type': json, ...chunked },
  })),
  silence('receiveCarrierCallback', 100, (_, config) => ({
    path: `/api/v1/telephony/callbacks/simulated/${config}?run_id=1`,
    headers: { 'content-type': json, 'x-simulated-signature': 'AAAA', ...chunked },
  })),
];
