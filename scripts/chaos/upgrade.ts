import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { machine } from '../bench/support/cpu.ts';
import { withDatabase } from '../bench/support/database.ts';
import { type Client, createReceiver } from './client.ts';
import { fill, rowsOf } from './filling.ts';
import { keepAlive, type Victim } from './processes.ts';
import { folderOfRelease } from './releases.ts';
import { probe } from './probing.ts';
import {
  broken,
  completed,
  createCampaign,
  envOf,
  judge,
  migrate,
  type Place,
  progressOf,
  show,
  signUp,
  until,
} from './series.ts';

// Upgrades an installation with many rows while it calls: what the upgrade holds up, and whether each contact was called
// once.
//
// PG_DURABLE=1 node scripts/with-postgres.ts node scripts/chaos/upgrade.ts [--from 0.2.0] [--rows 1000000]

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '0.2.0' },
    rows: { type: 'string', default: '1000000' },
    contacts: { type: 'string', default: '12000' },
  },
});
const rows = Number(values.rows);
const contacts = Number(values.contacts);
/** Calls go on for so long before and after each change of processes. */
const calmMs = 5000;
const sources = '/campaign/sources';

/** An API on the port, and a worker. */
async function startBoth(place: Place, port: number, folder?: string): Promise<Victim[]> {
  const name = folder === undefined ? 'this release' : values.from;
  return [
    await keepAlive(`api of ${name}`, { ...envOf(place, 'api'), PORT: String(port) }, folder),
    await keepAlive(`worker of ${name}`, { ...envOf(place, 'worker'), PORT: '0' }, folder),
  ];
}

/** Leads each new connection to the port that is in charge. */
async function startBalancer(first: number) {
  let port = first;
  const server = createServer((socket) => {
    const other = connect(port, '127.0.0.1');
    socket.on('error', () => other.destroy()).pipe(other);
    other.on('error', () => socket.destroy()).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (next: number) => void (port = next),
    close: () => server.close(),
  };
}

async function run(database: string): Promise<void> {
  console.log(machine());
  const db = new pg.Client({ connectionString: database });
  // An error of the work drops the database under it.
  db.on('error', () => {});
  await db.connect();
  const folder = folderOfRelease(values.from);
  const port = 20_000 + (process.pid % 20_000);
  const balancer = await startBalancer(port);
  const place = { database, publicUrl: balancer.url };
  const former = await startBoth(place, port, folder);
  const { api } = await signUp(balancer.url);
  const receiver = await createReceiver();
  const { secret } = await api('POST', '/webhooks/endpoints', { url: receiver.url });
  receiver.verifyWith(secret);
  const large = await createCampaign(api, { series: 1, size: rows, sources });
  await api('POST', `/campaign/${large}/start`);
  await until('the first events arrive', async () => receiver.seen.length > 10);
  await api('POST', `/campaign/${large}/pause`);
  await until('the first calls end', async () => (await progressOf(api, large)).dialing === 0);
  console.log(`filled with ${await fill(db, rows)}`);
  const small = await createCampaign(api, { series: 2, size: contacts, sources });
  await api('POST', `/campaign/${small}/start`);
  await pause(calmMs);

  const violations: string[] = [];
  const before = await rowsOf(db);
  const probed = (name: string, work: () => Promise<unknown>) =>
    probe({ db, api, campaign: small, name }, work);
  const phases = [
    await probed(`${values.from}, quiet`, () => pause(calmMs)),
    await probed('while it is migrated', () => migrate(envOf(place, 'all'))),
  ];
  let current: Victim[] = [];
  phases.push(
    await probed('both releases', async () => {
      current = await startBoth(place, port + 1);
      await pause(calmMs);
    }),
    await probed('the former one is stopped', async () => {
      balancer.leadTo(port + 1);
      await Promise.all(former.map((each) => each.stop()));
      await pause(calmMs);
    }),
  );
  show(phases);
  const left = (await progressOf(api, small))['pending'];
  console.log(`${left} of ${contacts} contacts were left when the last process was changed`);
  if (left === 0)
    violations.push('the campaign ended before the upgrade did: give it more contacts');
  await completed(db, api, small);
  violations.push(...(await broken(db, small, receiver.seen)));
  const after = await rowsOf(db);
  for (const [table, count] of Object.entries(before))
    if ((after[table] ?? 0) < count)
      violations.push(`${table} had ${count} rows, and has ${after[table]}`);
  violations.push(...(await resumed(api, large)));
  await Promise.all(current.map((each) => each.stop()));
  balancer.close();
  receiver.close();
  await db.end();
  judge(violations);
}

/** The campaign that was started by the former release goes on, and can be canceled. */
async function resumed(api: Client, campaign: number): Promise<string[]> {
  const at = await progressOf(api, campaign);
  await api('POST', `/campaign/${campaign}/resume`);
  await until(
    'the large campaign calls',
    async () => (await progressOf(api, campaign)).done > at['done'] + 20,
  );
  const began = Date.now();
  await api('POST', `/campaign/${campaign}/cancel`);
  console.log(`the large campaign was canceled in ${Date.now() - began} ms`);
  await until('its contacts are skipped', async () => {
    const { pending, waiting, dialing } = await progressOf(api, campaign);
    return pending + waiting + dialing === 0;
  });
  console.log(`its contacts were skipped within ${((Date.now() - began) / 1000).toFixed(1)} s`);
  const { done, skipped } = await progressOf(api, campaign);
  return done + skipped === rows
    ? []
    : [`of ${rows} contacts ${done} are done and ${skipped} skipped`];
}

await withDatabase(run);
