import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Db as BossDb, fromKysely, PgBoss } from 'pg-boss';
import type { Connection, Database } from '../db/connect.ts';
import { createTicks } from './ticks.ts';

/** How a queue's jobs are processed. */
export interface QueueWork {
  /** How many of the queue's jobs this process works on at once. */
  readonly concurrency: number;
  readonly work: (data: Record<string, unknown>) => Promise<void>;
}

interface NewJob {
  readonly data: Record<string, unknown>;
  /** Jobs with the same key do the same work: when one begins, those that wait are dropped. */
  readonly key: string;
}

/** Background jobs stored in the database. A job exists exactly if the transaction that enqueued it committed. */
export interface Jobs {
  enqueue(trx: Transaction<Database>, queue: string, jobs: readonly NewJob[]): Promise<void>;
  /**
   * Enqueues a job for what a sweep would find later, at most one per tick of this process, outside any transaction:
   * jobs of one key wait for each other's commits, and so do all commits that notify.
   */
  wake(queue: string): void;
  /** Starts working on the given queues. */
  work(queues: Readonly<Record<string, QueueWork>>): Promise<void>;
  /** The number of waiting jobs in each queue. */
  waiting(): Promise<Record<string, number>>;
  /** Takes no more jobs and waits for those in progress. */
  stop(): Promise<void>;
}

/** A job whose notification was lost is found within this time. */
const pollSeconds = 2;
/** After this time, a job of a crashed worker is retried. */
const expireSeconds = 60;
/** How often a job that fails is retried, and the longest pause. The areas' sweeps find what is then left. */
const retries = 5;
const maxRetrySeconds = 30;
/** How many waiting jobs one that begins drops at most. */
const droppedAtOnce = 10_000;

/** Any number that no other program takes as an advisory lock in this database. */
const installLock = 7_203_411_907;
/** How long a process waits for another that installs the queue, and between two looks. */
const installMs = 60_000;
const installPauseMs = 100;

/** Opens the queues and creates missing ones. */
export async function openJobs(
  connection: Connection,
  queues: readonly string[],
  log: Logger,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: adapt(connection),
    backend: connection.embedded ? 'pglite' : 'postgres',
    useListenNotify: true,
    schedule: false,
    persistWarnings: false,
    superviseIntervalSeconds: 15,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reported an error'));
  const options = {
    // No job is unique: one that waits may begin before the transaction that would rely on it has committed.
    policy: 'standard',
    notify: true,
    expireInSeconds: expireSeconds,
    retryLimit: retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: maxRetrySeconds,
    deleteAfterSeconds: 60,
  } as const;
  await exclusively(connection, async () => {
    await boss.start();
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const name of queues) if (!known.has(name)) await boss.createQueue(name, options);
    await connection.pool.query(
      `create index if not exists job_waiting_by_key on pgboss.job_common (name, singleton_key)
      where state < 'active'`,
    );
  });
  // Enqueuing in a transaction must not look up the queue on another connection: the embedded database has only one.
  for (const name of queues) await boss.findJobs(name, { key: '' });
  /**
   * Drops the other jobs that wait with the key of a job that begins. Their transactions have committed, so that the
   * job sees what they did; those that commit later leave their own job.
   */
  const dropWaiting = (name: string, key: string | null): Promise<unknown> =>
    connection.pool.query(
      `delete from pgboss.job_common where name = $1 and id = any(array(
        select id from pgboss.job_common
        where name = $1 and singleton_key = $2 and state < 'active'
        limit ${droppedAtOnce} for update skip locked))`,
      [name, key],
    );
  async function startWorker(name: string, work: QueueWork['work']): Promise<void> {
    let id = '';
    const polling = {
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
      includeMetadata: true,
    } as const;
    id = await boss.work(name, polling, async (taken) => {
      // Where there was one job there may be more, so the worker checks again without waiting.
      boss.notifyWorker(id);
      for (const job of taken) {
        await dropWaiting(name, job.singletonKey);
        await work(job.data as Record<string, unknown>).catch((error: unknown) => {
          log.error({ err: error, queue: name, job: job.data }, 'a job failed');
          throw error;
        });
      }
    });
  }
  const ticks = createTicks(log, (queue) =>
    boss.insert(queue, [{ data: {}, singletonKey: 'due' }], { returnId: false }),
  );
  return {
    wake: (queue) => ticks.wake(queue),
    async enqueue(trx, queue, jobs) {
      const byKey = new Map(jobs.map(({ data, key }) => [key, data]));
      const rows = Array.from(byKey, ([singletonKey, data]) => ({ data, singletonKey }));
      await boss.insert(queue, rows, { db: fromKysely(trx), returnId: false });
    },
    async work(all) {
      for (const [name, { concurrency, work }] of Object.entries(all)) {
        for (let worker = 0; worker < concurrency; worker++) await startWorker(name, work);
      }
    },
    async waiting() {
      // The queue's own counts are only updated by its maintenance.
      const { rows } = await connection.pool.query<{ name: string; count: number }>(
        `select name, count(*) from pgboss.job
        where name = any($1) and state in ('created', 'retry') group by name`,
        [queues],
      );
      const counts = new Map(rows.map(({ name, count }) => [name, count]));
      return Object.fromEntries(queues.map((name) => [name, counts.get(name) ?? 0]));
    },
    async stop() {
      await ticks.stop();
      await boss.stop({ graceful: true, close: false, timeout: 10_000 });
    },
  };
}

/**
 * Does the work while no other process does. pg-boss takes a lock of its own, but behind it a session may not see yet that
 * the schema was created while it waited, and fails.
 */
async function exclusively({ exclusive }: Connection, work: () => Promise<void>): Promise<void> {
  for (let tries = installMs / installPauseMs; tries > 0; tries -= 1) {
    const lock = await exclusive(installLock);
    if (!lock) {
      await wait(installPauseMs);
      continue;
    }
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }
  throw new Error(`Another process has been installing the queue for ${installMs / 1000} s.`);
}

/** The connection in pg-boss's form. A failed statement in a batch leaves no transaction open. */
function adapt({ pool, listen }: Connection): BossDb {
  return {
    listen,
    async executeSql(text, values) {
      const client = await pool.connect();
      try {
        return rowsOf(await client.query(text, values));
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

/** A text of several statements returns a result for each. */
const rowsOf = (result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } =>
  Array.isArray(result) ? { rows: result.flatMap((each) => each.rows as unknown[]) } : result;
