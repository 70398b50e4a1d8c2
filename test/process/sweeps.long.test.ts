import { afterEach, expect, test } from 'vitest';
import { connectTest, copyUrl, environmentOf, onPostgres } from '../support/database.ts';
import { spawnServer } from '../support/process.ts';

const within = { timeout: 30_000, interval: 50 };
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

test.runIf(onPostgres)(
  'A sweep that wakes campaigns goes on within some seconds after its process was killed',
  async () => {
    const url = await copyUrl();
    const connection = connectTest(url, { poolSize: 1 });
    const { db } = connection;
    ending.push(() => connection.close());
    const holder = async (): Promise<string | null | undefined> =>
      (
        await db
          .selectFrom('sweeps')
          .select('holder')
          .where('name', '=', 'campaigns.wake_due')
          .executeTakeFirst()
      )?.holder;
    const start = async () => {
      const server = await spawnServer({
        ...environmentOf(url),
        ROLE: 'worker',
        PUBLIC_URL: 'http://127.0.0.1:1',
      });
      ending.push(() => server.kill('SIGKILL'));
      return server;
    };
    const first = await start();
    await expect.poll(holder, within).toBeTruthy();
    const killed = await holder();
    await first.kill('SIGKILL');
    const at = performance.now();

    await start();

    await expect.poll(holder, within).not.toBe(killed);
    expect(performance.now() - at).toBeLessThan(20_000);
    const held = await db.selectFrom('sweeps').select(['name', 'holder']).execute();
    expect(held.filter((sweep) => sweep.holder === null)).toEqual([]);
  },
  90_000,
);
