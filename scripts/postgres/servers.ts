import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  pids(): number[];
  /** The URL of one of its databases. */
  url(database: string): string;
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  /** Starts it again, on its port. */
  start(): Promise<void>;
  /** Stops and removes it, which also happens if this process dies. */
  close(): Promise<void>;
}

/** An empty server with further lines of postgresql.conf, on a free port or the wanted one. */
export const startPrimary = (settings: string, port?: number): Promise<Cluster> =>
  startCluster((place) => makeCluster(place, { durable: false, settings }), port);

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

async function startCluster(make: (place: Place) => void, wanted?: number): Promise<Cluster> {
  const account = serverAccount();
  const place = { binaries: findBinaries(), directory: makeDirectory(account), account };
  const guard = guardCluster(place);
  const close = async (): Promise<void> => {
    const ended = once(guard, 'exit');
    guard.stdin.end();
    await ended;
  };
  try {
    make(place);
    const port = await startServer(place, wanted);
    const control = async (...args: string[]): Promise<void> => {
      const all = [`--pgdata=${join(place.directory, 'data')}`, '--wait', ...args];
      const child = spawn(join(place.binaries, 'pg_ctl'), all, {
        ...serverOptions(account),
        stdio: 'ignore',
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`pg_ctl ${args.join(' ')} ended with ${code}.`);
    };
    return {
      port,
      pids: () => pidsIn(place.directory),
      url: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
      stop: (mode) => control(`--mode=${mode}`, 'stop'),
      start: () =>
        control(`--log=${join(place.directory, 'log')}`, `--options=-p ${port}`, 'start'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The processes of the server whose files are in the directory. */
export function pidsIn(directory: string): number[] {
  const [first = ''] = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim();
  return [first, ...children.split(' ')].filter((pid) => pid !== '').map(Number);
}
