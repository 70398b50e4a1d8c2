import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { findNodeOf, nodeOf } from '../../scripts/postgres/citus.ts';
import { findBinaries } from '../../scripts/postgres/cluster.ts';
import { migrate } from '../../src/db/migrate.ts';
import { askedNodes } from '../support/asked-nodes.ts';
import { connectTest, copyUrl, onCitus, onNodes } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';

const program = new URL('../../scripts/move.ts', import.meta.url).pathname;

test.runIf(onCitus)('make move takes a cell to another node, while its server works', async () => {
  const url = await copyUrl();
  const server = await startServer({}, connectTest(url, { poolSize: 4 }));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await server.close();
  });
  const member = await newOrganization({ server });
  const from = await nodeOf(client, 'cell');
  const to = onNodes(url)
    .map((node) => new URL(node).host)
    .find((node) => node !== from)!;
  const add = async (n: number) =>
    (
      await member.post('/api/v1/do-not-call', {
        phone_numbers: [{ phone_number: `+1202555${n}` }],
      })
    ).status;
  await add(1000);

  const moving = promisify(execFile)(process.execPath, [program, '7', to], {
    env: { ...process.env, DATABASE_URL: url },
  });
  const during: number[] = [];
  const done = new AbortController();
  const moved = moving.finally(() => done.abort());
  for (let n = 1001; !done.signal.aborted; n += 1) during.push(await add(n));
  const { stdout } = await moved;
  during.push(await add(2000));
  // The tables are on another node now.
  askedNodes();

  expect(stdout).toContain(`Cell 7 was moved from ${from} to ${to} in `);
  expect(await nodeOf(client, 'cell')).toBe(to);
  expect(new Set(during)).toEqual(new Set([200]));
  const { rows } = await client.query<{ entries: number }>(
    'select count(*)::integer as entries from do_not_call_numbers',
  );
  expect(rows[0]?.entries).toBe(during.length + 1);
});

/** A cell that was used, dropped and restored from its dump: it lies on the coordinator. */
async function givenRestored() {
  const url = await copyUrl();
  const server = await startServer({}, connectTest(url, { poolSize: 4 }));
  const member = await newOrganization({ server });
  await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: '+12025550100' }] });
  await server.close();
  await server.connection.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const directory = mkdtempSync(join(tmpdir(), 'cell-'));
  onTestFinished(async () => {
    await client.end();
    rmSync(directory, { recursive: true });
  });
  const tools = findBinaries(['pg_dump', 'pg_restore']);
  const before = await contents(client);
  const dump = join(directory, 'cell.dump');
  execFileSync(join(tools, 'pg_dump'), ['-Fc', '--schema=cell', '-f', dump, url]);
  await client.query('drop schema cell cascade');
  execFileSync(join(tools, 'pg_restore'), ['-d', url, dump]);
  return { url, client, member, before };
}

/** What the schema consists of, and what was counted when rows were added. */
async function contents(client: pg.Client) {
  const { rows } = await client.query(`
    select
      (select count(*)::integer from pg_constraint where connamespace = 'cell'::regnamespace) as constraints,
      (select count(*)::integer from pg_trigger join pg_class on pg_class.oid = tgrelid
       where relnamespace = 'cell'::regnamespace and not tgisinternal) as triggers,
      (select jsonb_agg(usage order by organization_id, quota) from cell.organization_usage as usage) as usages,
      (select count(*)::integer from cell.do_not_call_numbers) as entries`);
  return rows[0];
}

const move = (url: string, node: string) =>
  promisify(execFile)(process.execPath, [program, '8', node], {
    env: { ...process.env, DATABASE_URL: url },
  });

const withSetting = (url: string, setting: string): string =>
  Object.assign(new URL(url), { search: `?options=-c%20${setting.replace('=', '%3D')}` }).href;

test.runIf(onCitus)('make move places a cell that was restored from a dump', async () => {
  const { url, client, member, before } = await givenRestored();
  const to = new URL(onNodes(url)[1]!).host;

  const failing = move(withSetting(url, 'citus.enable_unsafe_triggers=off'), to);

  await expect(failing).rejects.toThrow(
    /Cell 8 is where it was: cannot distribute .* because it has triggers/,
  );
  expect(await findNodeOf(client, 'cell')).toBeUndefined();
  expect(await contents(client)).toEqual(before);

  const { stdout } = await move(url, to);

  expect(stdout).toContain(`Cell 8 was moved from the coordinator to ${to} in `);
  expect(await nodeOf(client, 'cell')).toBe(to);
  expect(await contents(client)).toEqual(before);
  const left = await client.query(
    `select relname from pg_class where relnamespace = 'cell'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
  );
  expect(left.rows).toEqual([]);
  const server = await startServer({}, connectTest(url, { poolSize: 4 }));
  onTestFinished(async () => {
    await server.close();
    await server.connection.close();
  });
  await migrate(server.app.db);
  const headers = { authorization: `Bearer ${member.token}` };
  const { body } = await server.send('GET', '/api/v1/do-not-call', { headers });
  // The tables are on another node now.
  askedNodes();
  expect(body.items).toMatchObject([{ phone_number: '+12025550100' }]);
});

test.runIf(onCitus)('make move refuses a cell that has no tables yet', async () => {
  const url = await copyUrl();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('create schema cell_8');

  const moving = move(withSetting(url, 'search_path=cell_8'), new URL(onNodes(url)[0]!).host);

  await expect(moving).rejects.toThrow(
    'The schema cell_8 of cell 8 has no tables yet. Make them first: make migrate CELLS=8',
  );
  expect(await findNodeOf(client, 'cell_8')).toBeUndefined();
});
