import type { Transaction } from 'kysely';
import { type Cause, recordChange } from '../audit/actions.ts';
import { findUserByEmail } from '../auth/queries.ts';
import type { Database } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Secrets } from '../db/secrets.ts';
import { maskCredentials, openCredentials } from '../telephony/credentials.ts';
import { type DemoAccounts, demoAdmin } from './accounts.ts';

/** The changes that led to the demo's data: by the service, the super admin and the user. */
export async function seedAudit(
  trx: Transaction<Database>,
  { organization_id, user_id, secrets }: DemoAccounts & { readonly secrets: Secrets },
  now: Timestamp,
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
  await recordKeys(trx, by(user_id), organization_id);
  await recordPolicies(trx, by(user_id), organization_id);
  await recordTelephony(trx, by(user_id), { organization_id, secrets });
}

async function recordTelephony(
  trx: Transaction<Database>,
  cause: Cause,
  { organization_id, secrets }: { readonly organization_id: number; readonly secrets: Secrets },
) {
  const configurations = await trx
    .selectFrom('telephony_configurations')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute();
  for (const row of configurations) {
    const sealed = openCredentials(secrets, organization_id, row.credentials_encrypted);
    const { name, provider, is_default_outbound } = row;
    const created = { name, provider, credentials: maskCredentials(provider, sealed) };
    const subject = { organization_id, subject_id: row.id };
    await recordChange(trx, cause, {
      action: 'telephony_configuration.created',
      ...subject,
      before: null,
      after: { ...created, is_default_outbound: false },
    });
    if (!is_default_outbound) continue;
    await recordChange(trx, cause, {
      action: 'telephony_configuration.default_outbound_set',
      ...subject,
      before: { default_outbound_id: null },
      after: { default_outbound_id: row.id },
    });
  }
}

async function recordKeys(trx: Transaction<Database>, cause: Cause, organization_id: number) {
  const keys = await trx
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix', 'connector_name', 'scopes'])
    .where('organization_id', '=', organization_id)
    .execute();
  for (const { id, ...after } of keys) {
    const created = { organization_id, subject_id: id, before: null, after };
    await recordChange(trx, cause, { action: 'api_key.created', ...created });
  }
}

async function recordPolicies(trx: Transaction<Database>, cause: Cause, organization_id: number) {
  const policies = await trx
    .selectFrom('approval_policies')
    .select(['id', 'disabled_at', 'revoked_at', 'revoked_reason'])
    .where('organization_id', '=', organization_id)
    .execute();
  for (const { id, disabled_at, ...revocation } of policies) {
    const subject = { organization_id, subject_id: id };
    if (disabled_at !== null) {
      const states = { before: { status: 'active' }, after: { status: 'disabled' } };
      await recordChange(trx, cause, { action: 'approval_policy.disabled', ...subject, ...states });
    }
    if (revocation.revoked_at !== null) {
      const before = { status: 'active', revoked_at: null, revoked_reason: null };
      const states = { before, after: { status: 'revoked', ...revocation } };
      await recordChange(trx, cause, { action: 'approval_policy.revoked', ...subject, ...states });
    }
  }
}
