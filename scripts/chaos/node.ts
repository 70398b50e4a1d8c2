import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { machine } from '../bench/support/cpu.ts';
import { freePort } from '../postgres/cluster.ts';
import { createCell, distribute, moveSchema } from '../postgres/citus.ts';
import { type FoundServer, findServer } from '../postgres/servers.ts';
import { ask, type Asking, numberAt, summaryOf } from './answers.ts';
import { createReceiver, type Receiver } from './client.ts';
import { keepAlive, type Victim } from './processes.ts';
import { longestGap, placedBetween } from './probing.ts';
import {
  broken,
  type Caller,
  completed,
  createCampaign,
  envOf,
  judge,
  migrate,
  progressOf,
  signUp,
} from './series.ts';

// Kills one of two nodes of a Citus while campaigns of cells on both call: whether the other cells go on, how those of the
// node are refused and continue when it is back, and whether each contact was called once and no answer was forgotten.
//
// PG_DURABLE=1 CITUS_DEBS=folder node scripts/with-citus.ts node scripts/chaos/node.ts [--cells 4] [--contacts 1000] [--away 15]
//
// With --fault freeze the node is not killed but stands still, as a machine does that no packet reaches.

const { values } = parseArgs({
  options: {
    contacts: { type: 'string', default: '1000' },
    away: { type: 'string', default: '15' },
    fault: { type: 'string', default: 'kill' },
    cells: { type: 'string', default: '4' },
  },
});
const contacts = Number(values.contacts);
const awayMs = Number(values.away) * 1000;
const calmMs = 5000;
const backMs = 10_000;
/** Each cell may call so many at once: slow enough for a campaign that lasts. */
const limit = 4;
/** Those of odd numbers are on the first node, which stays. */
const numbers = Array.from({ length: Number(values.cells) }, (_, index) => index + 1);
const isKilled = (cell: number): boolean => cell % 2 === 0;

/** What the promise to the other cells, and to those of the node, allows. */
const allowed = { gapMs: 3000, p99Ms: 1000, refusalMs: 5000, backMs: 15_000 };

interface Cell extends Caller {
  readonly db: pg.Client;
  readonly campaign: number;
  readonly receiver: Receiver;
  readonly asking: Asking;
}

interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

async function prepareCells(coordinator: string, nodes: readonly string[], urlOf: UrlOf) {
  await createCell(coordinator, 'directory');
  const admin = new pg.Client({ connectionString: coordinator });
  await admin.connect();
  for (const cell of numbers) await createCell(coordinator, `cell_${cell}`);
  const database = urlOf('{cell}');
  const directory = urlOf('directory');
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const place = { database, publicUrl, cells: { numbers, directory } };
  await migrate(envOf(place, 'all'));
  for (const cell of numbers) {
    await distribute(urlOf(cell), `cell_${cell}`);
    await moveSchema(admin, `cell_${cell}`, nodes[isKilled(cell) ? 1 : 0]!);
  }
  await admin.end();
  return place;
}

type UrlOf = (cell: number | '{cell}' | 'directory') => string;

async function begin(url: string, urlOf: UrlOf): Promise<Cell> {
  const caller = await signUp(url, { cells: true, limit });
  const { api, token, cell } = caller;
  const db = new pg.Client({ connectionString: urlOf(cell) });
  db.on('error', () => {});
  await db.connect();
  const receiver = await createReceiver();
  const { secret } = await api('POST', '/webhooks/endpoints', { url: receiver.url });
  receiver.verifyWith(secret);
  const campaign = await createCampaign(api, { series: 1, size: contacts });
  await api('POST', `/campaign/${campaign}/start`);
  return { ...caller, db, campaign, receiver, asking: ask(url, token, campaign) };
}

async function takeAway(server: FoundServer, url: string): Promise<void> {
  const freeze = values.fault === 'freeze';
  const pids = server.pids();
  if (freeze) for (const pid of pids) process.kill(pid, 'SIGSTOP');
  else await server.kill();
  await pause(awayMs / 2);
  const ready = await fetch(`${url}/readyz`);
  console.log(`/readyz: ${ready.status} ${await ready.text()}`);
  await pause(awayMs / 2);
  if (freeze) for (const pid of pids) process.kill(pid, 'SIGCONT');
  else await server.start();
}

async function show(cells: readonly Cell[], phases: readonly Phase[]): Promise<string[]> {
  const violations: string[] = [];
  console.log('| cells | | calls/s | longest without a call | p50 | p99 | longest | answers |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const isOfNode of [false, true])
    for (const { name, from, to } of phases) {
      const its = cells.filter(({ cell }) => isKilled(cell) === isOfNode);
      const placed = await Promise.all(its.map(({ db }) => placedBetween(db, from, to)));
      const gapMs = Math.max(...placed.map((times) => longestGap([from, ...times, to])));
      const answers = its.flatMap(({ asking }) =>
        asking.answers.filter(({ at }) => at >= from && at < to),
      );
      const seen = summaryOf(answers);
      const perSecond = placed.flat().length / ((to - from) / 1000);
      const ms = (each: number): string => `${each.toFixed(0)} ms`;
      console.log(
        `| ${isOfNode ? 'of the node' : 'others'} | ${name} | ${perSecond.toFixed(0)} | ${ms(gapMs)} | ${ms(seen.p50)} | ` +
          `${ms(seen.p99)} | ${ms(seen.longest)} | ${seen.statuses} |`,
      );
      const refused = answers.filter(({ status }) => status >= 300 || status === 0);
      const fault = (what: string): number =>
        violations.push(`${isOfNode ? 'cells of the node' : 'other cells'}, ${name}: ${what}`);
      if (!isOfNode && refused.length > 0) fault(`${refused.length} answers were refusals`);
      if (!isOfNode && gapMs > allowed.gapMs) fault(`no call for ${ms(gapMs)}`);
      if (!isOfNode && seen.p99 > allowed.p99Ms) fault(`p99 ${ms(seen.p99)}`);
      if (isOfNode && refused.some(({ status }) => status !== 503)) fault('a refusal was no 503');
      if (isOfNode && refused.some((each) => each.ms > allowed.refusalMs))
        fault('a refusal was slow');
    }
  return violations;
}

/** How long after the node came back its cells answered, and called. */
async function continued(cells: readonly Cell[], back: number): Promise<string[]> {
  const killed = cells.filter(({ cell }) => isKilled(cell));
  const after = await Promise.all(
    killed.map(async ({ db, asking }) => ({
      answered: asking.answers.find(({ at, status }) => at >= back && status === 200)?.at,
      called: (await placedBetween(db, back, Date.now()))[0],
    })),
  );
  return after.flatMap(({ answered = Infinity, called = Infinity }, index) => {
    const { cell } = killed[index]!;
    console.log(
      `cell ${cell} answered after ${answered - back} ms, called after ${called - back} ms`,
    );
    return Math.max(answered, called) - back > allowed.backMs
      ? [`cell ${cell} did not continue`]
      : [];
  });
}

/** Additions that were answered with success and are not there. */
async function forgotten({ cell, db, asking }: Cell): Promise<string[]> {
  const { rows } = await db.query<{ phone_number: string }>(
    'select phone_number from do_not_call_numbers',
  );
  const stored = new Set(rows.map(({ phone_number }) => phone_number));
  const lost = Array.from(asking.added).filter((n) => !stored.has(numberAt(n)));
  console.log(`cell ${cell}: ${asking.added.size} additions`);
  return lost.length === 0 ? [] : [`cell ${cell} forgot ${lost.length} additions`];
}

async function run(coordinator: string, nodes: readonly string[]): Promise<void> {
  console.log(machine());
  const { host } = new URL(coordinator);
  const urlOf: UrlOf = (cell) =>
    `postgresql://${cell === 'directory' ? cell : `cell_${cell}`}@${host}/postgres`;
  const hosts = nodes.map((url) => new URL(url).host);
  const place = await prepareCells(coordinator, hosts, urlOf);
  const url = place.publicUrl;
  const victims: Victim[] = [
    await keepAlive('api', { ...envOf(place, 'api'), PORT: new URL(url).port }),
    await keepAlive('worker', { ...envOf(place, 'worker'), PORT: '0' }),
  ];
  const cells: Cell[] = [];
  for (const _ of numbers) cells.push(await begin(url, urlOf));
  const server = await findServer(nodes[1]!);
  await pause(calmMs);

  const times = [Date.now()];
  await pause(calmMs);
  times.push(Date.now());
  await takeAway(server, url);
  times.push(Date.now());
  await pause(backMs);
  times.push(Date.now());
  const violations: string[] = [];
  for (const { api, cell, campaign } of cells)
    if ((await progressOf(api, campaign)).pending === 0)
      violations.push(`the campaign of cell ${cell} ended before`);
  await Promise.all(cells.map(({ asking }) => asking.stop()));
  const phases = ['before', `${values.fault}, away`, 'back'].map((name, index) => ({
    name,
    from: times[index]!,
    to: times[index + 1]!,
  }));
  violations.push(...(await show(cells, phases)), ...(await continued(cells, times[2]!)));
  for (const cell of cells) {
    await completed(cell.db, cell.api, cell.campaign);
    violations.push(
      ...(await broken(cell.db, cell.campaign, cell.receiver.seen)),
      ...(await forgotten(cell)),
    );
  }
  await Promise.all(victims.map((each) => each.stop()));
  for (const { receiver, db } of cells) {
    receiver.close();
    await db.end();
  }
  judge(violations);
}

const coordinator = process.env['TEST_DATABASE_URL'];
const nodes = process.env['TEST_CITUS_NODES']?.split(' ') ?? [];
if (coordinator === undefined || nodes.length !== 2)
  throw new Error('Run it as: node scripts/with-citus.ts node scripts/chaos/node.ts');
await run(coordinator, nodes);
