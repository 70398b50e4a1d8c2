import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareCalling } from '../../scripts/chaos/calling.ts';
import { type Client, createClient } from '../../scripts/chaos/client.ts';
import { findBinaries } from '../../scripts/postgres/cluster.ts';
import { cellOf } from '../../src/db/cell-rules.ts';
import { createCellSchemas } from '../support/cells.ts';
import { directUrl, environmentOf, onPostgres } from '../support/database.ts';
import { spawnServer } from '../support/process.ts';

const password = 'correct-horse-battery';

async function given() {
  const schemas = await createCellSchemas([0, 7]);
  onTestFinished(() => schemas.remove());
  const directory = mkdtempSync(join(tmpdir(), 'cells-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const start = async (cells: string, more: Record<string, string> = {}) => {
    const server = await spawnServer({
      ...environmentOf(schemas.url),
      DIRECTORY_URL: schemas.directoryUrl,
      CELLS: cells,
      SIGNUP: 'open',
      VERIFY_EMAILS: '0',
      SUPER_ADMIN_EMAIL: 'admin+{cell}@example.com',
      SUPER_ADMIN_PASSWORD: password,
      DATA_DIR: directory,
      ...more,
    });
    onTestFinished(async () => void (await server.kill('SIGKILL')));
    return server;
  };
  return { schemas, directory, start };
}

async function as(url: string, email: string, action = 'login'): Promise<Client> {
  const { access_token } = await createClient(url)('POST', `/auth/${action}`, { email, password });
  return createClient(url, String(access_token));
}

async function signUpIn(url: string, cell: number, email: string): Promise<Client> {
  const admin = await as(url, 'admin+0@example.com');
  await admin('POST', `/admin/cells/${cell}/reserve-address`, { email });
  return as(url, email, 'signup');
}

/** Starts a campaign whose only call lasts; returns the campaign's path. */
async function startCampaign(api: Client, admin: Client): Promise<string> {
  const pace = { ring_ms: 20, talk_ms: 600_000 };
  const workflow_id = await prepareCalling(api, { name: 'Calls', limit: 10, pace, admin });
  const { id: source_id } = await api('POST', '/campaign-sources', 'phone_number\n+12025550123\n');
  const { items } = await api('GET', '/organizations/telephony-configs');
  const campaign = await api('POST', '/campaign', {
    name: 'Restored',
    workflow_id,
    source_type: 'csv',
    source_id,
    telephony_configuration_id: items[0].id,
  });
  await api('POST', `/campaign/${campaign['id']}/start`);
  return `/campaign/${campaign['id']}`;
}

// What `scripts/operating/README.md` says of the backup of one cell, done.
test.runIf(onPostgres)(
  'A cell that is restored by itself knows its users, and holds its calls alone',
  { timeout: 120_000 },
  async () => {
    const { schemas, directory, start } = await given();
    const all = await start('0,7');
    const [near, far] = [
      await signUpIn(all.url, 0, 'near@example.com'),
      await signUpIn(all.url, 7, 'far@example.com'),
    ];
    const admin = await as(all.url, 'admin+0@example.com');
    const [nearCampaign, farCampaign] = [
      await startCampaign(near, admin),
      await startCampaign(far, admin),
    ];
    const tools = findBinaries(['initdb', 'pg_dump', 'pg_restore']);
    const file = join(directory, 'cell.dump');
    const schema = `--schema=${schemas.nameOf(7)}`;
    const database = directUrl(schemas.urlOf(7));

    execFileSync(join(tools, 'pg_dump'), ['-Fc', schema, '-f', file, database]);
    const key = { name: 'Lost', scopes: ['read'] };
    const lost = await far('POST', '/auth/api-keys', key);
    await signUpIn(all.url, 7, 'lost@example.com');
    // The user was removed after the backup, and the address given back.
    const removed = new URL(schemas.directoryUrl).username;
    await schemas.admin.query(
      `delete from ${removed}.addresses where digest = sha256('far@example.com')`,
    );
    await all.kill('SIGTERM');
    const others = await start('0');
    await schemas.admin.query(`drop schema ${schemas.nameOf(7)} cascade`);
    execFileSync(join(tools, 'pg_restore'), ['-d', database, file]);
    const restored = await start('7', { RESTORED: '1', DATA_DIR: join(directory, 'restored') });

    const again = await as(restored.url, 'far@example.com');
    expect(await again('GET', farCampaign)).toMatchObject({ state: 'paused' });
    const next = await again('POST', '/auth/api-keys', key);
    expect(next['id']).toBeGreaterThan(lost['id'] + 1_000_000 - 1);
    const late = await as(restored.url, 'lost@example.com', 'signup');
    expect(cellOf((await late('GET', '/auth/me'))['organization'].id)).toBe(7);
    const unharmed = await as(others.url, 'near@example.com');
    expect(await unharmed('GET', nearCampaign)).toMatchObject({ state: 'running' });
  },
);
