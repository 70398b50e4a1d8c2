import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formOf, formType, wavOf } from '../support/binary-bodies.ts';
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

const mounts = mkdtempSync(join(tmpdir(), 'voice-agent-disk-'));
const mount = ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mounts];
const mayMount = spawnSync('mount', mount).status === 0;

// The same without a disk of its own: test/storage/full.long.test.ts.
test.runIf(mayMount)(
  'A server whose disk for files is full refuses an upload with storage_full, is not ready and says why, until there is room',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-full-'));
    symlinkSync(mounts, join(dataDir, 'incoming'));
    symlinkSync(mounts, join(dataDir, 'files'));
    onTestFinished(() => {
      execFileSync('umount', [mounts]);
      rmSync(mounts, { recursive: true });
      rmSync(dataDir, { recursive: true });
    });
    const server = await spawnServer({ DATA_DIR: dataDir, DEMO: '0' });
    onTestFinished(async () => void (await server.kill('SIGKILL')));
    const { access_token } = (await (await signUp(server.url, 'before')).json()) as {
      access_token: string;
    };
    const authorization = `Bearer ${access_token}`;
    const profile = await fetch(`${server.url}/api/v1/voice/profiles`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', voice_type: 'cloned', language: 'en' }),
    });
    const { id } = (await profile.json()) as { id: string };
    const upload = () =>
      fetch(`${server.url}/api/v1/voice/profiles/${id}/samples`, {
        method: 'POST',
        headers: { authorization, 'content-type': formType },
        body: formOf({
          fields: { reference_text: 'Good morning.' },
          file: { name: 'a.wav', bytes: wavOf(30) },
        }),
      });
    const ready = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      return `${answer.status} ${await answer.text()}`;
    };
    expect(await ready()).toContain('200');
    writeFileSync(join(mounts, 'other'), Buffer.alloc(3.9 * 1_048_576));

    const refused = await upload();

    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      503,
      'storage_full',
    ]);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(readdirSync(mounts)).toEqual(['other']);
    await expect.poll(ready).toMatch(/^503 .*no room for files on the disk of DATA_DIR\/files/);

    rmSync(join(mounts, 'other'));
    expect((await upload()).status).toBe(201);
    await expect.poll(ready).toContain('200');
  },
);
