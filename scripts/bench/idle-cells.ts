import { execFile } from 'node:child_process';
import { env as processEnv, execPath } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { keepAlive } from '../chaos/processes.ts';
import { freePort } from '../postgres/cluster.ts';
import { type Cluster, startPrimary } from '../postgres/servers.ts';
import { cpuMicroseconds, machine, residentMib, serverMicroseconds } from './support/cpu.ts';
import { secretKeys } from './support/servers.ts';
import { isBrief, usually } from './support/brief.ts';

// What a process costs that serves so many cells in which nothing happens, each a schema of one PostgreSQL.
// node scripts/bench/idle-cells.ts [--cells 1,10] [--seconds 60] [--settle 60]

const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: isBrief ? '1' : '1,10' },
    seconds: { type: 'string', default: String(usually(60, 1)) },
    settle: { type: 'string', default: String(usually(60, 1)) },
  },
});
const seconds = Number(values.seconds);

for (const count of values.cells.split(',').map(Number)) {
  console.log(machine());
  await measure(Array.from({ length: count }, (_, index) => index + 1));
}

async function measure(cells: readonly number[]): Promise<void> {
  const port = await freePort();
  const server = await startPrimary('max_connections = 1000\n', { port });
  try {
    await measureOn(server, port, cells);
  } finally {
    await server.close();
  }
}

async function measureOn(server: Cluster, port: number, cells: readonly number[]): Promise<void> {
  const admin = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  await admin.connect();
  for (const name of ['directory', ...cells.map((cell) => `cell_${cell}`)])
    await admin.query(
      `create role ${name} login; create schema ${name} authorization ${name}; alter role ${name} set search_path = ${name}`,
    );
  const env = {
    CELLS: cells.join(','),
    DATABASE_URL: `postgresql://cell_{cell}@127.0.0.1:${port}/postgres`,
    DIRECTORY_URL: `postgresql://directory@127.0.0.1:${port}/postgres`,
    SECRET_KEYS: secretKeys,
    PORT: '0',
    SIGNUP: 'closed',
  };
  const migrating = performance.now();
  // One after another: all at once they would keep each other waiting.
  await promisify(execFile)(execPath, ['src/main.ts', 'migrate'], {
    env: { ...processEnv, ...env },
  });
  const migrated = (performance.now() - migrating) / 1000;
  const began = performance.now();
  const process = await keepAlive('cells', env);
  try {
    while (!(await isServed())) await pause(500);
    const started = (performance.now() - began) / 1000;
    await pause(Number(values.settle) * 1000);
    const before = await read();
    await pause(seconds * 1000);
    const after = await read();
    const share = (from: number, to: number): string => ((to - from) / 1e4 / seconds).toFixed(2);
    console.log(
      `${cells.length} idle cells: ${share(before.node, after.node)} % of a core in the process, ` +
        `${share(before.postgres, after.postgres)} % in PostgreSQL, ` +
        `${((after.transactions - before.transactions) / seconds).toFixed(1)} transactions/s, ` +
        `${after.connections} connections, ${after.mib.toFixed(0)} MiB resident; migrated in ${migrated.toFixed(0)} s, all served ${started.toFixed(1)} s after the start`,
    );
  } finally {
    await process.stop();
    await admin.end();
  }

  /** Whether each cell has been migrated and has sweeps that run. */
  async function isServed(): Promise<boolean> {
    const { rows } = await admin.query<{ name: string }>(
      `select nspname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relname = 'sweeps'`,
    );
    if (rows.length < cells.length) return false;
    for (const { name } of rows) {
      const { rows: ran } = await admin.query(`select from ${name}.sweeps limit 1`);
      if (ran.length === 0) return false;
    }
    return true;
  }

  async function read() {
    const { rows } = await admin.query<{ transactions: string; connections: string }>(
      `select xact_commit + xact_rollback as transactions,
         (select count(*) from pg_stat_activity where usename ~ '^(cell_|directory)') as connections
       from pg_stat_database where datname = current_database()`,
    );
    return {
      node: cpuMicroseconds(process.pid()),
      postgres: serverMicroseconds(server.pids()),
      mib: residentMib(process.pid()),
      transactions: Number(rows[0]?.transactions),
      connections: Number(rows[0]?.connections),
    };
  }
}
