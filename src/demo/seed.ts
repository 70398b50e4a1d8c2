import { addChanges } from '../billing/usage/queries.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import { openSecrets } from '../db/secrets.ts';
import { hashesFor, seedAccounts, settlePasswords } from './accounts.ts';
import { seedApprovals } from './approvals.ts';
import { seedAudit } from './audit.ts';
import { seedBilling } from './billing.ts';
import { seedCampaigns } from './campaigns.ts';
import { seedInvitations } from './invitations.ts';
import { writeModels } from './models.ts';
import { seedScheduledCalls } from './scheduled-calls.ts';
import { seedTelephony, takeCalls } from './telephony.ts';
import { seedTools } from './tools.ts';
import { seedWebhooks } from './webhooks.ts';
import { seedWorkflows } from './workflows.ts';
import { seedVoice, storeVoice } from './voice.ts';
import { newPasswords } from './welcome.ts';

/** Creates the demo's users and data of every area, once, and settles the users' passwords. */
export async function seedDemo(db: Db, config: Config, now: Timestamp): Promise<void> {
  if (await seed(db, config, now)) writeModels(config.modelsCacheDir);
  await settlePasswords(db, config, (users) => void process.stdout.write(newPasswords(users)));
}

/** False if the demo already exists: it stays unchanged. */
async function seed(db: Db, config: Config, now: Timestamp): Promise<boolean> {
  const hashes = await hashesFor(db);
  if (!hashes) return false;
  const secrets = openSecrets(config);
  const files = await storeVoice(config);
  return db.transaction().execute(async (trx) => {
    const accounts = await seedAccounts(trx, hashes, now);
    if (!accounts) return false;
    await seedInvitations(trx, accounts, now);
    await seedVoice(trx, { ...accounts, files }, now);
    await seedBilling(trx, now);
    const owner = { ...accounts, secrets };
    const telephony = await seedTelephony(trx, owner, now);
    const workflow = await seedWorkflows(trx, { ...accounts, ...telephony }, now);
    await takeCalls(trx, { ...accounts, ...workflow });
    await seedScheduledCalls(trx, { ...accounts, ...workflow }, now);
    await seedCampaigns(trx, { ...accounts, ...workflow, ...telephony }, now);
    await seedApprovals(trx, accounts, now);
    await seedTools(trx, owner, now);
    await seedWebhooks(trx, { ...accounts, secrets }, now);
    // Else super admins see no usage before the first sweep.
    await addChanges(trx, accounts.organization_id);
    // Comes last: it describes what the others have inserted.
    await seedAudit(trx, owner, now);
    return true;
  });
}
