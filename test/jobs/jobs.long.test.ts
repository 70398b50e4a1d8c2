import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asDatabase } from '../../src/db/as-database.ts';
import type { Connection } from '../../src/db/connect.ts';
import { dropFormerQueue } from '../../src/jobs/former-queue.ts';
import { type Jobs, openJobs } from '../../src/jobs/jobs.ts';
import type { QueueWork } from '../../src/jobs/queue.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { later, timestampOf } from '../../src/timestamp.ts';
import { copyDatabase, onPostgres } from '../support/database.ts';

const queue = 'test.queue';
/** Long enough for a busy machine. */
const within = { timeout: 20_000 };
let connection: Connection;
let jobs: Jobs;
let lines: Record<string, unknown>[];
let opened: Jobs[];

const open = (to = connection): Jobs => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const made = openJobs(to, createLog('info', { write }));
  opened.push(made);
  return made;
};
beforeEach(async () => {
  [lines, opened] = [[], []];
  connection = await copyDatabase();
  jobs = open();
});
afterEach(async () => {
  await Promise.all(opened.map((each) => each.stop()));
  await connection.close();
});

/** Works on the queue and stores the keys that it worked on. */
async function workWith(worker: Jobs, options: Partial<QueueWork> = {}): Promise<string[]> {
  const done: string[] = [];
  const work = async (key: string) => {
    done.push(key);
    await options.work?.(key);
  };
  await worker.work({ [queue]: { concurrency: 1, due: async () => [], ...options, work } });
  return done;
}

/** A work that waits until it is released. */
function held() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  return { work: () => promise, release };
}

describe('A key', () => {
  test('is worked on once its transaction has committed', async () => {
    const done = await workWith(jobs);

    await connection.db.transaction().execute(async (trx) => {
      await jobs.wakeAfter(trx, queue, ['a']);
      await wait(30);
      expect(done).toEqual([]);
    });

    await expect.poll(() => done, within).toEqual(['a']);
  });

  test('is not worked on if its transaction is rolled back', async () => {
    const done = await workWith(jobs);

    const undone = connection.db.transaction().execute(async (trx) => {
      await jobs.wakeAfter(trx, queue, ['undone']);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    jobs.wake(queue, ['kept']);

    await expect.poll(() => done, within).toEqual(['kept']);
  });

  test('of a transaction that joins another is worked on after the commit of the other', async () => {
    const done = await workWith(jobs);

    await connection.db.transaction().execute(async (trx) => {
      const outer = asDatabase(trx);
      await outer.transaction().execute((joined) => jobs.wakeAfter(joined, queue, ['a']));
      await wait(30);
      expect(done).toEqual([]);
    });

    await expect.poll(() => done, within).toEqual(['a']);
  });

  test('is worked on once for all wake-ups that wait', async () => {
    const { work, release } = held();
    const done = await workWith(jobs, { work });
    jobs.wake(queue, ['first']);

    jobs.wake(queue, ['a', 'b']);
    jobs.wake(queue, ['a']);
    release();

    await expect.poll(() => jobs.waiting()[queue], within).toEqual([]);
    await expect.poll(() => done, within).toEqual(['first', 'a', 'b']);
  });

  test('that is woken while it is worked on is worked on once more, and not twice at once', async () => {
    let [running, most] = [0, 0];
    const { work, release } = held();
    const done = await workWith(jobs, {
      concurrency: 2,
      work: async () => {
        most = Math.max(most, (running += 1));
        await work();
        running -= 1;
      },
    });

    jobs.wake(queue, ['a']);
    jobs.wake(queue, ['a']);
    jobs.wake(queue, ['a']);
    release();

    await expect.poll(() => done, within).toEqual(['a', 'a']);
    expect(most).toBe(1);
  });

  test('whose work fails is tried again, the log has the reason, and the others go on', async () => {
    let tries = 0;
    const done = await workWith(jobs, {
      work: async (key) => {
        if (key === 'bad' && ++tries < 2) throw new Error('no luck');
      },
    });

    jobs.wake(queue, ['bad', 'good']);

    await expect.poll(() => done, within).toEqual(['bad', 'good', 'bad']);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'a job failed', queue, key: 'bad' }),
    );
  });

  test('is worked on at most once in the time of its queue', async () => {
    const began: number[] = [];
    await workWith(jobs, { everyMs: 100, work: async () => void began.push(performance.now()) });

    jobs.wake(queue);
    jobs.wake(queue);

    await expect.poll(() => began, within).toHaveLength(2);
    expect(began[1]! - began[0]!).toBeGreaterThan(95);
  });
});

test('Work is no part of the request that woke it', async () => {
  const request = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  await workWith(jobs, { work: async () => void seen.push(request.getStore()) });

  request.run('a request', () => jobs.wake(queue, ['a']));

  await expect.poll(() => seen, within).toEqual([undefined]);
});

describe('A process that begins to work', () => {
  test('looks for what there is to do', async () => {
    const done = await workWith(jobs, { due: async () => ['before', 'it'] });

    await expect.poll(() => done, within).toEqual(['before', 'it']);
  });

  test('works although it cannot look for it, and looks again', async () => {
    let looks = 0;
    const due = async () => {
      if ((looks += 1) === 1) throw new Error('away');
      return ['before'];
    };
    const done = await workWith(jobs, { due });
    jobs.wake(queue, ['a']);

    await expect.poll(() => done, within).toEqual(['a', 'before']);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'a queue could not be looked at' }),
    );
  });
});

describe.runIf(onPostgres)('Of several processes', () => {
  test('one that works is woken by one that does not, for any number of keys', async () => {
    const other = open();
    const done = await workWith(other, { concurrency: 100 });
    const keys = Array.from({ length: 3000 }, (_, n) => String(n));

    await connection.db.transaction().execute((trx) => jobs.wakeAfter(trx, queue, keys));

    await expect.poll(() => done.length, within).toBe(3000);
    expect(new Set(done)).toEqual(new Set(keys));
  });

  test('one that could not say what there is says it again', async () => {
    let failures = 0;
    const pool = {
      async query(...statement: [string, unknown[]]) {
        if (failures < 2) throw new Error(`away ${(failures += 1)}`);
        return connection.pool.query(...statement);
      },
    } as unknown as Connection['pool'];
    const done = await workWith(jobs);

    open({ ...connection, pool }).wake(queue, ['a']);

    await expect.poll(() => done, within).toEqual(['a']);
    expect(lines.filter(({ msg }) => String(msg).startsWith('work could not'))).toHaveLength(2);
  });

  test('one with a place takes what waits in another', async () => {
    const { work, release } = held();
    await workWith(jobs, { work });
    const theirs = await workWith(open());

    jobs.wake(queue, ['mine', 'waits']);

    await expect.poll(() => theirs, within).toEqual(['waits']);
    release();
  });

  test('one without a place leaves it where it waits', async () => {
    const [mine, yours] = [held(), held()];
    const my = await workWith(jobs, { work: mine.work });
    const other = open();
    const your = await workWith(other, { work: yours.work });
    other.wake(queue, ['yours']);

    jobs.wake(queue, ['mine', 'waits']);
    await wait(200);
    yours.release();
    await expect.poll(() => your, within).toEqual(['yours']);
    mine.release();

    await expect.poll(() => my, within).toEqual(['mine', 'waits']);
    expect(your).toEqual(['yours']);
  });

  test('one that stops hands over what has not begun', async () => {
    const { work, release } = held();
    const done = await workWith(jobs, { work });
    const theirs = await workWith(open(), { concurrency: 2 });
    jobs.wake(queue, ['a']);
    await expect.poll(() => done, within).toEqual(['a']);

    jobs.wake(queue, ['a']);
    const stopped = jobs.stop();
    await expect.poll(() => theirs, within).toContain('a');
    release();
    await stopped;

    expect(done).toEqual(['a']);
  });

  test('one that may have missed something looks for what there is to do', async () => {
    let looks = 0;
    await workWith(jobs, { due: async () => [String(looks++)] });
    const [before] = [looks];

    await connection.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %' or query = 'show transaction_read_only'`,
    );

    await expect.poll(() => looks, within).toBeGreaterThan(before);
  });
});

describe.runIf(onPostgres)('A transaction that wakes', () => {
  test('does not notify, so that it locks nothing that others wait for', async () => {
    const [holding, commit] = [Promise.withResolvers<void>(), held()];
    const one = connection.db.transaction().execute(async (trx) => {
      await jobs.wakeAfter(trx, queue, ['a']);
      holding.resolve();
      await commit.work();
    });
    await holding.promise;

    const { rows } = await connection.pool.query(
      // Tests of other databases of the cluster may notify meanwhile.
      `select from pg_locks join pg_stat_activity using (pid)
      where locktype = 'object' and classid = 'pg_database'::regclass and datname = current_database()`,
    );

    commit.release();
    await one;
    expect(rows).toEqual([]);
  });
});

describe('Stopping', () => {
  test('waits for the work in progress, and begins no more', async () => {
    const { work, release } = held();
    let finished = false;
    const done = await workWith(jobs, { work: () => work().then(() => void (finished = true)) });
    jobs.wake(queue, ['a', 'b']);

    const stopped = jobs.stop();
    release();
    await stopped;

    expect([done, finished]).toEqual([['a'], true]);
  });
});

describe('The queue of release 0.2.0', () => {
  const hour = 60 * 60_000;
  const givenFormer = (lastUsed: string) =>
    connection.pool.query(`create schema pgboss;
      create table pgboss.queue (monitor_on timestamptz, maintain_on timestamptz, created_on timestamptz);
      insert into pgboss.queue values ('${lastUsed}', null, '2026-01-01')`);
  const exists = async () =>
    (await connection.pool.query(`select from pg_namespace where nspname = 'pgboss'`)).rowCount;

  test('is dropped an hour after its last process has stopped, and not before', async () => {
    const now = timestampOf(new Date());
    await givenFormer(later(now, -hour / 2));
    const { db } = connection;

    await dropFormerQueue({ db, now: () => now });
    const before = await exists();
    await dropFormerQueue({ db, now: () => later(now, hour) });
    const after = await exists();
    await dropFormerQueue({ db, now: () => later(now, hour) });

    expect([before, after]).toEqual([1, 0]);
  });
});
