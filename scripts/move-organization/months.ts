import { sql } from 'kysely';
import { auditMonths } from '../../src/audit/months.ts';
import { asDatabase } from '../../src/db/as-database.ts';
import type { Db } from '../../src/db/connect.ts';
import { isHeldUp } from '../../src/db/errors.ts';
import { makeMonth, monthsOf } from '../../src/db/partitions.ts';
import { webhookMonths } from '../../src/webhooks/month-queries.ts';
import { Refusal } from '../postgres/cluster.ts';

/** Makes the months of one cell in the other, as its role would. Throws a Refusal if others lock its tables now. */
export async function makeMonths(from: Db, to: Db): Promise<void> {
  const busy = new Refusal('The tables of months are in use in the other cell. Try again.');
  const { rows } = await sql<{ owner: string }>`
    select relowner::regrole::text as owner from pg_class where oid = 'organizations'::regclass`.execute(
    to,
  );
  for (const monthly of [webhookMonths, auditMonths]) {
    const months = await monthsOf(from, monthly);
    try {
      await to.transaction().execute(async (trx) => {
        await sql`set local role ${sql.raw(rows[0]!.owner)}`.execute(trx);
        for (const month of months) await makeMonth(asDatabase(trx), monthly, month);
      });
    } catch (error) {
      throw isHeldUp(error) ? busy : error;
    }
    const made = new Set(await monthsOf(to, monthly));
    if (!months.every((month) => made.has(month))) throw busy;
  }
}
