import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Application } from '../app.ts';
import { digest, newMailToken } from '../auth/credentials.ts';
import { insertOrLock } from '../auth/invitations/queries.ts';
import { expiryOf } from '../auth/invitations/rules.ts';
import { addChanges } from '../billing/usage/queries.ts';
import { hashesFor, seedAccounts, settlePasswords } from './accounts.ts';
import { makeCalls } from './calls.ts';
import { checkUps, five, insertSource, rows } from './campaign-source.ts';
import { list } from './list.ts';
import { type Demo, openDemo } from './requests.ts';
import { seedRuns } from './runs.ts';
import { seedToolCalls } from './tools.ts';
import { seedDeliveries } from './webhooks.ts';
import { newPasswords } from './welcome.ts';
import { seedVoice, storeVoice } from './voice.ts';

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
const seedInvitation = ({ trx, organization_id, user_id, now }: Demo) =>
  insertOrLock(trx, {
    organization_id,
    email: 'grace@example.com',
    role: 'viewer',
    token_hash: digest(newMailToken(0)),
    invited_by: user_id,
    created_at: now,
    expires_at: expiryOf(now),
  });

/** The contacts of campaigns, as uploaded, and the campaigns with their calls. */
async function seedCampaigns(demo: Demo): Promise<void> {
  await insertSource(demo, 'thirty', { at: '-14d', contacts: rows });
  const id = '019b8e90-9a40-7d3e-a5f6-7081920a3b4c';
  await insertSource(demo, 'five', { at: '-9d30m', contacts: five, id });
  await insertSource(demo, 'checkUps', { at: '0s', contacts: checkUps });
  for (const step of list.campaigns)
    await ('calls' in step ? makeCalls(demo, step) : demo.send([step]));
}

/** The policies that allowed calls, with these calls as their uses. */
async function seedUses({ trx, organization_id, idOf, uuidOf }: Demo): Promise<void> {
  const subject_type = 'workflow_run';
  const uses = {
    'the call to Kim': ['call to Kim'],
    'calls to the area': ['call to Lena', 'call to Leo'],
    'calls to Ada': ['call to Ada'],
  };
  for (const [policy, calls] of Object.entries(uses)) {
    const policy_id = uuidOf(policy);
    await trx
      .updateTable('approval_policies')
      .set({ used_count: calls.length })
      .where('id', '=', policy_id)
      .execute();
    const used = { organization_id, policy_id, action_type: 'call_initiate' as const };
    const runs = trx.selectFrom('workflow_runs').select(['id as subject_id', 'created_at']);
    const rows = await runs.where('id', 'in', calls.map(idOf)).orderBy('id').execute();
    await trx
      .insertInto('approval_policy_uses')
      .values(rows.map((run) => ({ ...used, ...run, api_key_id: idOf('crm'), subject_type })))
      .execute();
  }
}

/** Creates the demo's users and data of every area, once, and settles the users' passwords. */
export async function seedDemo(app: Application): Promise<void> {
  const { db, config } = app;
  if (await seed(app)) writeModels(config.modelsCacheDir);
  await settlePasswords(db, config, (users) => void process.stdout.write(newPasswords(users)));
}

/** False if the demo already exists: it stays unchanged. */
async function seed(app: Application): Promise<boolean> {
  const now = app.now();
  const hashes = await hashesFor(app.db);
  if (!hashes) return false;
  const files = await storeVoice(app.config);
  return app.db.transaction().execute(async (trx) => {
    const accounts = await seedAccounts(trx, hashes, now);
    if (!accounts) return false;
    const demo = openDemo({ app, trx, now }, accounts);
    await seedInvitation(demo);
    await demo.send([...list.platform, ...list.voices]);
    await seedVoice(demo, files);
    await demo.send([...list.stories, ...list.workflows]);
    const workflow_uuid = '5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10';
    const reminders = trx.updateTable('workflows').set({ workflow_uuid });
    await reminders.where('id', '=', demo.idOf('reminders')).execute();
    await seedRuns(demo);
    await demo.send(list.afterCalls);
    await seedCampaigns(demo);
    await demo.send(list.approvals);
    await seedUses(demo);
    await seedToolCalls(demo);
    await demo.send(list.webhooks);
    await seedDeliveries(demo);
    await demo.send(list.atLast);
    // Else super admins see no usage before the first sweep.
    await addChanges(trx, accounts.organization_id);
    return true;
  });
}
