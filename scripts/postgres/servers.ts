import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  findBinaries,
  guardCluster,
  makeCluster,
  makeDirectory,
  type Place,
  serverAccount,
  serverOptions,
  startServer,
} from './cluster.ts';

/** A PostgreSQL server that is started for a test or a measurement. */
export interface Cluster {
  readonly port: number;
  /** Of all its processes, the first one first. */
  readonly pids: () => number[];
  /** The URL of one of its databases. */
  url(database: string): string;
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  /** Starts it again, on its port. */
  start(): Promise<void>;
  /** Stops and removes it, which also happens if this process dies. */
  close(): Promise<void>;
}

interface Wanted {
  readonly port?: number | undefined;
  /** The directory of its commands; default: of the newest PostgreSQL of this machine. */
  readonly binaries?: string;
}

/** An empty server with further lines of postgresql.conf, on a free port or the wanted one. */
export const startPrimary = (settings: string, wanted: Wanted = {}): Promise<Cluster> =>
  startCluster((place) => makeCluster(place, { durable: false, settings }), wanted);

/** A streaming replica of the server at a port of this machine, with further lines of postgresql.conf. */
export const startReplica = (port: number, settings = ''): Promise<Cluster> =>
  startCluster(({ directory, account }) => {
    const data = join(directory, 'data');
    const source = `host=127.0.0.1 port=${port} user=postgres application_name=replica`;
    const { status, stderr } = spawnSync(
      join(findBinaries(['pg_basebackup']), 'pg_basebackup'),
      [`--pgdata=${data}`, `--dbname=${source}`, '--write-recovery-conf', '--checkpoint=fast'],
      serverOptions(account),
    );
    if (status !== 0) throw new Error(`pg_basebackup failed: ${stderr}`);
    appendFileSync(join(data, 'postgresql.conf'), settings);
  });

async function startCluster(
  make: (place: Place) => void,
  { port: wanted, binaries = findBinaries() }: Wanted = {},
): Promise<Cluster> {
  const account = serverAccount();
  const place = { binaries, directory: makeDirectory(account), account };
  const guard = guardCluster(place);
  const close = async (): Promise<void> => {
    const ended = once(guard, 'exit');
    guard.stdin.end();
    await ended;
  };
  try {
    make(place);
    const port = await startServer(place, wanted);
    return {
      port,
      pids: () => pidsIn(place.directory),
      url: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
      stop: (mode) => control(place, `--mode=${mode}`, 'stop'),
      start: () => startAgain(place, port),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function control(place: Place, ...args: string[]): Promise<void> {
  const all = [`--pgdata=${join(place.directory, 'data')}`, '--wait', ...args];
  const child = spawn(join(place.binaries, 'pg_ctl'), all, {
    ...serverOptions(place.account),
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`pg_ctl ${args.join(' ')} ended with ${code}.`);
}

const startAgain = (place: Place, port: number): Promise<void> =>
  control(place, `--log=${join(place.directory, 'log')}`, `--options=-p ${port}`, 'start');

/** A server that another program of this machine has started. */
export interface FoundServer extends Pick<Cluster, 'pids' | 'start'> {
  /** Ends all its processes, as a machine does whose power fails. */
  kill(): Promise<void>;
}

const lookMs = 10;

/** Finds a server of this machine by the URL of one of its databases, of a superuser. */
export async function findServer(url: string): Promise<FoundServer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ data: string; binaries: string }>(
    `select current_setting('data_directory') as data, (select setting from pg_config where name = 'BINDIR') as binaries`,
  );
  await client.end();
  const { data, binaries } = rows[0]!;
  const place = { binaries, directory: dirname(data), account: serverAccount() };
  return {
    pids: () => pidsIn(place.directory),
    async kill() {
      const pids = pidsIn(place.directory);
      for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      while (pids.some(isAlive)) await pause(lookMs);
    },
    start: () => startAgain(place, Number(new URL(url).port)),
  };
}

/** Whether the process runs; one that nobody has waited for has ended. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The processes of the server whose files are in the directory. */
export function pidsIn(directory: string): number[] {
  const [first = ''] = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim();
  return [first, ...children.split(' ')].filter((pid) => pid !== '').map(Number);
}
