import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Moment } from '../moment.ts';
import { seedAccounts } from './accounts.ts';
import { seedApprovals } from './approvals.ts';
import { seedAudit } from './audit.ts';
import { seedBilling } from './billing.ts';

/** Puts in the demo's users and data of every area, once: a database that has the demo is left alone. */
export async function seedDemo(db: Db, _config: Config, now: Moment): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const accounts = await seedAccounts(trx, now);
    if (!accounts) return;
    await seedApprovals(trx, accounts, now);
    await seedBilling(trx, now);
    await seedAudit(trx, accounts, now);
  });
}
