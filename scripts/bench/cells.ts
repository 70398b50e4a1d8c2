import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepareCalling } from '../chaos/calling.ts';
import { type Client, createClient } from '../chaos/client.ts';
import { keepAlive, type Victim } from '../chaos/processes.ts';
import { migrate } from '../chaos/series.ts';
import { findCitus } from '../postgres/citus-packages.ts';
import { freePort, makeDirectory, serverAccount } from '../postgres/cluster.ts';
import { cellOf } from '../../src/db/cell-rules.ts';
import { createCampaign } from './engine/bed.ts';
import { type CellServers, startNodes, startServers } from './support/cell-servers.ts';
import { cpuMicroseconds, machine, serverMicroseconds } from './support/cpu.ts';
import { median, spread } from './support/figures.ts';
import { createQuota, type Quota } from './support/quota.ts';
import { verdict } from './support/rounds.ts';
import { secretKeys } from './support/servers.ts';
import { usually } from './support/brief.ts';

// Calls a second of one cell, of two and of three, each on a PostgreSQL of its own that gets an equal part of a processor by a
// control group (Linux, root). One API and one worker serve all cells. With --citus --nodes 3 the servers are the nodes of
// a Citus, whose coordinator has no bound; with --citus alone the cost of a call is compared with that on a PostgreSQL
// without Citus.
// node scripts/bench/cells.ts [--calls 3000] [--part 0.2] [--rounds 3]
// CITUS_DEBS=folder node scripts/bench/cells.ts --citus [--nodes 3]

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: String(usually(3000, 20)) },
    part: { type: 'string', default: '0.2' },
    rounds: { type: 'string', default: String(usually(3, 1)) },
    citus: { type: 'boolean', default: false },
    nodes: { type: 'string', default: '0' },
  },
});
const calls = Number(values.calls);
const part = Number(values.part);
const rounds = Number(values.rounds);
const warmUpCalls = usually(1000, 20);
/** How long it is looked at what is used without a call. */
const idleMs = usually(15_000, 1000);
const concurrency = 300;
const password = 'the-password-of-the-bench';
const pace = { ring_ms: 50, talk_ms: 200 };

interface Cell {
  readonly db: pg.Client;
  readonly api: Client;
  readonly workflow_id: number;
}

console.log(machine());
if (values.citus) await compareCitus();
else await compareNumbers(3, startServers);

/** Calls a second of two and of three servers to those of one. */
async function compareNumbers(
  count: number,
  start: (numbers: readonly number[]) => Promise<CellServers>,
): Promise<void> {
  const ratios = Array.from({ length: count - 1 }, (): number[] => []);
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [one, ...several] = await measureUpTo(count, start);
    several.forEach(({ perSecond }, index) => ratios[index]!.push(perSecond / one!.perSecond));
    costs.push(several[0]!.postgresPerCall / one!.postgresPerCall);
  }
  const [ofTwo = [], ...ofMore] = ratios;
  verdict(
    'S13 calls a second of two cells on two servers to one',
    median(ofTwo),
    1.8,
    'x',
    'at least',
  );
  ofMore.forEach((list, index) =>
    console.log(`Calls a second of ${index + 3} cells to one: ${spread(list, 2)} x`),
  );
  verdict("S13 PostgreSQL's CPU for a call of two cells to one", median(costs), 1.25);
}

async function compareCitus(): Promise<void> {
  const directory = makeDirectory(serverAccount());
  try {
    const binaries = findCitus(directory);
    const count = Number(values.nodes);
    if (count === 1) throw new Error('--nodes is at least 2: one node is compared with more.');
    if (count > 0) await compareNumbers(count, (numbers) => startNodes(numbers, binaries));
    else await compareCost(binaries);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The CPU of a call on a Citus with one node, and on a PostgreSQL of the same binaries. */
async function compareCost(binaries: string): Promise<void> {
  const [costs, all]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const plain = await measure(await startServers([1], binaries), { numbers: [1] });
    const one = await measure(await startNodes([1], binaries), { numbers: [1] });
    costs.push(one.postgresPerCall / plain.postgresPerCall);
    all.push(one.perCall / plain.perCall);
  }
  verdict("S13 the database's CPU for a call on Citus to PostgreSQL", median(costs), 1.25);
  console.log(`CPU of a call on Citus to PostgreSQL, API and worker included: ${spread(all, 2)} x`);
}

async function measureUpTo(
  count: number,
  start: (numbers: readonly number[]) => Promise<CellServers>,
): Promise<Awaited<ReturnType<typeof measure>>[]> {
  const probe = createQuota('probe', part);
  if (!probe)
    throw new Error('No control group can be made here, so the servers would share what one has.');
  probe.remove();
  const measured = [];
  for (let last = 1; last <= count; last += 1) {
    const numbers = Array.from({ length: last }, (_, index) => index + 1);
    measured.push(await measure(await start(numbers), { numbers, part }));
  }
  return measured;
}

interface Bed {
  readonly numbers: readonly number[];
  /** Of a processor, for each server; absent: all that there is. */
  readonly part?: number;
}

async function measure(bed: CellServers, { numbers, part: share }: Bed) {
  const { servers, coordinator } = bed;
  const victims: Victim[] = [];
  const quotas: Quota[] = [];
  const clients: pg.Client[] = [];
  try {
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = environment(bed, numbers, url);
    await migrate(env);
    await bed.place();
    victims.push(await keepAlive('api', { ...env, ROLE: 'api', PORT: new URL(url).port }));
    victims.push(await keepAlive('worker', { ...env, ROLE: 'worker', PORT: '0' }));
    const cells: Cell[] = [];
    for (const number of numbers) {
      const connectionString = bed.database.replaceAll('{cell}', String(number));
      const db = new pg.Client({ connectionString });
      await db.connect();
      clients.push(db);
      cells.push({ db, ...(await signUpIn(number, url)) });
    }
    await callIn(cells, warmUpCalls);
    await bed.vacuum();
    if (share !== undefined)
      for (const [index, server] of servers.entries()) {
        const quota = createQuota(`cell-${numbers[index]}`, share);
        if (!quota) throw new Error('The control group is gone.');
        quotas.push(quota);
        for (const pid of server.pids()) quota.add(pid);
      }
    const used = () => ({
      nodes: sum(servers.map((server) => serverMicroseconds(server.pids()))),
      coordinator: coordinator ? serverMicroseconds(coordinator.pids()) : 0,
      api: cpuMicroseconds(victims[0]!.pid()),
      worker: cpuMicroseconds(victims[1]!.pid()),
    });
    const idle = await perSecondOf(used, () => pause(idleMs));
    const calling = await perSecondOf(used, () => callIn(cells, calls));
    const perSecond = (calls * cells.length) / calling.seconds;
    const perCallOf = (name: keyof typeof idle.used): number =>
      (calling.used[name] - idle.used[name]) / perSecond;
    const [nodes, first, api, worker] = [
      perCallOf('nodes'),
      perCallOf('coordinator'),
      perCallOf('api'),
      perCallOf('worker'),
    ];
    const idlePercent = (name: keyof typeof idle.used): string =>
      (idle.used[name] / 10_000).toFixed(2);
    console.log(
      `${coordinator ? 'Citus' : 'PostgreSQL'}, ${cells.length} cell(s)${share === undefined ? '' : ` of ${share} processors`}: ` +
        `${perSecond.toFixed(0)} calls/s; per call ${coordinator ? `coordinator ${first.toFixed(0)}, nodes` : 'PostgreSQL'} ` +
        `${nodes.toFixed(0)}, API ${api.toFixed(0)}, worker ${worker.toFixed(0)} us of CPU, beside what they take when idle: ` +
        `${coordinator ? `coordinator ${idlePercent('coordinator')}, nodes` : 'PostgreSQL'} ${idlePercent('nodes')}, ` +
        `API ${idlePercent('api')}, worker ${idlePercent('worker')} % of a processor`,
    );
    const postgresPerCall = nodes + first;
    return { perSecond, postgresPerCall, perCall: postgresPerCall + api + worker };
  } finally {
    for (const victim of victims) await victim.stop();
    for (const client of clients) await client.end().catch(() => {});
    await bed.close();
    for (const quota of quotas) quota.remove();
  }
}

/** What is used a second while the work is done, and how long that takes. */
async function perSecondOf<Used extends Record<string, number>>(
  used: () => Used,
  work: () => Promise<void>,
): Promise<{ readonly used: Used; readonly seconds: number }> {
  const before = used();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const after = used();
  const rates = Object.entries(after).map(([name, last]) => [
    name,
    (last - before[name]!) / seconds,
  ]);
  return { used: Object.fromEntries(rates) as Used, seconds };
}

function sum(list: readonly number[]): number {
  return list.reduce((total, each) => total + each, 0);
}

function environment(
  { database, directory }: CellServers,
  numbers: readonly number[],
  url: string,
): Record<string, string> {
  return {
    CELLS: numbers.join(','),
    DATABASE_URL: database,
    DIRECTORY_URL: directory,
    SECRET_KEYS: secretKeys,
    PUBLIC_URL: url,
    SUPER_ADMIN_EMAIL: 'bench+{cell}@example.com',
    SUPER_ADMIN_PASSWORD: password,
    RATE_LIMIT_PER_CALLER: '1000000000',
    RATE_LIMIT_PER_CARRIER: '1000000000',
    SIGNUP: 'open',
    VERIFY_EMAILS: '0',
  };
}

/** A user of the cell, where a call can be placed. */
async function signUpIn(number: number, url: string): Promise<Omit<Cell, 'db'>> {
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
  return { api, workflow_id };
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
