import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { demoAdmin, demoUser } from '../../src/demo/accounts.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';

const onNetwork = { HOST: '0.0.0.0', DEMO: '1', DEMO_ON_NETWORK: '1' };
const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-demo-'));
let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

/** Starts the only process that uses the directory; the previous one ends first. */
async function start(env: Record<string, string>): Promise<ServerProcess> {
  await server?.kill('SIGKILL');
  server = await spawnServer({ DATA_DIR: dataDir, ...env });
  return server;
}

async function post({ url }: ServerProcess, path: string, body: unknown) {
  const answer = await fetch(`${url}/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { access_token = '' } = (await answer.json()) as { access_token?: string };
  return { status: answer.status, access_token };
}

const knows = async ({ url }: ServerProcess, token: string): Promise<number> =>
  (await fetch(`${url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;

// It starts five processes, one after another.
const patience = 600_000;

test(
  'The demo admits users with its announced passwords, and nobody without DEMO',
  { timeout: patience },
  async () => {
    const local = await start({ DEMO: '1' });
    const early = await post(local, 'login', demoUser);
    const mine = { email: 'boss@example.com', password: 'registered first' };
    expect([early.status, (await post(local, 'signup', mine)).status]).toEqual([200, 201]);

    const open = await start(onNetwork);
    await expect.poll(() => open.output()).toContain('shown once');
    const shown = new Map(
      [...open.output().matchAll(/^ {2}(\S+@example\.com) \/ (\S+)$/gm)].map(
        ([, email = '', password = '']) => [email, password],
      ),
    );
    const users = [demoUser, demoAdmin].map(({ email }) => ({ email, password: shown.get(email) }));
    expect(new Set(shown.values()).size).toBe(2);
    for (const known of [demoUser, demoAdmin])
      expect((await post(open, 'login', known)).status).toBe(401);
    for (const user of users) expect((await post(open, 'login', user)).status).toBe(200);
    expect(await knows(open, early.access_token)).toBe(401);
    const page = await (await fetch(`${open.url}/docs`)).text();
    for (const { password } of users) expect(page).not.toContain(password);
    // The announced users stand in its commands, which are for a demo on one's own machine.
    expect(page).toContain('data-users="[]"');
    expect(open.output()).not.toMatch(new RegExp(`^\\{.*${users[0]?.password}`, 'm'));

    const again = await start(onNetwork);
    await expect.poll(() => again.output()).toContain('shown once');
    expect(again.output()).not.toMatch(/@example\.com \//);
    const late = await post(again, 'login', users[0]);
    expect(late.status).toBe(200);

    const without = await start({
      SUPER_ADMIN_EMAIL: mine.email,
      SUPER_ADMIN_PASSWORD: 'of the environment',
    });
    expect(without.output()).toContain('has demo users from an earlier start');
    expect(without.output()).toContain('belongs to a user who is not a super admin');
    expect((await post(without, 'login', users[0])).status).toBe(401);
    expect(await knows(without, late.access_token)).toBe(401);
    expect((await post(without, 'login', mine)).status).toBe(200);

    const back = await start({ DEMO: '1' });
    expect((await post(back, 'login', demoUser)).status).toBe(200);
  },
);
