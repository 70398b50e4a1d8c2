import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { machine } from '../bench/support/cpu.ts';
import { withDatabase } from '../bench/support/database.ts';
import { prepareCalling } from './calling.ts';
import { type Client, createClient, createReceiver, type Json } from './client.ts';
import { fill, numberOf, rowsOf } from './filling.ts';
import { keepAlive, type Victim } from './processes.ts';
import { folderOfRelease } from './releases.ts';
import { probe, type Probed } from './probing.ts';

// Upgrades an installation with many rows while it calls: what the upgrade holds up, and whether each contact was called
// once.
//
// PG_DURABLE=1 node scripts/with-postgres.ts node scripts/chaos/upgrade.ts [--from efade1ee] [--rows 1000000]

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: 'efade1ee' },
    rows: { type: 'string', default: '1000000' },
    contacts: { type: 'string', default: '12000' },
  },
});
const rows = Number(values.rows);
const contacts = Number(values.contacts);
const admin = { email: 'admin@example.com', password: 'the-super-admin-of-chaos' };
const pace = { ring_ms: 50, talk_ms: 200 };
/** Calls go on for so long before and after each change of processes. */
const calmMs = 5000;
const patienceMs = 15 * 60_000;

interface Place {
  readonly database: string;
  /** Where clients and carriers find whichever API is in charge. */
  readonly publicUrl: string;
}

const envOf = ({ database, publicUrl }: Place, role: string): Record<string, string> => ({
  DATABASE_URL: database,
  SECRET_KEYS: Buffer.alloc(32).toString('base64'),
  WEBHOOK_ALLOW_PRIVATE: '1',
  SIGNUP: 'open',
  VERIFY_EMAILS: '0',
  PUBLIC_URL: publicUrl,
  SUPER_ADMIN_EMAIL: admin.email,
  SUPER_ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_PER_CALLER: '1000000000',
  RATE_LIMIT_PER_ADDRESS: '1000000000',
  RATE_LIMIT_PER_CARRIER: '1000000000',
  ROLE: role,
});

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
  const api = await signUp(balancer.url);
  const receiver = await createReceiver();
  const { secret } = await api('POST', '/webhooks/endpoints', { url: receiver.url });
  receiver.verifyWith(secret);
  const large = await createCampaign(api, 1, rows);
  await api('POST', `/campaign/${large}/start`);
  await until('the first events arrive', async () => receiver.seen.length > 10);
  await api('POST', `/campaign/${large}/pause`);
  await until('the first calls end', async () => (await progressOf(api, large)).dialing === 0);
  console.log(`filled with ${await fill(db, rows)}`);
  const small = await createCampaign(api, 2, contacts);
  await api('POST', `/campaign/${small}/start`);
  await pause(calmMs);

  const violations: string[] = [];
  const before = await rowsOf(db);
  const probed = (name: string, work: () => Promise<unknown>) =>
    probe({ db, api, campaign: small, name }, work);
  const phases = [
    await probed(`${values.from}, quiet`, () => pause(calmMs)),
    await probed('while it is migrated', () => migrate(place)),
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
  await until(
    'the campaign completes',
    async () => (await api('GET', `/campaign/${small}`))['state'] === 'completed',
  );
  await until('its events are delivered', async () => {
    const { rows: found } = await db.query<{ left: string }>(
      `select (select count(*) from pending_events) + (select count(*) from webhook_deliveries where state = 'pending') as left`,
    );
    return Number(found[0]?.left) === 0;
  });
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
  for (const each of violations) console.log(`violation: ${each}`);
  console.log(`violations: ${violations.length}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

/** A user of a new organization that can call. */
async function signUp(url: string): Promise<Client> {
  const { access_token: asAdmin } = await createClient(url)('POST', '/auth/login', admin);
  const { access_token } = await createClient(url)('POST', '/auth/signup', {
    email: 'upgrade@example.com',
    password: 'the-password-of-upgrade',
    organization_name: 'Upgrade',
  });
  const api = createClient(url, access_token as string);
  await prepareCalling(api, {
    name: 'Upgrade',
    limit: 20,
    pace,
    admin: createClient(url, asAdmin as string),
  });
  return api;
}

async function createCampaign(api: Client, series: number, size: number): Promise<number> {
  const lines = Array.from({ length: size }, (_, n) => `${numberOf(series, n)},Ada ${n}`);
  const { source_id } = await api(
    'POST',
    '/campaign/sources',
    `phone_number,first_name\n${lines.join('\n')}\n`,
  );
  const { items } = await api('GET', '/workflow');
  const made = await api('POST', '/campaign', {
    name: `Series ${series}`,
    workflow_id: items[0].id,
    source_type: 'csv',
    source_id,
    retry_config: { enabled: false },
  });
  return made['id'] as number;
}

const progressOf = async (api: Client, campaign: number): Promise<Json> =>
  (await api('GET', `/campaign/${campaign}/progress`))['contacts'] as Json;

async function migrate(place: Place): Promise<void> {
  const child = spawn(process.execPath, ['src/main.ts', 'migrate'], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...envOf(place, 'all') },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`migrate ended with ${code}`);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It took too long until ${what}.`);
    await pause(500);
  }
}

/** What the ended campaign shows and no promise allows. */
async function broken(
  db: pg.Client,
  campaign: number,
  seen: readonly { readonly event: string; readonly run_id: number }[],
): Promise<string[]> {
  const found: string[] = [];
  const none = async (what: string, text: string): Promise<void> => {
    const { rows: its } = await db.query(text, [campaign]);
    if (its.length > 0) found.push(`${what}: ${its.length}, such as ${JSON.stringify(its[0])}`);
  };
  const runs = 'select * from workflow_runs where campaign_id = $1';
  await none(
    'contacts that are not done',
    `select phone_number, state, skip_reason from campaign_contacts where campaign_id = $1 and state <> 'done'`,
  );
  await none(
    'contacts with another number of calls than one',
    `select k.phone_number, count(run.id) from campaign_contacts as k
     left join (${runs}) as run on run.contact_id = k.id where k.campaign_id = $1 group by 1 having count(run.id) <> 1`,
  );
  await none(
    'calls that the network got not once',
    `select run.id, run.outcome, count(call.id) from (${runs}) as run
     left join simulated_calls as call on call.run_id = run.id group by 1, 2 having count(call.id) <> 1`,
  );
  await none(
    'outcomes that the network did not give',
    `select outcome, failure from (${runs}) as run where outcome is distinct from 'completed'`,
  );
  await none(
    'calls without exactly two events',
    `select run.id, count(event.id) from (${runs}) as run
     left join webhook_events as event on event.run_id = run.id group by 1 having count(event.id) <> 2`,
  );
  const { rows: ended } = await db.query<{ id: string }>(`select id from (${runs}) as run`, [
    campaign,
  ]);
  const received = Map.groupBy(seen, ({ run_id }) => run_id);
  const undelivered = ended.filter(
    ({ id }) => new Set(received.get(Number(id))?.map(({ event }) => event)).size !== 2,
  );
  if (undelivered.length > 0)
    found.push(
      `calls whose events did not arrive: ${undelivered.length}, such as ${undelivered[0]!.id}`,
    );
  return found;
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

function show(probed: readonly Probed[]): void {
  console.log(
    '| | seconds | calls/s | longest without a call | longest read | longest write | refused |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const { name, seconds, calls, gapMs, readMs, writeMs, refused } of probed)
    console.log(
      `| ${name} | ${seconds.toFixed(1)} | ${(calls / seconds).toFixed(0)} | ${gapMs.toFixed(0)} ms | ` +
        `${readMs.toFixed(0)} ms | ${writeMs.toFixed(0)} ms | ${refused} |`,
    );
}

await withDatabase(run);
