import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type StartedServer } from '../isolation/server.ts';
import { secretKeys } from '../support/servers.ts';
import { admin } from './callers.ts';
import { freePort, type Memory, openMemory } from './memory.ts';

const lots = '1000000000';

/** A server as an operator starts it, on processor 0; what it logs as an error is kept. */
export interface Loaded {
  readonly server: StartedServer;
  readonly memory: Memory;
  readonly errors: readonly string[];
}

const root = new URL('../../..', import.meta.url).pathname;

const pin = (pid: number, processor: number): void => {
  if (cpus().length > 1) spawnSync('taskset', ['-a', '-p', '-c', String(processor), String(pid)]);
};

/** Puts this program and the PostgreSQL that was started for it on processor 1; a running one stays where it is. */
export function pinOthers(): string {
  pin(process.pid, 1);
  pinPostgres();
  return process.env['TEST_DATABASE_DIRECTORY'] === undefined
    ? 'server on CPU 0, load on CPU 1'
    : 'server on CPU 0, load and PostgreSQL on CPU 1';
}

export function pinPostgres(): void {
  const directory = process.env['TEST_DATABASE_DIRECTORY'];
  if (directory === undefined) return;
  pin(Number(readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]), 1);
}

/** Starts the server on the database for the work, and stops it in any case. */
export async function withLoaded(
  database: string,
  work: (loaded: Loaded) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'load-'));
  const roots = join(directory, 'roots');
  mkdirSync(join(roots, 'models', 'models--voice--model', 'refs'), { recursive: true });
  const port = await freePort();
  const errors: string[] = [];
  const server = await startServer({
    checkout: root,
    errors: join(directory, 'errors'),
    onLine: (line) => {
      if (Number(/"level":(\d+)/.exec(line)?.[1]) >= 50) errors.push(line.slice(0, 1000));
    },
    env: {
      NODE_OPTIONS: `--expose-gc --inspect=127.0.0.1:${port}`,
      DATABASE_URL: database,
      SECRET_KEYS: secretKeys,
      DATA_DIR: join(directory, 'data'),
      MODELS_ROOTS: roots,
      MODELS_CACHE_DIR: join(roots, 'models'),
      SIGNUP: 'open',
      VERIFY_EMAILS: '0',
      SIMULATION: '1',
      WEBHOOK_ALLOW_PRIVATE: '1',
      SUPER_ADMIN_EMAIL: admin.email,
      SUPER_ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_PER_CALLER: lots,
      RATE_LIMIT_PER_ADDRESS: lots,
      RATE_LIMIT_PER_CARRIER: lots,
      LOGIN_FAILURES_PER_ACCOUNT: lots,
      LOGIN_FAILURES_PER_ADDRESS: lots,
      SIGNUPS_PER_ADDRESS: lots,
    },
  });
  const memory = await openMemory(port);
  pin(server.pid, 0);
  try {
    await work({ server, memory, errors });
  } finally {
    memory.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
