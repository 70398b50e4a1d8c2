import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { demoUser } from '../../src/demo/accounts.ts';
import { staying } from '../../scripts/move-organization/tables.ts';
import { purgeOrganizations } from '../../src/privacy/organization-deletions/jobs.ts';
import { later } from '../../src/timestamp.ts';
import { emptyStorage } from '../../src/voice/files/jobs.ts';
import { keyOf } from '../../src/voice/files/rules.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Tables without a tenant's data: of the service, of this machine, of the simulated network, which is a carrier. */
const platformTables = [...staying, 'simulated_calls'].toSorted();

/** An audit event outlives its organization, and some belong to none: log-ins to unknown accounts, platform changes. */
const audit = 'audit_events';

/** Tied by a trigger that looks once for each statement, see `0046_campaigns.ts` and `0047_webhooks.ts`. */
const tiedByTriggers: readonly (readonly [table: string, trigger: string])[] = [
  ['campaign_source_rows', 'campaign_source_rows_source'],
  ['pending_deliveries', 'pending_deliveries_endpoint'],
  ['webhook_deliveries', 'webhook_deliveries_endpoint'],
  ['webhook_deliveries', 'webhook_deliveries_event'],
];

/** Foreign keys without the organization, to the parent's id and to what is tied to the same parent. */
const tiedByParent = [
  'generation_versions_source_fk',
  // The simulated network is a carrier, and knows configurations.
  'simulated_calls_configuration_fk',
  'story_items_version_fk',
  // A unique (id, organization_id) on contacts would cost each start of a campaign an index of all its contacts. The
  // run is tied to the contact's campaign, and the claim copies both from the contact.
  'workflow_runs_contact_id_fkey',
  'workflows_current_definition_fk',
];

interface ForeignKey {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  /** Whether the organization is a part of it on both sides. */
  readonly of_organization: boolean;
  readonly deferrable: boolean;
}

let server: TestServer;
let db: Db;
let tables: { name: string; organization: 'required' | 'optional' | null }[];
let keys: ForeignKey[];

beforeAll(async () => {
  server = await startServer({ demo: true });
  ({ db } = server.app);
  tables = await tablesOf(db);
  keys = await foreignKeysOf(db);
});

afterAll(() => server.close());

/** All tables but those of the queue, which has a schema of its own, and partitions. */
async function tablesOf(from: Db): Promise<typeof tables> {
  const { rows } = await sql<(typeof tables)[number]>`
    select relname as name, case attnotnull when true then 'required' when false then 'optional' end as organization
    from pg_class
    left join pg_attribute on attrelid = pg_class.oid and attname = 'organization_id' and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`.execute(from);
  return rows;
}

/** The table, or that of the partition. */
const tableOf = (id: string) =>
  sql`coalesce(pg_partition_root(${sql.ref(id)})::regclass, ${sql.ref(id)}::regclass)::text`;

async function foreignKeysOf(from: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select distinct regexp_replace(conname, '_[0-9]{4}_[0-9]{2}_', '_default_') as name,
      ${tableOf('conrelid')} as child, ${tableOf('confrelid')} as parent, condeferrable as deferrable,
      exists (
        select from unnest(conkey, confkey) as pair (here, there)
        join pg_attribute as own on own.attrelid = conrelid and own.attnum = here
        join pg_attribute as their on their.attrelid = confrelid and their.attnum = there
        where own.attname = 'organization_id'
          and their.attname = case confrelid when 'organizations'::regclass then 'id' else 'organization_id' end
      ) as of_organization
    from pg_constraint
    -- What a partition has from its table is counted once.
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by 1`.execute(from);
  return rows;
}

const untied = (): string[] => {
  const tied = new Set(keys.filter((key) => key.of_organization).map(({ child }) => child));
  for (const [table] of tiedByTriggers) tied.add(table);
  return tables
    .filter(({ name }) => !platformTables.includes(name) && name !== audit)
    .filter(({ name, organization }) => organization !== 'required' || !tied.has(name))
    .map(({ name }) => name);
};

describe('A table of a tenant', () => {
  test('has an organization that a foreign key ties to its parent, or is listed', () => {
    // The organizations themselves.
    expect(untied()).toEqual(['organizations']);
    const unlisted = tables.filter(({ name }) => platformTables.includes(name));
    expect(unlisted.map(({ name, organization }) => [name, organization])).toEqual(
      platformTables.map((name) => [name, null]),
    );
  });

  test('refers to no row of another tenant', async () => {
    const loose = keys.filter(({ of_organization: tied }) => !tied).map(({ name }) => name);
    expect(loose).toEqual(tiedByParent);
    const { rows: triggers } = await sql<{ table: string; name: string }>`
      select tgrelid::regclass::text as table, tgname as name from pg_trigger
      where tgnewtable is not null and tgenabled = 'O'`.execute(db);
    const found = triggers.map(({ table, name }) => [table, name]);
    expect(found).toEqual(expect.arrayContaining([...tiedByTriggers]));
  });

  test('is found missing when it has no organization', async () => {
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`create table notes (id bigint primary key, campaign_id bigint references campaigns)`.execute(
          trx,
        );
        tables = await tablesOf(trx);
        keys = await foreignKeysOf(trx);
        expect(untied()).toEqual(['notes', 'organizations']);
        throw new Error('rolled back');
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'));
    tables = await tablesOf(db);
    keys = await foreignKeysOf(db);
  });
});

/** The tenant's tables, each before those that it refers to. */
function childrenFirst(): string[] {
  const left = new Set(
    tables.filter(({ organization }) => organization !== null).map(({ name }) => name),
  );
  left.delete(audit);
  const ordered: string[] = [];
  while (left.size > 0) {
    const next = [...left].filter((name) =>
      keys.every(
        ({ child, parent, deferrable }) =>
          parent !== name || child === name || deferrable || !left.has(child),
      ),
    );
    if (next.length === 0) throw new Error(`No order of ${[...left].join(', ')}`);
    for (const name of next) left.delete(name);
    ordered.push(...next);
  }
  return ordered;
}

/** Rows and their digest of an organization, by table. */
async function contentOf(organizationId: number): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const name of [...childrenFirst(), audit]) {
    const { rows } = await sql<{ content: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(md5(row::text), '' order by md5(row::text))), '') as content
      from ${sql.table(name)} as row where organization_id = ${organizationId}`.execute(db);
    content[name] = rows[0]?.content ?? '';
  }
  return content;
}

/** Seeds the demo and adds what it leaves out. */
async function givenTenant(): Promise<number> {
  const now = server.app.now();
  await seedDemo({ ...server.app, now: () => now });
  await server.send('POST', '/api/v1/auth/login', { body: demoUser });
  const { organization_id } = await db
    .selectFrom('users')
    .select('organization_id')
    .where('email', '=', demoUser.email)
    .executeTakeFirstOrThrow();
  const expires_at = later(now, 1000);
  await db
    .insertInto('idempotent_answers')
    .values({
      organization_id,
      key: 'a',
      fingerprint: Buffer.from('a'),
      answer_encrypted: Buffer.from('a'),
      created_at: now,
      expires_at,
    })
    .execute();
  await db.insertInto('calling_hours').values({ organization_id }).execute();
  await db.insertInto('organization_retention').values({ organization_id }).execute();
  await db
    .insertInto('retention_work')
    .values({ organization_id, kind: 'events', due_at: now })
    .execute();
  await db
    .insertInto('invitation_hours')
    .values({ organization_id, began_at: now, sent: 1 })
    .execute();
  await sql`
    insert into usage_changes (
      organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, runs
    )
    select organization_id, first_day, 1, 0, 0, 'completed', 'tests', 1
    from usage_counts where organization_id = ${organization_id} limit 1`.execute(db);
  await sql`
    insert into call_paces (organization_id, telephony_configuration_id, next_free_at)
    select organization_id, id, ${now} from telephony_configurations where organization_id = ${organization_id}`.execute(
    db,
  );
  await sql`
    insert into workflow_runtimes (organization_id, workflow_id, secret_encrypted)
    select organization_id, id, '' from workflows where organization_id = ${organization_id}`.execute(
    db,
  );
  await sql`
    insert into run_conversations (organization_id, run_id)
    select organization_id, id from workflow_runs where organization_id = ${organization_id} and mode = 'test' limit 1`.execute(
    db,
  );
  await sql`
    insert into live_calls (organization_id, run_id, telephony_configuration_id, to_number, state, due_at, deadline_at)
    select organization_id, id, telephony_configuration_id, to_number, 'queued', ${now}, ${now}
    from workflow_runs where organization_id = ${organization_id} and mode = 'ad_hoc' limit 1`.execute(
    db,
  );
  await sql`
    insert into inbound_calls (organization_id, telephony_configuration_id, carrier_call_id, run_id, received_at)
    select organization_id, telephony_configuration_id, 'CA1', id, ${now}
    from workflow_runs where organization_id = ${organization_id} and mode = 'ad_hoc' limit 1`.execute(
    db,
  );
  await sql`
    insert into pending_events (organization_id, run_id, event, id, due_at, created_at)
    select organization_id, id, 'call_ended', gen_random_uuid(), ${now}, ${now}
    from workflow_runs where organization_id = ${organization_id} and mode = 'ad_hoc' limit 1`.execute(
    db,
  );
  await sql`
    insert into pending_deliveries (delivery_id, organization_id, endpoint_id, position, subject, event, event_created_at, bytes)
    select id, organization_id, endpoint_id, position, run_id, event, event_created_at, 1
    from webhook_deliveries where organization_id = ${organization_id} limit 1`.execute(db);
  await sql`
    insert into pending_mails (id, organization_id, template, content_encrypted, next_attempt_at, created_at)
    values (gen_random_uuid(), ${organization_id}, 'password_reset', 'a', ${now}, ${now})`.execute(
    db,
  );
  for (const table of ['password_resets', 'email_changes'])
    await sql`
      insert into ${sql.table(table)} (user_id, organization_id, token_hash, expires_at, mails, hour_began_at
        ${sql.raw(table === 'email_changes' ? ', email' : '')})
      select id, organization_id, int8send(id), ${expires_at}, 1, ${now}
        ${sql.raw(table === 'email_changes' ? ", 'a@example.com'" : '')}
      from users where organization_id = ${organization_id}`.execute(db);
  await sql`
    insert into model_downloads (organization_id, name, revision, started_at, state, ended_at)
    values (${organization_id}, ${`acme/${organization_id}`}, 'main', ${now}, 'completed', ${now})`.execute(
    db,
  );
  await sql`
    insert into erasures (organization_id, number_hmac, number_encrypted, due_at, user_id, created_at)
    select organization_id, 'a', 'a', ${now}, id, ${now} from users where email = ${demoUser.email}`.execute(
    db,
  );
  return organization_id;
}

/** Changes what is the same in every demo, so that there can be another. */
async function renameUnique(): Promise<void> {
  const { rows } = await sql<{ name: string; column: string }>`
    select relname as name, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relname = any(${childrenFirst()}) and relnamespace = 'public'::regnamespace and atttypid = 'uuid'::regtype
      and not attisdropped and attgenerated = ''`.execute(db);
  await db.transaction().execute(async (trx) => {
    // References are changed in the same way, and checked never.
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const { name, column } of rows)
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = md5(${sql.ref(column)}::text)::uuid`.execute(
        trx,
      );
    await sql`update users set email = 'first-' || email`.execute(trx);
    await sql`update organizations set is_demo = false`.execute(trx);
    await sql`delete from catalog_entries`.execute(trx);
  });
}

test('A tenant is counted and deleted with one predicate a table, and no other tenant changes', async () => {
  const first = await givenTenant();
  await renameUnique();
  const second = await givenTenant();
  const [before, kept] = [await contentOf(first), await contentOf(second)];
  const empty = Object.keys(before).filter((name) => before[name]?.startsWith('0 '));
  expect(empty, 'givenTenant makes no row of these tables').toEqual([]);

  const order = childrenFirst();
  await db.transaction().execute(async (trx) => {
    for (const name of order)
      await sql`delete from ${sql.table(name)} where organization_id = ${first}`.execute(trx);
    await sql`delete from organizations where id = ${first}`.execute(trx);
  });

  const after = await contentOf(first);
  expect(after).toEqual({
    ...Object.fromEntries(order.map((name) => [name, '0 '])),
    [audit]: before[audit],
  });
  expect(await contentOf(second)).toEqual(kept);
});

test('An organization whose days of grace are over leaves neither rows nor files, and no other changes', async () => {
  const former = server;
  server = await startServer({ demo: true });
  ({ db } = server.app);
  onTestFinished(async () => {
    await server.close();
    server = former;
    ({ db } = server.app);
  });
  const kept = await givenTenant();
  await renameUnique();
  const gone = await givenTenant();
  const [before, others] = [await contentOf(gone), await contentOf(kept)];
  const { app } = server;
  const files = await db
    .selectFrom('voice_files')
    .select(['sha256', 'id'])
    .where('organization_id', '=', gone)
    .execute();
  const stored = () =>
    Promise.all(
      files.map((file) =>
        app.storage.read(keyOf(file)).then(
          () => 'stored',
          () => 'gone',
        ),
      ),
    );
  expect(new Set(await stored())).toEqual(new Set(['stored']));
  const deleted_at = later(app.now(), -31 * 24 * 60 * 60 * 1000);
  await db.updateTable('organizations').set({ deleted_at }).where('id', '=', gone).execute();

  for (let turns = 0; turns < 50; turns += 1) await purgeOrganizations(app, 7);
  await emptyStorage(app);

  const after = await contentOf(gone);
  expect(after).toEqual(Object.fromEntries(Object.keys(before).map((name) => [name, '0 '])));
  expect(new Set(await stored())).toEqual(new Set(['gone']));
  expect(await contentOf(kept)).toEqual(others);
  const organizations = await db.selectFrom('organizations').select('id').execute();
  expect(organizations.map(({ id }) => id)).toEqual([kept]);
  const { rows: calls } = await sql`
    select from simulated_calls where telephony_configuration_id not in (select id from telephony_configurations)`.execute(
    db,
  );
  expect(calls).toEqual([]);
});
