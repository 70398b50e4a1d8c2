import { afterEach, describe, expect, test } from 'vitest';
import { connectTest, copyUrl, environmentOf, onPostgres } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { spawnServer } from '../support/process.ts';
import { startServer } from '../support/server.ts';
import { givenCallable } from '../telephony/calls/given.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

const preload = new URL('../support/skewed-clock.ts', import.meta.url).href;

// The embedded database has one process, and its clock.
describe.runIf(onPostgres)('A worker whose clock is five minutes ahead', () => {
  test('cancels no call, says what is wrong and is not ready', async () => {
    const url = await copyUrl();
    const connection = connectTest(url, { poolSize: 5 });
    ending.push(() => connection.close());
    const environment = environmentOf(url);
    const api = await startServer({ secretKeys: [environment['SECRET_KEYS']!] }, connection);
    ending.push(() => api.close());
    const member = await newOrganization({ server: api });
    const { workflow_id } = await givenCallable(member, { ring_ms: 200, talk_ms: 200 });
    // Its calls have a deadline of 90 s.
    await member.put(`/api/v1/workflow/${workflow_id}`, {
      workflow_configurations: { max_call_duration_seconds: 30 },
    });
    const worker = await spawnServer(
      { ...environment, ROLE: 'worker', PUBLIC_URL: api.url, CLOCK_AHEAD_SECONDS: '300' },
      preload,
    );
    ending.push(() => worker.kill('SIGKILL'));

    for (let call = 10; call < 30; call += 1)
      await member.post('/api/v1/telephony/initiate-call', {
        workflow_id,
        to_number: `+120255501${call}`,
      });

    const outcomes = async () => {
      const runs = await connection.db
        .selectFrom('workflow_runs')
        .select(['outcome', 'failure'])
        .where('outcome', 'is not', null)
        .execute();
      return runs.map(({ outcome, failure }) => failure ?? outcome);
    };
    await expect.poll(outcomes).toHaveLength(20);
    expect(new Set(await outcomes())).toEqual(new Set(['completed']));
    const ready = await fetch(`${worker.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        status: 'not_ready',
        reason: expect.stringMatching(/^The clock of this process is (299|300)\.\d s ahead of/),
      },
    ]);
    expect(worker.output()).toContain('the clock of this process is wrong');
    const metrics = await (await fetch(`${worker.url}/metrics`)).text();
    expect(metrics).toMatch(/\nclock_skew_seconds (299|300)\.\d+\n/);
  });
});
