import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBinaries } from '../../scripts/postgres/cluster.ts';
import { copyUrl, directUrl, emptyUrl, environmentOf, onPostgres } from '../support/database.ts';
import { spawnServer } from '../support/process.ts';

const demo = { email: 'demo@example.com', password: 'demo-password' };

/** Starts a server that answers requests and does no work, and logs in unless there is a token. */
async function given(env: Record<string, string>, known?: string) {
  const server = await spawnServer({ ROLE: 'api', DEMO: '1', DEMO_ON_POSTGRES: '1', ...env });
  onTestFinished(async () => void (await server.kill('SIGKILL')));
  let token = known;
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/v1/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  token ??= (await send('POST', 'auth/login', demo)).body.access_token as string;
  return { server, send, token };
}

// What `scripts/operating/README.md` says of backups, done.
test.runIf(onPostgres)(
  'A dump that is restored has everything of before, calls nobody, and gives no id twice',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'voice-agent-drill-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const [source, target] = [await copyUrl(), await emptyUrl()];
    const tools = findBinaries(['initdb', 'pg_dump', 'pg_restore']);
    const first = await given({ ...environmentOf(source), DATA_DIR: directory });
    const { items } = (await first.send('GET', 'campaign')).body;
    const { id } = items.find(({ state }: { state: string }) => state === 'created');
    await first.send('POST', `campaign/${id}/start`);
    const before = await first.send('GET', 'organizations/telephony-configs');

    const file = join(directory, 'dump');
    execFileSync(join(tools, 'pg_dump'), ['-Fc', '-f', file, directUrl(source)]);
    const lost = (await first.send('POST', 'auth/api-keys', { name: 'Lost' })).body;
    await first.server.kill('SIGTERM');
    execFileSync(join(tools, 'pg_restore'), ['--no-owner', '-d', directUrl(target), file]);
    const restored = await given(
      { ...environmentOf(target), DATA_DIR: directory, RESTORED: '1' },
      first.token,
    );

    const campaign = (await restored.send('GET', `campaign/${id}`)).body;
    expect(campaign.state).toBe('paused');
    expect(campaign.logs.at(-1)).toMatchObject({ event: 'restored_from_backup' });
    expect(await restored.send('GET', 'organizations/telephony-configs')).toEqual(before);
    const names = (await restored.send('GET', 'auth/api-keys')).body.items.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).not.toContain('Lost');
    const next = (await restored.send('POST', 'auth/api-keys', { name: 'Next' })).body;
    expect(next.id).toBeGreaterThan(lost.id + 1_000_000 - 1);
    expect(restored.server.output()).toContain('Remove RESTORED');
    expect(restored.server.output()).not.toContain('SECRET_KEYS lacks');
  },
);
