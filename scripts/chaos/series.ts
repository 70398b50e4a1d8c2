import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { cellOf } from '../../src/db/cell-rules.ts';
import { prepareCalling } from './calling.ts';
import { type Client, createClient, type Json } from './client.ts';
import { numberOf } from './filling.ts';
import type { Probed } from './probing.ts';

// A campaign that calls a series of numbers once each, while something is done to the installation.

const adminPassword = 'the-super-admin-of-chaos';
const adminOf = (cell: number | string | undefined): string =>
  cell === undefined ? 'admin@example.com' : `admin+${cell}@example.com`;
const pace = { ring_ms: 50, talk_ms: 200 };
const patienceMs = 15 * 60_000;

export interface Place {
  readonly database: string;
  /** Where clients and carriers find whichever API is in charge. */
  readonly publicUrl: string;
  /** Absent: one cell. */
  readonly cells?: { readonly numbers: readonly number[]; readonly directory: string };
}

export const envOf = (
  { database, publicUrl, cells }: Place,
  role: string,
): Record<string, string> => ({
  DATABASE_URL: database,
  SECRET_KEYS: Buffer.alloc(32).toString('base64'),
  WEBHOOK_ALLOW_PRIVATE: '1',
  SIGNUP: 'open',
  VERIFY_EMAILS: '0',
  PUBLIC_URL: publicUrl,
  SUPER_ADMIN_EMAIL: adminOf(cells && '{cell}'),
  SUPER_ADMIN_PASSWORD: adminPassword,
  RATE_LIMIT_PER_CALLER: '1000000000',
  RATE_LIMIT_PER_ADDRESS: '1000000000',
  RATE_LIMIT_PER_CARRIER: '1000000000',
  ROLE: role,
  ...(cells && { CELLS: cells.numbers.join(','), DIRECTORY_URL: cells.directory }),
});

export interface Caller {
  readonly api: Client;
  readonly token: string;
  readonly cell: number;
}

/** A user of a new organization that can call, so many at once; of several cells the one with the fewest users gets it. */
export async function signUp(url: string, { cells = false, limit = 20 } = {}): Promise<Caller> {
  const { access_token } = await createClient(url)('POST', '/auth/signup', {
    email: `series-${randomUUID()}@example.com`,
    password: 'the-password-of-series',
    organization_name: 'Series',
  });
  const token = String(access_token);
  const api = createClient(url, token);
  const cell = cellOf((await api('GET', '/auth/me'))['user'].organization_id);
  const email = adminOf(cells ? cell : undefined);
  const session = await createClient(url)('POST', '/auth/login', {
    email,
    password: adminPassword,
  });
  const admin = createClient(url, String(session['access_token']));
  await prepareCalling(api, { name: 'Series', limit, pace, admin });
  return { api, token, cell };
}

interface Series {
  /** Campaigns have different numbers in different series. */
  readonly series: number;
  readonly size: number;
  /** Where its contacts are uploaded: `/campaign/sources` in 0.2.0. */
  readonly sources?: string;
}

export async function createCampaign(
  api: Client,
  { series, size, sources = '/campaign-sources' }: Series,
): Promise<number> {
  const lines = Array.from({ length: size }, (_, n) => `${numberOf(series, n)},Ada ${n}`);
  const source = await api('POST', sources, `phone_number,first_name\n${lines.join('\n')}\n`);
  const { items } = await api('GET', '/workflow');
  const made = await api('POST', '/campaign', {
    name: `Series ${series}`,
    workflow_id: items[0].id,
    source_type: 'csv',
    source_id: source['source_id'] ?? source['id'],
    retry_config: { enabled: false },
  });
  return made['id'] as number;
}

export const progressOf = async (api: Client, campaign: number): Promise<Json> =>
  (await api('GET', `/campaign/${campaign}/progress`))['contacts'] as Json;

/** Migrates the database, or the cells, of an environment. */
export async function migrate(env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, ['src/main.ts', 'migrate'], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`migrate ended with ${code}`);
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It took too long until ${what}.`);
    await pause(500);
  }
}

/** Waits until the campaign has called all, and its events have arrived. */
export async function completed(db: pg.Client, api: Client, campaign: number): Promise<void> {
  await until(
    'the campaign completes',
    async () => (await api('GET', `/campaign/${campaign}`))['state'] === 'completed',
  );
  await until('its events are delivered', async () => {
    const { rows } = await db.query<{ left: string }>(
      `select (select count(*) from pending_events) + (select count(*) from webhook_deliveries where state = 'pending') as left`,
    );
    return Number(rows[0]?.left) === 0;
  });
}

/** What the ended campaign shows and no promise allows. */
export async function broken(
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

export function show(probed: readonly Probed[]): void {
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

export function judge(violations: readonly string[]): void {
  for (const each of violations) console.log(`violation: ${each}`);
  console.log(`violations: ${violations.length}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
