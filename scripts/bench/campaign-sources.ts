import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { logIn } from './support/api.ts';
import { cpuMicroseconds, machine, peakResidentMib, residentMib } from './support/cpu.ts';
import { execute, withDatabase } from './support/database.ts';
import { median, spread } from './support/figures.ts';
import { noiseOf, rounds, verdict } from './support/rounds.ts';
import { secretKeys, startServer } from './support/servers.ts';
import { usually } from './support/brief.ts';

// The upload of 1,000,000 contacts: time, memory, how long it holds the event loop and lets others wait, and psql's
// \copy of the same file.
// node scripts/with-postgres.ts node scripts/bench/campaign-sources.ts [--rounds 3]

const contacts = usually(1_000_000, 10_000);

function writeFile(file: string): void {
  const out = openSync(file, 'w');
  writeSync(out, 'phone_number,first_name,timezone,appointment_on\n');
  for (let first = 0; first < contacts; first += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, index) => {
      const number = first + index;
      return `+1212${2_000_000 + number},Person ${number},America/New_York,2026-06-15\n`;
    });
    writeSync(out, lines.join(''));
  }
}

/** Durations in milliseconds of another organization's requests, until stopped. */
async function others(url: string, headers: Record<string, string>, until: AbortSignal) {
  const waits: number[] = [];
  while (!until.aborted) {
    const began = performance.now();
    await (await fetch(`${url}/api/v1/auth/me`, { headers })).arrayBuffer();
    waits.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, 20));
  }
  return waits;
}

async function upload(url: string, file: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/v1/campaign-sources`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: Readable.toWeb(createReadStream(file)),
    duplex: 'half',
  });
  const text = await answer.text();
  if (!text.includes(`"total_rows":${contacts},`)) throw new Error(`It answered ${text}`);
  return (performance.now() - began) / 1000;
}

/** The event loop is looked at so often, and the time between two looks is what the metric has. */
const samplingMs = 10;

/** For how long the event loop was held at once since this was read last, in milliseconds. */
async function maxStall(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (
    Number(/^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)/m.exec(text)?.[1]) * 1000 - samplingMs
  );
}

const percentile = (list: readonly number[], part: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * part)] ?? NaN;

const copy = async (database: string, file: string): Promise<number> => {
  await execute(database, 'drop table if exists copied');
  await execute(
    database,
    'create table copied (phone_number text, first_name text, timezone text, appointment_on text)',
  );
  const began = performance.now();
  execFileSync('psql', [database, '-qc', `\\copy copied from '${file}' with (format csv, header)`]);
  return (performance.now() - began) / 1000;
};

await withDatabase(async (database) => {
  console.log(`${machine()} (nothing is pinned here)`);
  const directory = mkdtempSync(join(tmpdir(), 'bench-sources-'));
  const file = join(directory, 'contacts.csv');
  writeFile(file);
  console.log(`${contacts} contacts, ${(statSync(file).size / 1e6).toFixed(0)} MB`);
  const server = await startServer({
    name: 'this API',
    file: 'src/main.ts',
    env: {
      DATABASE_URL: database,
      SECRET_KEYS: secretKeys,
      DEMO: '1',
      DEMO_ON_POSTGRES: '1',
      RATE_LIMIT_PER_CALLER: '1000000000',
      LOG_LEVEL: 'warn',
    },
    free: true,
  });
  try {
    const session = await logIn(server.url);
    const before = residentMib(server.pid);
    const uploads: number[] = [];
    const copies: number[] = [];
    const copiesAgain: number[] = [];
    const cpu: number[] = [];
    const stalls: number[] = [];
    let waits: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const stop = new AbortController();
      await maxStall(server.url);
      const waiting = others(server.url, session, stop.signal);
      const used = cpuMicroseconds(server.pid);
      uploads.push(await upload(server.url, file, session));
      cpu.push((cpuMicroseconds(server.pid) - used) / 1e6);
      stalls.push(await maxStall(server.url));
      stop.abort();
      waits = [...waits, ...(await waiting)];
      copies.push(await copy(database, file));
      copiesAgain.push(await copy(database, file));
    }
    console.log(
      `upload                 ${spread(uploads, 1)} s, CPU of the server ${spread(cpu, 1)} s`,
    );
    console.log(`psql \\copy             ${spread(copies, 1)} s`);
    console.log(
      `resident               ${before.toFixed(0)} MiB before, ${peakResidentMib(server.pid).toFixed(0)} MiB at the most`,
    );
    console.log(`event loop held        ${spread(stalls)} ms at the most`);
    console.log(
      `others meanwhile       ${median(waits).toFixed(0)} ms, ${Math.max(...waits).toFixed(0)} ms at the most`,
    );
    const noise = noiseOf('psql \\copy', copies, copiesAgain);
    verdict('S10 upload against \\copy', median(uploads) / median(copies), 6, { noise });
    verdict('S10 resident memory', peakResidentMib(server.pid), 250, { unit: 'MiB' });
    verdict("S10 others' p99", percentile(waits, 0.99), 25, { unit: 'ms' });
    verdict('S10 stall of the event loop', median(stalls), 20, { unit: 'ms' });
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true });
  }
});
