import { addChanges } from '../billing/usage/queries.ts';
import type { Config } from '../config.ts';
import type { Db, Database } from '../db/connect.ts';
import { type Timestamp, later } from '../timestamp.ts';
import { openSecrets } from '../db/secrets.ts';
import { hashesFor, seedAccounts, settlePasswords, type DemoAccounts } from './accounts.ts';
import { seedApprovals } from './approvals.ts';
import { seedAudit } from './audit.ts';
import { seedBilling } from './billing.ts';
import { seedCampaigns } from './campaigns.ts';
import { seedTelephony, takeCalls } from './telephony.ts';
import { seedTools } from './tools.ts';
import { seedWebhooks } from './webhooks.ts';
import { seedWorkflows } from './workflows.ts';
import { seedVoice, storeVoice } from './voice.ts';
import { newPasswords } from './welcome.ts';
import type { Transaction } from 'kysely';
import { digest, newMailToken } from '../auth/credentials.ts';
import { insertOrLock } from '../auth/invitations/queries.ts';
import { expiryOf } from '../auth/invitations/rules.ts';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoWorkflow } from './campaign-rows.ts';

const dayMs = 86_400_000;

/** A call to Ada in some days. */
async function seedScheduledCalls(
  trx: Transaction<Database>,
  {
    organization_id,
    user_id,
    workflow_id,
  }: Pick<DemoAccounts, 'organization_id' | 'user_id'> & Pick<DemoWorkflow, 'workflow_id'>,
  now: Timestamp,
): Promise<void> {
  const scheduled_at = later(now, 4 * dayMs);
  await trx
    .insertInto('scheduled_calls')
    .values({
      organization_id,
      workflow_id,
      to_number: '+12025550185',
      initial_context: JSON.stringify({ first_name: 'Ada' }),
      scheduled_at,
      due_at: scheduled_at,
      user_id,
      created_at: now,
    })
    .execute();
}

const models = ['models--openai--whisper-small', 'models--hexgrad--Kokoro-82M'];
const commit = createHash('sha1').update('demo').digest('hex');
const weightBytes = 2_000_000;

/**
 * Creates a cache directory with two models in the hub's layout, with zeros as weights, so that there is something to
 * migrate. Leaves an existing directory unchanged.
 */
function writeModels(cache: string): void {
  if (existsSync(cache)) return;
  for (const model of models) {
    const files = {
      'config.json': `${JSON.stringify({ model })}\n`,
      'model.safetensors': Buffer.alloc(weightBytes),
    };
    const at = join(cache, model);
    for (const part of ['blobs', 'refs', `snapshots/${commit}`])
      mkdirSync(join(at, part), { recursive: true });
    writeFileSync(join(at, 'refs', 'main'), commit);
    for (const [name, content] of Object.entries(files)) {
      const hash = createHash('sha256').update(content).digest('hex');
      writeFileSync(join(at, 'blobs', hash), content);
      symlinkSync(`../../blobs/${hash}`, join(at, 'snapshots', commit, name));
    }
  }
}

/** Creates an open invitation whose token nobody knows; `resendInvitation` makes one that somebody does. */
async function seedInvitations(
  trx: Transaction<Database>,
  { organization_id, user_id }: DemoAccounts,
  now: Timestamp,
): Promise<void> {
  await insertOrLock(trx, {
    organization_id,
    email: 'grace@example.com',
    role: 'viewer',
    token_hash: digest(newMailToken(0)),
    invited_by: user_id,
    created_at: now,
    expires_at: expiryOf(now),
  });
}

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
