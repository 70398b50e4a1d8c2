import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Proxy } from '../../test/support/proxy.ts';
import type { Random } from './random.ts';
import type { Postgres } from './postgres.ts';
import type { Victim } from './processes.ts';

interface Target {
  readonly postgres: Postgres;
  /** One for each process. */
  readonly proxies: readonly Proxy[];
  readonly api: Victim;
  readonly workers: readonly Victim[];
  /** The longest that a worker is stopped. */
  readonly freezeMs: number;
}

/** A fault that was caused, and for how long. */
export interface Fault {
  readonly at: number;
  readonly ms: number;
  readonly kind: string;
  readonly detail: string;
}

/** Causes a fault, ends it, and says to what it was done. */
type Cause = (random: Random, target: Target) => Promise<string>;

const between = (random: Random, least: number, most: number): number =>
  Math.round(least + random.next() * (most - least));

const kill = async (victim: Victim): Promise<string> => {
  await victim.kill();
  return victim.name;
};

const toProcesses: Readonly<Record<string, Cause>> = {
  kill_worker: (random, { workers }) => kill(random.pick(workers)),
  kill_api: (_random, { api }) => kill(api),
  stop_worker: async (random, { workers, freezeMs }) => {
    const worker = random.pick(workers);
    const ms = between(random, 2000, freezeMs);
    worker.freeze();
    await pause(ms);
    worker.thaw();
    return worker.name;
  },
};

const stopServer =
  (mode: 'immediate' | 'fast'): Cause =>
  async (random, { postgres }) => {
    await postgres.stop(mode);
    await pause(between(random, 0, 5000));
    await postgres.start();
    return mode;
  };

const lock =
  (statement: string): Cause =>
  async (random, { postgres }) => {
    const ms = between(random, 2000, 10_000);
    return await postgres.with(async (client) => {
      await client.query('begin');
      const { rowCount } = await client.query(statement);
      await pause(ms);
      await client.query('rollback');
      return `${rowCount} rows`;
    });
  };

/** Takes the connections that are left, so that no process gets another one. */
const takeConnections: Cause = async (random, { postgres }) => {
  const taken: pg.Client[] = [];
  try {
    for (let refused = false; !refused;) {
      const client = new pg.Client({
        connectionString: postgres.url,
        connectionTimeoutMillis: 5000,
      });
      client.on('error', () => {});
      refused = await client.connect().then(
        () => (taken.push(client), false),
        () => true,
      );
    }
    await pause(between(random, 1000, 8000));
  } finally {
    await Promise.all(taken.map((client) => client.end().catch(() => {})));
  }
  return `${taken.length} connections`;
};

const breakNetwork =
  (how: (proxy: Proxy) => void, most: number): Cause =>
  async (random, { proxies }) => {
    const proxy = random.pick(proxies);
    const open = proxy.connections();
    how(proxy);
    await pause(between(random, most / 10, most));
    proxy.pass();
    return `process ${proxies.indexOf(proxy) + 1}, ${open} connections`;
  };

const setReadOnly = async (postgres: Postgres, value: 'on' | 'off'): Promise<void> =>
  postgres.persistently(async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter system set default_transaction_read_only = ${value}`);
    await client.query('select pg_reload_conf()');
  });

const toDatabase: Readonly<Record<string, Cause>> = {
  stop_server_immediate: stopServer('immediate'),
  stop_server_fast: stopServer('fast'),
  terminate_backends: (random, { postgres }) =>
    postgres.with(async (client) => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() order by random() limit $1
         ) backends`,
        [random.below(8) + 1],
      );
      return `${rowCount} backends`;
    }),
  lock_campaign: lock(
    `select 1 from campaigns where state = 'running' order by random() limit 1 for update`,
  ),
  lock_organization: lock('select 1 from organizations order by random() limit 1 for update'),
  /** Rows that changed since cannot be vacuumed meanwhile. */
  pin_snapshot: async (random, { postgres }) => {
    const ms = between(random, 10_000, 90_000);
    return await postgres.with(async (client) => {
      await client.query('begin isolation level repeatable read');
      const { rows } = await client.query<{ calls: string }>(
        'select count(*) as calls from live_calls',
      );
      await pause(ms);
      await client.query('rollback');
      return `${rows[0]?.calls} live calls seen`;
    });
  },
  take_connections: takeConnections,
  lock_live_calls: lock('select 1 from live_calls order by random() limit 5 for update'),
  stall_connections: breakNetwork((proxy) => proxy.stall(), 20_000),
  lose_connections: breakNetwork((proxy) => proxy.lose(), 1000),
  cut_connections: breakNetwork((proxy) => proxy.cut(), 500),
  refuse_connections: breakNetwork((proxy) => proxy.cut({ refuse: true }), 5000),
  read_only_server: async (random, { postgres }) => {
    await setReadOnly(postgres, 'on');
    await pause(between(random, 2000, 8000));
    await setReadOnly(postgres, 'off');
    return 'default_transaction_read_only';
  },
};

/** Each kind is caused once before any is caused again, in an order that the seed decides. */
async function causing(
  causes: Readonly<Record<string, Cause>>,
  { random, target, log, signal }: Options,
): Promise<void> {
  let next: string[] = [];
  while (!signal.aborted) {
    await pause(between(random, 1000, 5000), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    if (next.length === 0) next = shuffled(random, Object.keys(causes));
    const kind = next.pop()!;
    const at = Date.now();
    const detail = await causes[kind]!(random, target).catch(
      (error: Error) => `ended early: ${error.message}`,
    );
    log.push({ at, ms: Date.now() - at, kind, detail });
  }
}

const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((each) => ({ each, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ each }) => each);

interface Options {
  readonly random: Random;
  readonly target: Target;
  readonly log: Fault[];
  readonly signal: AbortSignal;
}

interface Faults extends Omit<Options, 'random'> {
  readonly randoms: readonly [Random, Random];
}

/** Causes faults of processes and of the database side by side until stopped; all have ended then. */
export async function causeFaults({ randoms, ...options }: Faults): Promise<void> {
  const [ofProcesses, ofDatabase] = randoms;
  await Promise.all([
    causing(toProcesses, { ...options, random: ofProcesses }),
    causing(toDatabase, { ...options, random: ofDatabase }),
  ]);
}
