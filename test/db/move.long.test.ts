import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { nodeOf } from '../../scripts/postgres/citus.ts';
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

test.runIf(onCitus)('make move places a cell that lies on the coordinator', async () => {
  const url = await copyUrl();
  const own = Object.assign(new URL(url), { search: '?options=-csearch_path%3Dcell_8' }).href;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('create schema cell_8');
  // Citus moves no table while it is used that has no key.
  await client.query('create table cell_8.kept (one integer primary key)');
  await client.query('insert into cell_8.kept values (1)');
  const to = new URL(onNodes(url)[1]!).host;

  const { stdout } = await promisify(execFile)(process.execPath, [program, '8', to], {
    env: { ...process.env, DATABASE_URL: own },
  });

  expect(stdout).toContain(`Cell 8 was moved from the coordinator to ${to} in `);
  expect(await nodeOf(client, 'cell_8')).toBe(to);
  expect((await client.query('select one from cell_8.kept')).rows).toEqual([{ one: 1 }]);
});
