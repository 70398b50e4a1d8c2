import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepareCalling } from '../chaos/calling.ts';
import { type Client, createClient } from '../chaos/client.ts';
import { keepAlive, type Victim } from '../chaos/processes.ts';
import { freePort } from '../postgres/cluster.ts';
import { type Cluster, startPrimary } from '../postgres/servers.ts';
import { cellOf } from '../../src/db/cell-rules.ts';
import { createCampaign } from './engine/bed.ts';
import { cpuMicroseconds, machine, serverMicroseconds } from './support/cpu.ts';
import { median, spread } from './support/figures.ts';
import { createQuota, type Quota } from './support/quota.ts';
import { verdict } from './support/rounds.ts';
import { secretKeys } from './support/servers.ts';

// Calls a second of one cell, of two and of three, each on a PostgreSQL of its own that gets an equal part of a processor by a
// control group (Linux, root). One API and one worker serve all cells.
// node scripts/bench/cells.ts [--calls 3000] [--part 0.2] [--rounds 3]

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '3000' },
    part: { type: 'string', default: '0.2' },
    rounds: { type: 'string', default: '3' },
  },
});
const calls = Number(values.calls);
const part = Number(values.part);
const rounds = Number(values.rounds);
const warmUpCalls = 1000;
const concurrency = 300;
const password = 'the-password-of-the-bench';
const pace = { ring_ms: 50, talk_ms: 200 };

interface Cell {
  readonly number: number;
  readonly server: Cluster;
  readonly db: pg.Client;
  readonly api: Client;
  readonly workflow_id: number;
}

console.log(machine());
const probe = createQuota('probe', part);
if (!probe)
  throw new Error('No control group can be made here, so the servers would share what one has.');
probe.remove();
const [ratios, costs, ofThree]: [number[], number[], number[]] = [[], [], []];
for (let round = 0; round < rounds; round += 1) {
  const one = await measure([1]);
  const two = await measure([1, 2]);
  const three = await measure([1, 2, 3]);
  ratios.push(two.perSecond / one.perSecond);
  costs.push(two.postgresPerCall / one.postgresPerCall);
  ofThree.push(three.perSecond / one.perSecond);
}
verdict(
  'S13 calls a second of two cells on two servers to one',
  median(ratios),
  1.8,
  'x',
  'at least',
);
console.log(`Calls a second of three cells to one: ${spread(ofThree, 2)} x`);
verdict("S13 PostgreSQL's CPU for a call of two cells to one", median(costs), 1.25);

async function measure(numbers: readonly number[]) {
  const port = await freePort();
  const servers: Cluster[] = [];
  const victims: Victim[] = [];
  const quotas: Quota[] = [];
  const clients: pg.Client[] = [];
  try {
    // Addresses of this machine, each as the host of a cell.
    for (const number of numbers)
      servers.push(await startPrimary(`listen_addresses = '127.0.0.${number}'\n`, port));
    const connect = async (host: string, database: string): Promise<pg.Client> => {
      const client = new pg.Client({ host, port, user: 'postgres', database });
      await client.connect();
      clients.push(client);
      return client;
    };
    const first = await connect('127.0.0.1', 'postgres');
    await first.query('create database directory');
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = {
      CELLS: numbers.join(','),
      DATABASE_URL: `postgresql://postgres@127.0.0.{cell}:${port}/postgres`,
      DIRECTORY_URL: `postgresql://postgres@127.0.0.1:${port}/directory`,
      SECRET_KEYS: secretKeys,
      PUBLIC_URL: url,
      SUPER_ADMIN_EMAIL: 'bench+{cell}@example.com',
      SUPER_ADMIN_PASSWORD: password,
      RATE_LIMIT_PER_CALLER: '1000000000',
      RATE_LIMIT_PER_CARRIER: '1000000000',
      SIGNUP: 'open',
      VERIFY_EMAILS: '0',
    };
    victims.push(await keepAlive('api', { ...env, ROLE: 'api', PORT: new URL(url).port }));
    victims.push(await keepAlive('worker', { ...env, ROLE: 'worker', PORT: '0' }));
    const cells: Cell[] = [];
    for (const [index, number] of numbers.entries()) {
      const { access_token } = await createClient(url)('POST', '/auth/signup', {
        email: `user-${number}@example.com`,
        password,
      });
      const api = createClient(url, access_token);
      const me = await api('GET', '/auth/me');
      const cell = cellOf(me['organization'].id);
      if (cell !== number) throw new Error(`The user is in cell ${cell}.`);
      const session = await createClient(url)('POST', '/auth/login', {
        email: `bench+${number}@example.com`,
        password,
      });
      const admin = createClient(url, session['access_token']);
      const workflow_id = await prepareCalling(api, { name: 'Bench', limit: 100_000, pace, admin });
      const db = await connect(`127.0.0.${number}`, 'postgres');
      cells.push({ number, server: servers[index]!, db, api, workflow_id });
    }
    await callIn(cells, warmUpCalls);
    for (const { db } of cells) await db.query('vacuum analyze');
    for (const { number, server } of cells) {
      const quota = createQuota(`cell-${number}`, part);
      if (!quota) throw new Error('The control group is gone.');
      quotas.push(quota);
      for (const pid of server.pids()) quota.add(pid);
    }
    const used = () => ({
      postgres: servers.reduce((sum, server) => sum + serverMicroseconds(server.pids()), 0),
      node: victims.map((victim) => cpuMicroseconds(victim.pid())),
    });
    const before = used();
    const began = performance.now();
    await callIn(cells, calls);
    const perSecond = (calls * cells.length) / ((performance.now() - began) / 1000);
    const after = used();
    const postgresPerCall = (after.postgres - before.postgres) / (calls * cells.length);
    const node = after.node.map((us, index) => (us - before.node[index]!) / (calls * cells.length));
    console.log(
      `${cells.length} cell(s): ${perSecond.toFixed(0)} calls/s; per call PostgreSQL ${postgresPerCall.toFixed(0)}, API ${node[0]?.toFixed(0)}, worker ${node[1]?.toFixed(0)} us of CPU`,
    );
    return { perSecond, postgresPerCall };
  } finally {
    for (const victim of victims) await victim.stop();
    for (const client of clients) await client.end().catch(() => {});
    for (const server of servers) await server.close();
    for (const quota of quotas) quota.remove();
  }
}

/** Has a campaign in each cell call so many contacts, all at the same time. */
async function callIn(cells: readonly Cell[], contacts: number): Promise<void> {
  const campaigns = await Promise.all(
    cells.map(async (cell) => ({
      api: cell.api,
      id: await createCampaign(cell, { contacts, max_concurrency: concurrency }),
    })),
  );
  await Promise.all(campaigns.map(({ api, id }) => api('POST', `/campaign/${id}/start`)));
  await Promise.all(
    campaigns.map(async ({ api, id }) => {
      while ((await api('GET', `/campaign/${id}/progress`))['state'] === 'running')
        await pause(200);
    }),
  );
}
