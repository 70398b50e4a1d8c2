import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/db/connect.ts';
import { type Jobs, openJobs, type QueueWork } from '../../src/jobs/queue.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { copyDatabase, onPostgres } from '../support/database.ts';

const queue = 'test.queue';
/** Long enough for a busy machine. */
const within = { timeout: 20_000 };
let connection: Connection;
let jobs: Jobs;
let lines: Record<string, unknown>[];
let opened: Jobs[];

const open = async (): Promise<Jobs> => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const made = await openJobs(connection, [queue], createLog('info', { write }));
  opened.push(made);
  return made;
};
beforeEach(async () => {
  [lines, opened] = [[], []];
  connection = await copyDatabase();
  jobs = await open();
});
afterEach(async () => {
  await Promise.all(opened.map((each) => each.stop()));
  await connection.close();
});

/** Enqueues in a transaction of its own. */
const enqueue = (...wanted: { data: Record<string, unknown>; key?: string }[]): Promise<void> =>
  connection.db.transaction().execute((trx) =>
    jobs.enqueue(
      trx,
      queue,
      wanted.map((job) => ({ key: uuid(), ...job })),
    ),
  );

/** Works on the queue and stores the data of its jobs. */
async function workWith(
  worker: Jobs,
  options: Partial<QueueWork> = {},
): Promise<Record<string, unknown>[]> {
  const done: Record<string, unknown>[] = [];
  await worker.work({
    [queue]: {
      concurrency: 1,
      ...options,
      work: async (data) => {
        done.push(data);
        await options.work?.(data);
      },
    },
  });
  return done;
}

describe('A job', () => {
  test('runs with its data once its transaction has committed', async () => {
    const done = await workWith(jobs);
    const data = { run_id: 7, deep: { list: [1, null, 'Zoë'] } };

    await connection.db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, queue, [{ data, key: 'a' }]);
      expect(done).toEqual([]);
    });

    await expect.poll(() => done, within).toEqual([data]);
    await expect.poll(() => jobs.waiting(), within).toEqual({ [queue]: 0 });
  });

  test('does not exist if its transaction is rolled back', async () => {
    const undone = connection.db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, queue, [{ data: { undone: true }, key: 'a' }]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await jobs.waiting()).toEqual({ [queue]: 0 });

    const done = await workWith(jobs);
    await enqueue({ data: { kept: true } });

    await expect.poll(() => done, within).toEqual([{ kept: true }]);
  });

  test('runs once for all that wait with its key', async () => {
    await enqueue({ data: { key: 'a' }, key: 'a' }, { data: { key: 'a' }, key: 'a' });
    await enqueue({ data: { key: 'a' }, key: 'a' }, { data: { key: 'b' }, key: 'b' });

    const done = await workWith(jobs);

    await expect.poll(() => jobs.waiting(), within).toEqual({ [queue]: 0 });
    // The last ones have begun by then.
    await expect.poll(() => done.length, within).toBeGreaterThan(1);
    expect(done).toHaveLength(2);
    expect(new Set(done.map(({ key }) => key))).toEqual(new Set(['a', 'b']));
  });

  describe.runIf(onPostgres)('whose transaction is still open', () => {
    /** Enqueues the key in a transaction that stays open, and makes a change in it. */
    async function given() {
      await sql`create table changes (id integer)`.execute(connection.db);
      const trx = await connection.db.startTransaction().execute();
      await sql`insert into changes values (1)`.execute(trx);
      await jobs.enqueue(trx, queue, [{ data: {}, key: 'a' }]);
      return trx;
    }

    test('runs after the commit, although one with its key began before, and sees the change', async () => {
      await enqueue({ data: {}, key: 'a' });
      const trx = await given();
      const seen: number[] = [];
      const done = await workWith(jobs, {
        work: async () => {
          const { rows } = await sql`select from changes`.execute(connection.db);
          seen.push(rows.length);
        },
      });
      // It is behind the first.
      await enqueue({ data: { last: true } });
      await expect.poll(() => done, within).toContainEqual({ last: true });

      await trx.commit().execute();

      await expect.poll(() => seen, within).toContain(1);
    });

    test('does not hold up others that enqueue the key', async () => {
      const trx = await given();

      // It would wait for the transaction, which ends after it.
      await enqueue({ data: {}, key: 'a' });

      await trx.commit().execute();
      const done = await workWith(jobs);
      await expect.poll(() => done, within).toHaveLength(1);
    });
  });

  test('waits once more while one with its key runs', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = await workWith(jobs, { concurrency: 2, work: () => promise });
    await enqueue({ data: { n: 1 }, key: 'a' });
    await expect.poll(() => done, within).toHaveLength(1);

    await enqueue({ data: { n: 2 }, key: 'a' });
    resolve();

    await expect.poll(() => done.map(({ n }) => n), within).toEqual([1, 2]);
  });

  test('that fails is retried, and the log has the reason', async () => {
    let turns = 0;
    const done = await workWith(jobs, {
      work: () => (++turns < 3 ? Promise.reject(new Error('no luck')) : Promise.resolve()),
    });

    await enqueue({ data: { n: 1 } });
    await expect.poll(() => done, within).toHaveLength(3);

    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'a job failed', queue, job: { n: 1 } }),
    );
    await expect.poll(() => jobs.waiting(), within).toEqual({ [queue]: 0 });
  });

  test('that keeps failing leaves one to be retried, however many are enqueued', async () => {
    let failures = 0;
    await workWith(jobs, {
      work: () => {
        failures += 1;
        return Promise.reject(new Error('no luck'));
      },
    });

    for (let n = 1; n <= 4; n++) {
      await enqueue({ data: {}, key: 'a' });
      await expect.poll(() => failures, within).toBeGreaterThanOrEqual(n);
    }
    await jobs.stop();

    expect((await jobs.waiting())[queue]).toBeLessThanOrEqual(1);
    const { rows } = await connection.pool.query<{ limit: number }>(
      `select distinct retry_limit as limit from pgboss.job where name = $1`,
      [queue],
    );
    expect(rows).toEqual([{ limit: 5 }]);
  });

  test('that fails does not delay the others', async () => {
    const done = await workWith(jobs, {
      work: ({ bad }) => (bad ? Promise.reject(new Error('bad')) : Promise.resolve()),
    });

    await enqueue({ data: { bad: true } }, { data: { n: 1 } }, { data: { n: 2 } });

    await expect.poll(() => done.filter(({ bad }) => !bad), within).toHaveLength(2);
  });

  test('follows the one before without a pause while there is a backlog', async () => {
    await enqueue(...Array.from({ length: 30 }, (_, n) => ({ data: { n } })));

    const done = await workWith(jobs);

    // With the pauses of polling it would take a minute.
    await expect.poll(() => done, { timeout: 10_000 }).toHaveLength(30);
  });

  test('wakes an idle worker within a second', async () => {
    const done = await workWith(jobs);
    await enqueue({ data: { n: 0 } });
    await expect.poll(() => done, within).toHaveLength(1);

    // Each waits until the worker sleeps again; polls alone would take a second on average.
    for (const n of [1, 2, 3]) {
      await enqueue({ data: { n } });
      await expect.poll(() => done, { timeout: 1000, interval: 5 }).toHaveLength(n + 1);
    }
  });
});

describe('Two workers of one queue', () => {
  test('share it: each job runs once', async () => {
    const other = await open();
    const meet = Promise.withResolvers<void>();
    const busy = new Set<string>();
    const workOf = (name: string) => async (): Promise<void> => {
      busy.add(name);
      if (busy.size === 2) meet.resolve();
      // Neither does all of it: the first job of each waits for the other's.
      await meet.promise;
    };
    const [mine, theirs] = [
      await workWith(jobs, { concurrency: 1, work: workOf('mine') }),
      await workWith(other, { concurrency: 1, work: workOf('theirs') }),
    ];

    await enqueue(...Array.from({ length: 20 }, (_, n) => ({ data: { n } })));

    await expect.poll(() => mine.length + theirs.length, within).toBe(20);
    expect(new Set([...mine, ...theirs].map(({ n }) => n)).size).toBe(20);
    expect(Math.min(mine.length, theirs.length)).toBeGreaterThan(0);
  });

  test('continue with the other when one stops', async () => {
    const other = await open();
    await workWith(jobs);
    const theirs = await workWith(other);
    await jobs.stop();

    await connection.db
      .transaction()
      .execute((trx) => other.enqueue(trx, queue, [{ data: { n: 1 }, key: 'a' }]));

    await expect.poll(() => theirs, within).toEqual([{ n: 1 }]);
  });
});

describe('Stopping', () => {
  test('waits for the job in progress', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let finished = false;
    const done = await workWith(jobs, { work: () => promise.then(() => void (finished = true)) });
    await enqueue({ data: { n: 1 } });
    await expect.poll(() => done, within).toHaveLength(1);

    const stopped = jobs.stop();
    resolve();
    await stopped;

    expect(finished).toBe(true);
  });
});
