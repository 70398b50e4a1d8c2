import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/db/connect.ts';
import { type Jobs, openJobs } from '../../src/jobs/jobs.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { copyDatabase, onPostgres } from '../support/database.ts';

const queue = 'test.followed';
const within = { timeout: 20_000 };
let connection: Connection;
let opened: Jobs[];

const open = (to = connection): Jobs => {
  const made = openJobs(to, createLog('silent'));
  opened.push(made);
  return made;
};
beforeEach(async () => {
  opened = [];
  connection = await copyDatabase();
});
afterEach(async () => {
  await Promise.all(opened.map((each) => each.stop()));
  await connection.close();
});

/** What a process hears; undefined: something may have been missed. */
function heardBy(jobs: Jobs): (string | undefined)[] {
  const heard: (string | undefined)[] = [];
  jobs.follow(queue, (keys) => heard.push(...(keys ?? [undefined])));
  return heard;
}

describe('A follower', () => {
  test('hears what its own process wakes, after the commit alone', async () => {
    const jobs = open();
    const heard = heardBy(jobs);

    await connection.db.transaction().execute(async (trx) => {
      await jobs.wakeAfter(trx, queue, ['a']);
      expect(heard).toEqual([]);
    });
    jobs.wake('another', ['b']);

    expect(heard).toEqual(['a']);
  });

  test.runIf(onPostgres)('hears what other processes wake, each of them, once', async () => {
    const [one, two, worker] = [open(), open(), open()];
    const heard = [heardBy(one), heardBy(two)];
    await expect.poll(() => connection.listeners().open, within).toBe(2);

    worker.wake(queue, ['a']);
    one.wake(queue, ['b']);

    for (const keys of heard)
      await expect.poll(() => new Set(keys), within).toEqual(new Set(['a', 'b']));
  });

  test.runIf(onPostgres)('is told when something may have been missed', async () => {
    const heard = heardBy(open());
    await expect.poll(() => connection.listeners().open, within).toBe(1);

    await connection.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and (query ilike 'listen %' or query = 'show transaction_read_only')`,
    );

    await expect.poll(() => heard, within).toContain(undefined);
  });

  test.runIf(onPostgres)('listens from the first on, and until the process stops', async () => {
    const jobs = open();
    expect(connection.listeners()).toEqual({ open: 0, broken: 0 });
    heardBy(jobs);
    await expect.poll(() => connection.listeners().open, within).toBe(1);

    await jobs.stop();

    expect(connection.listeners()).toEqual({ open: 0, broken: 0 });
    heardBy(jobs);
    expect(connection.listeners()).toEqual({ open: 0, broken: 0 });
  });
});
