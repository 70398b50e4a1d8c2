import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepareCalling } from '../chaos/calling.ts';
import { type Client, createClient } from '../chaos/client.ts';
import { keepAlive, type Victim } from '../chaos/processes.ts';
import { migrate } from '../chaos/series.ts';
import { freePort } from '../postgres/cluster.ts';
import { cellOf } from '../../src/db/cell-rules.ts';
import { createCampaign } from './engine/bed.ts';
import { cpuMicroseconds, machine, serverMicroseconds } from './support/cpu.ts';
import { type CellServers, startServers } from './support/cell-servers.ts';
import { median } from './support/figures.ts';
import { createQuota, type Quota } from './support/quota.ts';
import { verdict } from './support/rounds.ts';
import { secretKeys } from './support/servers.ts';
import { usually } from './support/brief.ts';

// S13: calls a second of one cell and of two, each on a PostgreSQL of its own that gets an equal part of a processor by a
// control group (Linux, root). One API and one worker serve all cells.
// node scripts/bench/cells.ts [--calls 3000] [--part 0.2] [--rounds 3]

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: String(usually(3000, 20)) },
    part: { type: 'string', default: '0.2' },
    rounds: { type: 'string', default: String(usually(3, 1)) },
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
await compareNumbers();

/** Calls a second of two servers to those of one. */
async function compareNumbers(): Promise<void> {
  const ratios: number[] = [];
  const costs: number[] = [];
  const probe = createQuota('probe', part);
  if (!probe)
    throw new Error('No control group can be made here, so the servers would share what one has.');
  probe.remove();
  for (let round = 0; round < rounds; round += 1) {
    const one = await measure([1]);
    const two = await measure([1, 2]);
    ratios.push(two.perSecond / one.perSecond);
    costs.push(two.postgresPerCall / one.postgresPerCall);
  }
  verdict('S13 calls a second of two cells on two servers to one', median(ratios), 1.8, {
    bound: 'at least',
  });
  verdict("S13 PostgreSQL's CPU for a call of two cells to one", median(costs), 1.25);
}

async function measure(numbers: readonly number[]) {
  const bed = await startServers(numbers);
  const { servers } = bed;
  const victims: Victim[] = [];
  const quotas: Quota[] = [];
  const clients: pg.Client[] = [];
  try {
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = environment(bed, numbers, url);
    await migrate(env);
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
    for (const { db } of cells) await db.query('vacuum analyze');
    for (const [index, server] of servers.entries()) {
      const quota = createQuota(`cell-${numbers[index]}`, part);
      if (!quota) throw new Error('The control group is gone.');
      quotas.push(quota);
      for (const pid of server.pids()) quota.add(pid);
    }
    const used = () => ({
      postgres: sum(servers.map((server) => serverMicroseconds(server.pids()))),
      api: cpuMicroseconds(victims[0]!.pid()),
      worker: cpuMicroseconds(victims[1]!.pid()),
    });
    const idle = await perSecondOf(used, () => pause(idleMs));
    const calling = await perSecondOf(used, () => callIn(cells, calls));
    const perSecond = (calls * cells.length) / calling.seconds;
    const perCallOf = (name: keyof typeof idle.used): number =>
      (calling.used[name] - idle.used[name]) / perSecond;
    const postgresPerCall = perCallOf('postgres');
    const idlePercent = (name: keyof typeof idle.used): string =>
      (idle.used[name] / 10_000).toFixed(2);
    console.log(
      `${cells.length} cell(s) of ${part} processors: ${perSecond.toFixed(0)} calls/s; per call PostgreSQL ` +
        `${postgresPerCall.toFixed(0)}, API ${perCallOf('api').toFixed(0)}, worker ${perCallOf('worker').toFixed(0)} us of CPU, ` +
        `beside what they take when idle: PostgreSQL ${idlePercent('postgres')}, API ${idlePercent('api')}, ` +
        `worker ${idlePercent('worker')} % of a processor`,
    );
    return { perSecond, postgresPerCall };
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
