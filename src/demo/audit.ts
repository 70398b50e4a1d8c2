import type { Transaction } from 'kysely';
import { recordChange } from '../audit/actions.ts';
import { findUserByEmail } from '../auth/queries.ts';
import type { Database } from '../db/connect.ts';
import type { Moment } from '../moment.ts';
import { type DemoAccounts, demoAdmin } from './accounts.ts';

/** What was changed to get where the demo begins: by the service, by the super admin and by the user. */
export async function seedAudit(
  trx: Transaction<Database>,
  { organization_id, user_id }: DemoAccounts,
  now: Moment,
): Promise<void> {
  const admin = await findUserByEmail(trx, demoAdmin.email);
  const by = (id: number | undefined) => ({
    caller: id === undefined ? null : ({ kind: 'session', user_id: id } as const),
    requestId: null,
    at: now,
  });
  const ofPlatform = { organization_id: null };
  const entries = await trx.selectFrom('catalog_entries').selectAll().orderBy('id').execute();
  for (const entry of entries) {
    const created = { subject_id: entry.id, before: null, after: { ...entry, active: true } };
    await recordChange(trx, by(undefined), {
      action: 'catalog_entry.created',
      ...ofPlatform,
      ...created,
    });
  }
  for (const { id } of entries.filter(({ active }) => !active)) {
    const withdrawn = { subject_id: id, before: { active: true }, after: { active: false } };
    await recordChange(trx, by(admin?.id), {
      action: 'catalog_entry.updated',
      ...ofPlatform,
      ...withdrawn,
    });
  }
  await recordChange(trx, by(admin?.id), {
    action: 'knowledge_base_pricing.updated',
    ...ofPlatform,
    subject_id: 'platform',
    before: { embedding_usd_per_1m_tokens: 0.02, storage_usd_per_mb_month: 0.01 },
    after: { embedding_usd_per_1m_tokens: 0.13, storage_usd_per_mb_month: 0.0025 },
  });
  const revoked = await trx
    .selectFrom('approval_policies')
    .select(['id', 'revoked_at', 'revoked_reason'])
    .where('organization_id', '=', organization_id)
    .where('revoked_at', 'is not', null)
    .execute();
  for (const { id, ...revocation } of revoked) {
    await recordChange(trx, by(user_id), {
      action: 'approval_policy.revoked',
      organization_id,
      subject_id: id,
      before: { status: 'active', revoked_at: null, revoked_reason: null },
      after: { status: 'revoked', ...revocation },
    });
  }
}
