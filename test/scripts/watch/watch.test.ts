import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { demoDirectory } from '../../support/demo-directory.ts';
import { spawnServer } from '../../support/process.ts';

const root = new URL('../../..', import.meta.url).pathname;

/** The command, with what it has printed. */
function spawnWatch(env: Record<string, string>, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['scripts/watch/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { child, text: () => text, closed: once(child, 'close') as Promise<[number | null]> };
}

test("make watch prints the demo's running campaign as it calls, and ends on a signal", async () => {
  const server = await spawnServer({ DATA_DIR: await demoDirectory(), DEMO: '1' });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const { child, text, closed } = spawnWatch({ API: `${server.url}/api/v1` });

  await expect
    .poll(text, { timeout: 60_000 })
    .toMatch(
      /campaign \d+ "Check-up reminders" running: \d+ of 60 contacts, [1-9]\d* calls in progress/,
    );
  child.kill('SIGINT');
  expect(await closed).toEqual([0, null]);
  expect(text()).not.toContain('\u001B');

  const refused = spawnWatch({ API: `${server.url}/api/v1`, TOKEN: 'nobody' });
  expect(await refused.closed).toEqual([1, null]);
  expect(refused.text()).toMatch(
    /^The server refuses campaign\?state=running&limit=15, 401: .+\n$/,
  );

  const finished = spawnWatch({ API: `${server.url}/api/v1` }, '2');
  expect(await finished.closed).toEqual([0, null]);
  expect(finished.text()).toMatch(
    /^\S+ campaign 2 "Appointment reminders" completed: 5 of 5 contacts, .+\n$/,
  );
  expect(await server.kill('SIGTERM')).toBe(0);
}, 240_000);

test('make watch says where it found no server', async () => {
  const { text, closed } = spawnWatch({ API: 'http://127.0.0.1:9/api/v1' });

  expect(await closed).toEqual([1, null]);
  expect(text()).toMatch(/^No server answers at http:\/\/127.0.0.1:9\/api\/v1\. .+\n$/);
});
