import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { CompiledQuery, createQueryId, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsAdded, rowsOfSource } from '../../src/campaigns/contacts/addition-queries.ts';
import { weighAttempts } from '../../src/campaigns/records/queries.ts';
import type { Db } from '../../src/db/connect.ts';
import * as doNotCall from '../../src/telephony/do-not-call/queries.ts';
import * as scheduled from '../../src/telephony/scheduled-calls/queries.ts';
import { list } from '../../src/workflows/runs/list-queries.ts';
import { givenCampaign, givenRun } from '../campaigns/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { givenManyRuns } from '../workflows/given.ts';

let server: TestServer;
let db: Db;
let member: Member;

beforeAll(async () => {
  server = await startServer();
  ({ db } = server.app);
  member = await newOrganization({ server });
});
afterAll(() => server.close());

/** The tables from which a statement of the source removes rows, and those that they take with them. */
async function shrinkingTables(): Promise<string[]> {
  const source = new URL('../../src/', import.meta.url);
  const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('demo/'))
    .map((name) => readFileSync(new URL(name, source), 'utf8'));
  const direct = texts.flatMap((text) =>
    [...text.matchAll(/(?:deleteFrom\('|\bdelete from )(\w+)/g)].map(([, table]) => table!),
  );
  const { rows } = await sql<{ table: string }>`
    with recursive shrinking (id) as (
      select oid from pg_class where relnamespace = 'public'::regnamespace and relname = any(${direct}::text[])
      union
      select conrelid from pg_constraint join shrinking on confrelid = id
      where contype = 'f' and confdeltype = 'c' and conrelid <> confrelid
    ) select id::regclass::text as table from shrinking order by 1`.execute(db);
  return rows.map(({ table }) => table);
}

/** Foreign keys to the tables whose first column, but for the organization, is in no index that finds its rows. */
async function unindexed(tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass || '.' || conname as name from pg_constraint as key
    cross join lateral (
      select attname, attnum from unnest(conkey) with ordinality as part (attribute, place)
      join pg_attribute on attrelid = conrelid and attnum = attribute
      where attname <> 'organization_id' order by place limit 1
    ) as own
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      and confrelid::regclass::text = any(${tables}::text[])
      and not exists (
        select from pg_index as index
        cross join lateral (
          select min(place) as place
          from unnest(index.indkey::smallint[]) with ordinality as part (attribute, place)
          where attribute = own.attnum
        ) as there
        where indrelid = conrelid and indisvalid
          -- All columns up to that of the key are compared.
          and place <= indnkeyatts
          and (index.indkey::smallint[])[0:place - 1] <@ key.conkey
          and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', own.attname))
      )
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

test('A removed row is looked for with an index in each table that refers to it', async () => {
  const tables = await shrinkingTables();
  expect(tables).toEqual(
    expect.arrayContaining(['campaign_sources', 'live_calls', 'workflow_runs']),
  );
  expect(await unindexed(tables)).toEqual([]);
});

test('Each index of runs is named with its readers, and no other', async () => {
  const readme = readFileSync(new URL('../../src/workflows/README.md', import.meta.url), 'utf8');
  const [table = ''] = /(?<=### Each index of runs has a reader\n)[^#]*/.exec(readme) ?? [];
  const named = [...table.matchAll(/^\| (`.*`) \| .+ \|$/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `workflow_runs_${name}`),
  );

  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indrelid = 'workflow_runs'::regclass`.execute(
    db,
  );

  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

/** The plan of each statement that the work runs. */
async function plansOf(work: (watched: Db) => Promise<unknown>): Promise<string[]> {
  const statements: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(db.getExecutor().compileQuery(node, createQueryId()));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(plugin));
  return db.transaction().execute(async (trx) => {
    // Tables of a test are so small that reading them, and sorting what was read, would be cheaper.
    await sql`set local enable_seqscan = off; set local enable_bitmapscan = off`.execute(trx);
    const plans: string[] = [];
    for (const { sql: text, parameters } of statements) {
      const { rows } = await trx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters]),
      );
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}

describe('With an index alone', () => {
  const now = '2026-01-05T10:00:00.000Z';
  let campaign_id: number;
  let organization_id: number;

  beforeAll(async () => {
    ({ organization_id } = member);
    const campaign = await givenCampaign(member);
    campaign_id = campaign.id;
    await givenRun(member, campaign);
    // Another campaign has many more calls.
    const { id, workflow_id, definition_id } = await givenCampaign(member);
    const workflow = { id: workflow_id, versions: [definition_id] };
    const columns = { mode: 'campaign' as const, campaign_id: id };
    await givenManyRuns(member, workflow, { count: 2000, columns });
    await givenManyRuns(member, workflow, { count: 2000, columns: { mode: 'text' } });
    await sql`analyze workflow_runs`.execute(db);
  });

  const after = { created_at: now, id: 1 };
  const contact = { phone_number: '+12025550100' };
  test.each<[string, RegExp, (watched: Db) => Promise<unknown>]>([
    [
      'the calls of a campaign are listed',
      /organization_id.*campaign_id/,
      (watched) => list(watched, { organization_id, campaign_id }),
    ],
    [
      'text runs are listed',
      /organization_id.*mode/,
      (watched) => list(watched, { organization_id, mode: 'text' }),
    ],
    [
      'the attempts of a report are read',
      /organization_id.*campaign_id.*created_at/,
      (watched) => weighAttempts(watched, { organization_id, campaign_id, after, limit: 1000 }),
    ],
    [
      'the numbers of a source are found',
      /source_id.*phone_number/,
      (watched) => rowsOfSource(watched, randomUUID(), [{ ...contact, external_id: null }]),
    ],
    [
      'the numbers that were added to a campaign are found',
      /campaign_id.*phone_number/,
      (watched) => rowsAdded(watched, campaign_id, [{ ...contact, external_id: null }]),
    ],
    [
      'scheduled calls of a state are listed',
      /organization_id.*state/,
      (watched) => scheduled.list(watched, organization_id, { status: 'canceled' }),
    ],
    [
      'expired do-not-call entries are found',
      /expires_at/,
      (watched) => doNotCall.removeExpired(watched, now),
    ],
  ])('%s', async (_, condition, work) => {
    const plans = await plansOf(work);

    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(new RegExp(`Index Cond: .*${condition.source}`));
    expect(plans[0]?.split('SubPlan')[0]).not.toMatch(/Filter:|Seq Scan|Sort Key/);
  });

  test('the external IDs of a source, and those that were added to a campaign, are found', async () => {
    const contacts = [{ ...contact, external_id: 'crm-4711' }];
    const [, inSource] = await plansOf((watched) => rowsOfSource(watched, randomUUID(), contacts));
    const [, added] = await plansOf((watched) => rowsAdded(watched, campaign_id, contacts));

    expect(inSource).toContain('campaign_source_rows_external_id_key');
    expect(added).toContain('campaign_contacts_external_id_key');
  });

  test('unfinished runs are found without those that ended', async () => {
    const [end, page] = await plansOf((watched) =>
      list(watched, { organization_id, state: 'running' }),
    );

    for (const plan of [end, page]) expect(plan).toContain('workflow_runs_unfinished_idx');
    expect(end).not.toMatch(/Filter:|Seq Scan|Sort Key/);
  });
});
