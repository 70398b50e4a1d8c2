import { type Insertable, sql, type Transaction } from 'kysely';
import type { ApprovalPolicies } from '../../generated/database.ts';
import { withExternalId } from '../db/client-data.ts';
import type { Database, Db } from '../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../db/page.ts';
import { notFound } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import type { PolicyStatus } from './rules.ts';

const columns = [
  'id',
  'connector_name',
  'action_type',
  'target_name',
  'target_id',
  'destination_kind',
  'destination_value',
  'not_before',
  'expires_at',
  'max_uses',
  'used_count',
  'campaign_contact_count_ceiling',
  'estimated_cost_is_authoritative',
  'created_at',
  'disabled_at',
  'revoked_at',
  'revoked_reason',
  'proposed_at',
  'proposed_by_key',
  'proposal_reason',
  'proposal_closes_at',
  'approved_at',
  'declined_at',
  'declined_reason',
  'external_id',
  'metadata',
] as const;

interface PolicyFilter extends PageQuery {
  readonly status?: PolicyStatus;
  readonly action_type?: ApprovalPolicies['action_type'];
  readonly connector_name?: string;
  readonly external_id?: string;
}

/** The status as `statusOf` computes it, in SQL for filters. */
const statusAt = (now: Timestamp) => sql<PolicyStatus>`case
  when revoked_at is not null then 'revoked'
  when declined_at is not null then 'declined'
  when used_count >= max_uses then 'exhausted'
  when expires_at <= ${now} then 'expired'
  when approved_at is null then case when proposal_closes_at > ${now} then 'proposed' else 'expired' end
  when disabled_at is not null then 'disabled'
  else 'active' end`;

export function list(db: Db, organizationId: number, query: PolicyFilter, now: Timestamp) {
  const { status, action_type, connector_name, external_id } = query;
  return db
    .selectFrom('approval_policies')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .$if(status !== undefined, (rows) => rows.where(statusAt(now), '=', status!))
    .$if(action_type !== undefined, (rows) => rows.where('action_type', '=', action_type!))
    .$if(connector_name !== undefined, (rows) => rows.where('connector_name', '=', connector_name!))
    .$if(external_id !== undefined, (rows) => rows.where('external_id', '=', external_id!))
    .$call(newestFirst(query, { after: uuidAfter(query) }))
    .execute();
}

export const get = (db: Db, organizationId: number, id: string) =>
  db
    .selectFrom('approval_policies')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Approval policy', 'policy_id'));

export const insert = (db: Db, policy: Insertable<ApprovalPolicies>) =>
  withExternalId(
    'approval_policies_external_id_key',
    db.insertInto('approval_policies').values(policy).returning(columns).executeTakeFirstOrThrow(),
  );

/** The policy, locked against other changes until the transaction ends. */
export const lock = (trx: Transaction<Database>, organizationId: number, id: string) =>
  trx
    .selectFrom('approval_policies')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Approval policy', 'policy_id'));

interface Revocation {
  readonly reason: string;
  readonly by: number;
  readonly at: Timestamp;
}

export const revoke = (trx: Transaction<Database>, id: string, { reason, by, at }: Revocation) =>
  trx
    .updateTable('approval_policies')
    .set({ revoked_at: at, revoked_reason: reason, revoked_by: by })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Disables the policy from this time; null enables it. */
export const setDisabled = (trx: Transaction<Database>, id: string, at: Timestamp | null) =>
  trx
    .updateTable('approval_policies')
    .set({ disabled_at: at })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The first key of these advisory locks; no other lock with two keys uses it. */
const proposalLock = 7_203_414;

/** Lets one proposal of the organization after another be counted. Take it before any row lock. */
export const lockProposals = (trx: Transaction<Database>, organizationId: number) =>
  sql`select pg_advisory_xact_lock(${proposalLock}, hashint8(${organizationId}))`.execute(trx);

/** The number of proposals that wait for an answer. */
/** Counts the proposals without an answer that are open at a time, or were made since an earlier one. */
export async function countUnanswered(
  db: Db,
  organizationId: number,
  { now, since }: { now: Timestamp; since: Timestamp },
): Promise<number> {
  const { unanswered } = await db
    .selectFrom('approval_policies')
    .select(({ fn }) => fn.countAll<number>().as('unanswered'))
    .where('organization_id', '=', organizationId)
    .where('approved_at', 'is', null)
    .where('declined_at', 'is', null)
    // None closes before it is made, so the index finds both.
    .where('proposal_closes_at', '>', since)
    .where((row) => row.or([row('proposal_closes_at', '>', now), row('proposed_at', '>', since)]))
    .executeTakeFirstOrThrow();
  return unanswered;
}

interface Answer {
  readonly by: number;
  readonly at: Timestamp;
}

export const accept = (trx: Transaction<Database>, id: string, { by, at }: Answer) =>
  trx
    .updateTable('approval_policies')
    .set({ approved_at: at, answered_by: by })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const decline = (
  trx: Transaction<Database>,
  id: string,
  { by, at, reason }: Answer & { readonly reason: string },
) =>
  trx
    .updateTable('approval_policies')
    .set({ declined_at: at, declined_reason: reason, answered_by: by })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export function listUses(db: Db, organizationId: number, policyId: string, query: PageQuery) {
  return db
    .selectFrom('approval_policy_uses')
    .select([
      'id',
      'policy_id',
      'action_type',
      'api_key_id',
      'subject_type',
      'subject_id',
      'created_at',
    ])
    .where('organization_id', '=', organizationId)
    .where('policy_id', '=', policyId)
    .$call(newestFirst(query))
    .execute();
}

export type PolicyRow = Awaited<ReturnType<typeof get>>;
