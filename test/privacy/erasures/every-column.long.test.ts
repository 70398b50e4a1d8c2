import { sql, type Transaction } from 'kysely';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/connect.ts';
import { answerPurpose } from '../../../src/db/kept-answers.ts';
import { demoUser } from '../../../src/demo/accounts.ts';
import { seedDemo } from '../../../src/demo/seed.ts';
import { isKept } from '../../../src/privacy/other-columns.ts';
import { later } from '../../../src/timestamp.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { columnsOf, dumped, erasuresPath, eraseUntilDone } from '../given.ts';

const phone_number = '+12025550137';
const national = '2025550137';
/** As programs and people write it. */
const spellings = [
  '+12025550137',
  'Call (202) 555-0137 tomorrow.',
  '12025550137',
  'It is 202.555.0137, or +1 202 555 0137.',
  '0012025550137',
];

let server: TestServer;
let organization_id: number;
/** Columns that refuse every spelling. */
const refused: string[] = [];

beforeAll(async () => {
  server = await startServer({ demo: true });
  const { db } = server.app;
  await seedDemo(server.app);
  await server.send('POST', '/api/v1/auth/login', { body: demoUser });
  ({ organization_id } = await db
    .selectFrom('users')
    .select('organization_id')
    .where('email', '=', demoUser.email)
    .executeTakeFirstOrThrow());
  // As if somebody had added them later.
  await sql`
    alter table workflows add column remark text;
    create table notes (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations, note jsonb, words text[]
    )`.execute(db);
  await sql`insert into notes (organization_id) values (${organization_id})`.execute(db);
  await fillTables();
}, 120_000);

afterAll(() => server.close());

/** A column that may be written only together with others can be written alone. What a column may hold stays. */
async function withoutRulesAcrossColumns(): Promise<void> {
  const { db } = server.app;
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and cardinality(conkey) > 1
      and coninhcount = 0`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
}

/** A row in each table that the demo leaves empty. */
async function fillTables(): Promise<void> {
  const { db } = server.app;
  const now = server.app.now();
  const of = sql`where organization_id = ${organization_id}`;
  await sql`insert into calling_hours (organization_id) values (${organization_id})`.execute(db);
  await sql`
    insert into workflow_runtimes (organization_id, workflow_id, secret_encrypted)
    select organization_id, id, '' from workflows ${of}`.execute(db);
  await sql`
    insert into run_conversations (organization_id, run_id)
    select organization_id, id from workflow_runs ${of} and mode = 'test' limit 1`.execute(db);
  await sql`
    insert into live_calls (organization_id, run_id, telephony_configuration_id, to_number, state, due_at, deadline_at)
    select organization_id, id, telephony_configuration_id, to_number, 'queued', ${now}, ${now}
    from workflow_runs ${of} and mode = 'ad_hoc' limit 1`.execute(db);
  await sql`
    insert into inbound_calls (organization_id, telephony_configuration_id, carrier_call_id, run_id, received_at)
    select organization_id, telephony_configuration_id, 'CA1', id, ${now}
    from workflow_runs ${of} and mode = 'ad_hoc' limit 1`.execute(db);
  await sql`
    insert into pending_events (organization_id, run_id, event, id, due_at, created_at)
    select organization_id, id, 'call_ended', gen_random_uuid(), ${now}, ${now}
    from workflow_runs ${of} and mode = 'ad_hoc' limit 1`.execute(db);
  await sql`
    insert into pending_deliveries (delivery_id, organization_id, endpoint_id, position, subject, event, event_created_at, bytes)
    select id, organization_id, endpoint_id, position, run_id, event, event_created_at, 1
    from webhook_deliveries ${of} limit 1`.execute(db);
  await sql`
    insert into model_downloads (organization_id, name, revision, started_at)
    values (${organization_id}, 'acme/voice', 'main', ${now})`.execute(db);
}

/** What is found outside of the tables of tenants. */
async function fillOthers(): Promise<void> {
  const { db } = server.app;
  const now = server.app.now();
  await sql`
    insert into simulated_calls (id, telephony_configuration_id, to_number, callback_url, placed_at, ends_at)
    select gen_random_uuid(), id, ${phone_number}, '', ${now}, ${now}
    from telephony_configurations where organization_id = ${organization_id} limit 1`.execute(db);
  const answers = [
    ['plain', JSON.stringify({ body: { to_number: phone_number } })],
    [`call ${phone_number}`, '{}'],
    ['another', '{}'],
  ] as const;
  for (const [key, text] of answers)
    await db
      .insertInto('idempotent_answers')
      .values({
        organization_id,
        key,
        fingerprint: Buffer.from('a'),
        answer_encrypted: server.app.secrets.seal(answerPurpose, text),
        created_at: now,
        expires_at: later(now, 86_400_000),
      })
      .onConflict((on) => on.doNothing())
      .execute();
}

/** The tables of tenants in which nothing can be planted. */
async function emptyTables(): Promise<string[]> {
  const empty: string[] = [];
  for (const table of await tenantTables()) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${ownerOf(table)} = ${organization_id} limit 1`.execute(
      server.app.db,
    );
    if (rows.length === 0) empty.push(table);
  }
  return empty.filter((table) => table !== 'erasures');
}

/** The organizations and all tables that have one, but partitions. */
async function tenantTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where (attname = 'organization_id' or relname = 'organizations' and attname = 'id') and not attisdropped and relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace order by 1`.execute(server.app.db);
  return rows.map(({ name }) => name);
}

/** The column that says whose a row is. */
const ownerOf = (table: string) => sql.ref(table === 'organizations' ? 'id' : 'organization_id');

/** Inserts a row in a table, with something in each column that needs a value. */
async function fillTable(table: string): Promise<void> {
  const { db } = server.app;
  const { rows: checks } = await sql<{ name: string }>`
    select conname as name from pg_constraint where contype = 'c' and conrelid = ${table}::regclass`.execute(
    db,
  );
  for (const { name } of checks)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef
      and attidentity = ''`.execute(db);
  const valueOf = ({ name, type }: { name: string; type: string }) =>
    sql`${name === 'organization_id' ? String(organization_id) : (values[type] ?? '1')}::text::${sql.raw(type)}`;
  const values: Record<string, string> = {
    uuid: '019b89bc-a400-7c41-9d52-3f1b8a6e4c10',
    'timestamp with time zone': server.app.now(),
    date: '2026-01-05',
    jsonb: '{}',
    'text[]': '{}',
  };
  await db.transaction().execute(async (trx) => {
    await withoutTriggers(trx);
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
      values (${sql.join(columns.map(valueOf))})`.execute(trx);
  });
}

/** The events of the audit refuse to be changed, also by those who may do everything else. */
async function plantAudit(): Promise<void> {
  const said = JSON.stringify({ name: 'Call (202) 555-0137', number: 12_025_550_137 });
  await sql`
    insert into audit_events (created_at, organization_id, actor_kind, actor_id, action, subject_id, before, after, request_id)
    values (${server.app.now()}, ${organization_id}, 'user', 1, 'workflow.updated', '1',
      ${said}::jsonb, ${said}::jsonb, '1-202-555-0137')`.execute(server.app.db);
}

/** Makes a contact of the demo's campaign the person: the row of its source, its calls, and what was said in them. */
async function plantPerson(): Promise<void> {
  const { db } = server.app;
  await db.transaction().execute(async (trx) => {
    await withoutTriggers(trx);
    const { rows } = await sql<{ id: number; contact_id: number; campaign_id: number }>`
      select id, contact_id, campaign_id from workflow_runs
      where organization_id = ${organization_id} and contact_id is not null order by id limit 1`.execute(
      trx,
    );
    const found = rows[0];
    await sql`update workflow_runs set to_number = ${phone_number}, name = ${`Call to ${phone_number}`}
      where contact_id = ${found?.contact_id}`.execute(trx);
    await sql`update campaign_contacts set phone_number = ${phone_number} where id = ${found?.contact_id}`.execute(
      trx,
    );
    await sql`
      update campaign_source_rows set phone_number = ${phone_number}
      where (source_id, row_number) = (
        select source_id, row_number from campaign_contacts as contact join campaigns on campaigns.id = campaign_id
        where contact.id = ${found?.contact_id}
      )`.execute(trx);
    await sql`update consents set phone_number = ${phone_number} where organization_id = ${organization_id}`.execute(
      trx,
    );
  });
}

const withoutTriggers = (trx: Transaction<Database>) =>
  sql`set local session_replication_role = replica`.execute(trx);

/** Writes the number into every column of the tenant's tables that takes it, in the row that comes last. */
async function plantEverywhere(): Promise<string[]> {
  const planted: string[] = [];
  const tenants = new Set(await tenantTables());
  for (const [place, { table, name, type }] of (await columnsOf(server)).entries()) {
    if (!tenants.has(table) || table === 'idempotent_answers' || table === 'erasures') continue;
    if (isKept(table, name)) continue;
    const first = spellings[place % spellings.length] ?? phone_number;
    const texts = [first, phone_number, '12025550137', 'number_12025550137'];
    const values = texts.map((text) => {
      if (type.endsWith('[]')) return sql`array[${text}]::text[]`;
      if (!type.startsWith('json')) return sql`${text}::text`;
      const json = { said: text, 12025550137: [{ heard: ['no', text], number: 12_025_550_137 }] };
      return sql`${JSON.stringify(json)}::${sql.raw(type)}`;
    });
    let isPlanted = false;
    for (const value of values)
      isPlanted ||= await server.app.db
        .transaction()
        .execute(async (trx) => {
          await withoutTriggers(trx);
          const row = sql`select tableoid, ctid from ${sql.table(table)} where ${ownerOf(table)} = ${organization_id} order by ctid desc limit 1`;
          const result = await sql`
            update ${sql.table(table)} set ${sql.ref(name)} = ${value} where (tableoid, ctid) = (${row})`.execute(
            trx,
          );
          return Number(result.numAffectedRows ?? 0n) > 0;
        })
        .catch(() => false);
    (isPlanted ? planted : refused).push(`${table}.${name}`);
  }
  return planted;
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Plants the number, erases it, and looks for it in a dump; returns where it was. */
async function plantAndErase() {
  refused.length = 0;
  await fillOthers();
  expect(await dumped(server, national)).toMatchObject({
    'simulated_calls.to_number': 1,
    'idempotent_answers.key': 1,
    'idempotent_answers.answer_encrypted': 1,
  });
  await plantPerson();
  const planted = await plantEverywhere();
  await plantAudit();
  const before = await dumped(server, national);
  console.log(JSON.stringify({ before, refused }, null, 1));
  expect(planted.filter((column) => before[column] === undefined)).toEqual([]);

  const login = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
  const token = login.body.access_token;
  const { status, body } = await server.send('POST', erasuresPath, {
    token,
    body: { phone_number },
  });
  expect([status, body.status]).toEqual([202, 'in_progress']);
  const { counts } = await eraseUntilDone(server, { token, id: body.id });

  expect(await dumped(server, national)).toEqual({ 'do_not_call_numbers.phone_number': 1 });
  expect(counts).toMatchObject({ kept_answers: 2, simulated_calls: 1 });
  return before;
}

describe('createErasure', () => {
  test('leaves the number in no column but the do-not-call list', async () => {
    const before = await plantAndErase();

    const columns = ['workflows.remark', 'notes.note', 'notes.words', 'organizations.name'];
    expect(Object.keys(before)).toEqual(expect.arrayContaining(columns));
  }, 300_000);

  test('leaves it in no column that takes it only together with others', async () => {
    await withoutRulesAcrossColumns();
    for (const table of await emptyTables()) await fillTable(table);
    expect(await emptyTables()).toEqual([]);

    const before = await plantAndErase();

    expect(Object.keys(before)).toContain('organizations.suspension_reason');
  }, 300_000);

  test('does not search files, which are audio, pictures, models and the key of secrets', () => {
    const kinds = filesIn(server.app.config.dataDir).map(
      (file) => relative(server.app.config.dataDir, file).split(sep)[0],
    );
    expect(new Set(kinds)).toEqual(new Set(['files', 'models', 'secret.key']));
  });

  test('knows of every column of bytes that it holds no number', async () => {
    const bytes = (await columnsOf(server)).filter(({ type }) => type === 'bytea');
    const unknown = bytes.filter(({ table, name }) => !isKept(table, name));
    expect(unknown).toEqual([]);
  });
});
