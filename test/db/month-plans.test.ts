import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app.ts';
import { monthOf, partitionOf } from '../../src/db/months.ts';
import { makeMonths } from '../../src/process/month-sweeps.ts';
import { sharedServer } from '../support/server.ts';

describe('A plan on tables of months', () => {
  let app: Application;
  beforeAll(async () => {
    ({ app } = await sharedServer());
    await makeMonths(app);
  });

  /** What a statement does with its partitions. */
  async function planOf(statement: string): Promise<string[]> {
    const { rows } = await app.db.transaction().execute(async (trx) => {
      // Tables of a test are so small that reading them would be cheaper.
      await sql`set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off`.execute(
        trx,
      );
      return sql<Record<string, string>>`explain (costs off) ${sql.raw(statement)}`.execute(trx);
    });
    return rows.map((row) => row['QUERY PLAN'] ?? '');
  }

  test.each([
    [
      'list page',
      `select * from webhook_deliveries where organization_id = 1 order by id desc limit 51`,
    ],
    ['delivery by id', `select * from webhook_deliveries where organization_id = 1 and id = 1`],
    ['replay', `select * from webhook_events where organization_id = 1 and position >= 1`],
    [
      'audit page',
      `select * from audit_events where organization_id = 1 order by id desc limit 51`,
    ],
  ])('of a %s uses an index of each month', async (_, statement) => {
    const plan = await planOf(statement);
    expect(plan.filter((line) => /Seq Scan/.test(line))).toEqual([]);
    expect(plan.filter((line) => /Index|Bitmap Heap/.test(line)).length).toBeGreaterThanOrEqual(5);
    expect(plan.filter((line) => /Sort/.test(line) && !/Sort Key/.test(line))).toEqual([]);
  });

  test('of a batch reads only the months of its events', async () => {
    const from = app.now();
    const plan = await planOf(`update webhook_deliveries as delivery set attempt_count = 1
      from jsonb_to_recordset('[]') as made(id bigint, organization_id bigint, event_created_at timestamptz)
      where delivery.organization_id = made.organization_id and delivery.id = made.id
        and delivery.event_created_at = made.event_created_at
        and delivery.event_created_at between '${from}' and '${from}'`);
    const partitions = new Set(plan.join('\n').match(/webhook_deliveries_\w+/g) ?? []);
    const month = partitionOf('webhook_deliveries', monthOf(from));
    expect([...partitions].filter((name) => !name.startsWith(month))).toEqual([]);
  });
});
