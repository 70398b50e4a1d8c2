import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkOrganization, checkRights } from '../../scripts/move-organization/checks.ts';
import { credentials, namesOf } from '../../scripts/move-organization/names.ts';
import {
  arrive,
  depart,
  departureOf,
  followLate,
  hasDeparted,
  removeDeparture,
} from '../../scripts/move-organization/rows.ts';
import { staying, tablesOf, tableWithIdsAbove } from '../../scripts/move-organization/tables.ts';
import { idsPerCell } from '../../src/db/cell-rules.ts';
import { connectPostgres } from '../../src/db/connect.ts';
import { foreignKeysOf } from '../../src/privacy/organization-deletions/queries.ts';
import { createCellSchemas } from '../support/cells.ts';
import { onCitus, onPostgres } from '../support/database.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenConfiguration } from '../telephony/given.ts';
import { givenRuns, givenWorkflow } from '../workflows/given.ts';

const moving = async ({ server }: Member) =>
  (await tablesOf(server.app.db)).map(({ name }) => name);

describe('The move of an organization', () => {
  test('knows of each table whether its rows move, and after what they refer to', async () => {
    const member = await newOrganization();
    const { db } = member.server.app;
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
      db,
    );
    const names = await moving(member);

    expect([...names, ...staying].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    for (const { child, parent, deferrable } of await foreignKeysOf(db)) {
      if (!names.includes(child) || child === parent || deferrable) continue;
      expect(names.slice(0, names.indexOf(child)), `${child} -> ${parent}`).toContain(parent);
    }
  });

  test('knows all that is stored of credentials', async () => {
    const { server, organization_id } = await newOrganization();
    const { rows } = await sql<{ place: string }>`
      select relname || '.' || attname as place from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
        and atttypid = 'bytea'::regtype and attname ~ '_hash$' order by 1`.execute(server.app.db);

    expect(rows.map(({ place }) => place)).toEqual(credentials.map((each) => each.join('.')));
    const { names, digests } = await namesOf(server.app.db, organization_id);
    expect(names).toContain(`organization ${organization_id}`);
    expect(names.length).toBeGreaterThan(1);
    expect(digests.length).toBe(1);
  });

  test('finds ids of higher cells alone', async () => {
    const member = await newOrganization();
    const { server, organization_id } = member;
    const { db } = server.app;
    const foreign = 7 * idsPerCell + organization_id;
    await sql`
      insert into do_not_call_numbers (id, organization_id, phone_number, created_at) overriding system value
      values (${foreign}, ${organization_id}, '+12025550123', ${server.app.now()})`.execute(db);

    expect(await tableWithIdsAbove(db, organization_id, 6)).toBe('do_not_call_numbers');
    expect(await tableWithIdsAbove(db, organization_id, 7)).toBeUndefined();
    expect(await tableWithIdsAbove(db, organization_id - 1, 0)).toBeUndefined();
  });

  test('waits for what must not be cut off', async () => {
    const member = await newOrganization();
    const { server, organization_id } = member;
    const { db } = server.app;
    const check = () => checkOrganization(db, organization_id);
    const configuration_id = await givenConfiguration(member);
    const [run_id] = await givenRuns(member, await givenWorkflow(member), [{ mode: 'text' }]);

    await expect(check()).rejects.toThrow('is not suspended');
    await sql`
      update organizations set suspended_at = now(), suspension_reason = 'Moves.' where id = ${organization_id}`.execute(
      db,
    );
    await check();
    await sql`
      insert into tool_executions (organization_id, run_id, tool_id, tool_name, tool_revision, call_id, is_write, deadline_at, created_at)
      values (${organization_id}, ${run_id}, 1, 'a', 1, 'a', true, now(), now())`.execute(db);
    await expect(check()).rejects.toThrow('answer of a tool');
    await sql`
      insert into live_calls (organization_id, run_id, telephony_configuration_id, to_number, state, due_at, deadline_at)
      values (${organization_id}, ${run_id}, ${configuration_id}, '+12025550123', 'queued', '2100-01-01', '2100-01-01')`.execute(
      db,
    );
    await expect(check()).rejects.toThrow('calls in progress');
    await expect(checkOrganization(db, -1)).rejects.toThrow('is not in this cell');
  });

  test.runIf(onCitus)('is refused on a Citus, whose cells move as a whole', async () => {
    const { server } = await newOrganization();

    await expect(checkRights(server.app.db, 7)).rejects.toThrow(
      'Cell 7 lies on a Citus. Move the cell instead: make move.',
    );
  });

  test.runIf(onPostgres && !onCitus)('needs rights that roles of cells lack', async () => {
    const { server } = await newOrganization();
    const schemas = await createCellSchemas([7]);
    const role = connectPostgres(schemas.urlOf(7), { poolSize: 1 });
    onTestFinished(async () => {
      await role.close();
      await schemas.remove();
    });

    await checkRights(server.app.db, 0);
    await expect(checkRights(role.db, 7)).rejects.toThrow('The role in cell 7 lacks a right');
  });

  test.runIf(onPostgres && !onCitus)(
    'has followed what was open and refers to nothing',
    async () => {
      const { server, organization_id } = await newOrganization();
      const { app } = server;
      const { db } = app;
      const open = await db.startTransaction().execute();
      await sql`
      insert into audit_events (organization_id, action, actor_kind, subject_id, after, created_at)
      values (${organization_id}, 'api_key.created', 'system', 'late', '{}', ${app.now()})`.execute(
        open,
      );
      await depart(db, organization_id, async () => {});

      await followLate(db, organization_id, () => open.commit().execute());

      const events = (schema: string) =>
        sql`select from ${sql.id(schema, 'audit_events')} where organization_id = ${organization_id} and subject_id = 'late'`.execute(
          db,
        );
      expect((await events('public')).rows).toHaveLength(0);
      expect((await events(departureOf(organization_id))).rows).toHaveLength(1);
      await arrive(db, db, organization_id);
      expect((await events('public')).rows).toHaveLength(1);
      await removeDeparture(db, organization_id);
      expect(await hasDeparted(db, organization_id)).toBe(false);
    },
  );
});
