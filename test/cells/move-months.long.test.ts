import { expect, onTestFinished, test } from 'vitest';
import { makeMonths } from '../../scripts/move-organization/months.ts';
import { auditMonths } from '../../src/audit/months.ts';
import { connectPostgres } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { makeMonth } from '../../src/db/partitions.ts';
import { webhookMonths } from '../../src/webhooks/month-queries.ts';
import { createCellSchemas } from '../support/cells.ts';
import { copyDatabase, directUrl, onCitus, onPostgres } from '../support/database.ts';

test.runIf(onPostgres && !onCitus)(
  'The move of an organization makes the months that only its first cell has, as tables of the role of the other one',
  async () => {
    const schemas = await createCellSchemas([7]);
    const role = schemas.nameOf(7);
    const own = connectPostgres(schemas.urlOf(7), { poolSize: 1 });
    const url = Object.assign(new URL(directUrl(schemas.url)), {
      search: `?options=-csearch_path%3D${role}`,
    });
    const to = connectPostgres(url.href, { poolSize: 2 });
    const from = await copyDatabase();
    onTestFinished(async () => {
      for (const connection of [own, to, from]) await connection.close();
      await schemas.remove();
    });
    await migrate(own.db, { cell: 7 });
    for (const monthly of [webhookMonths, auditMonths])
      expect(await makeMonth(from.db, monthly, '2031-05')).toBe(true);

    await makeMonths(from.db, to.db);

    const { rows } = await schemas.admin.query<{ name: string; owner: string }>(
      `select relname as name, relowner::regrole::text as owner from pg_class
      where relnamespace = $1::regnamespace and relkind = 'r' and relispartition and relname ~ '2031'`,
      [role],
    );
    const tables = [webhookMonths, auditMonths].flatMap((monthly) => monthly.tables);
    expect(rows.length).toBe(tables.length);
    expect(new Set(rows.map(({ owner }) => owner))).toEqual(new Set([role]));
  },
);
