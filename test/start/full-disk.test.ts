import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runMain, spawnServer } from '../support/process.ts';

const signUp = (url: string, name: string) =>
  fetch(`${url}/api/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${name}@example.com`,
      password: 'a-long-password',
      organization_name: name,
    }),
  });

// `prlimit`, which keeps a running process from writing beyond a file size, is Linux's.
test.skipIf(process.platform !== 'linux')(
  'A server whose embedded database cannot write its log answers 503 and ends; what it acknowledged is there after a restart',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-full-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const server = await spawnServer({ DATA_DIR: dataDir, SHUTDOWN_TIMEOUT_SECONDS: '2' });
    onTestFinished(() => void server.kill('SIGKILL'));
    const ended = once(server.child, 'exit');
    const before = await signUp(server.url, 'before');
    execFileSync('prlimit', ['--pid', String(server.child.pid), '--fsize=1048576']);

    const refused = await signUp(server.url, 'after');
    const [code] = await ended;

    expect([before.status, refused.status]).toEqual([201, 503]);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(code).toBe(1);
    expect(server.output()).toContain('The embedded database has stopped: could not write');

    const again = await spawnServer({ DATA_DIR: dataDir });
    onTestFinished(() => void again.kill('SIGKILL'));
    expect((await signUp(again.url, 'before')).status).toBe(409);
    expect((await signUp(again.url, 'after')).status).toBe(201);
  },
);

test('A server whose embedded database cannot be opened says why and how much room its disk has', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-full-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const first = await spawnServer({ DATA_DIR: dataDir });
  await first.kill('SIGTERM');
  rmSync(join(dataDir, 'db', 'global', 'pg_control'));

  const { code, output } = await runMain([], { DATA_DIR: dataDir, PORT: '0' });

  expect(code).toBe(1);
  expect(output).toMatch(
    /The embedded database in .* cannot be opened: .* Its disk has \d+ MiB left/,
  );
});
