import { type Insertable, type NotNull, sql, type Transaction } from 'kysely';
import type { ApprovalPolicies } from '../../generated/database.ts';
import { withExternalId } from '../db/client-data.ts';
import type { Database, Db } from '../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../db/page.ts';
import { notFound } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import type { PolicyStatus } from './rules.ts';
import { termColumns } from './terms.ts';

const columns = [
  ...termColumns,
  'id',
  'used_count',
  'created_at',
  'disabled_at',
  'revoked_at',
  'revoked_reason',
  'proposed_at',
  'approved_at',
] as const;

interface Approved {
  approved_at: NotNull;
}

/** The policies of an organization: rows without `approved_at` are approval requests, and authorize nothing. */
const policiesOf = (db: Db, organizationId: number) =>
  db
    .selectFrom('approval_policies')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('approved_at', 'is not', null)
    .$narrowType<Approved>();

interface PolicyFilter extends PageQuery {
  readonly status?: PolicyStatus;
  readonly action_type?: ApprovalPolicies['action_type'];
  readonly connector_name?: string;
  readonly external_id?: string;
}

/** The status as `statusOf` computes it, in SQL for filters. */
const statusAt = (now: Timestamp) => sql<PolicyStatus>`case
  when revoked_at is not null then 'revoked'
  when used_count >= max_uses then 'exhausted'
  when expires_at <= ${now} then 'expired'
  when disabled_at is not null then 'disabled'
  else 'active' end`;

export function list(db: Db, organizationId: number, query: PolicyFilter, now: Timestamp) {
  const { status, action_type, connector_name, external_id } = query;
  return policiesOf(db, organizationId)
    .$if(status !== undefined, (rows) => rows.where(statusAt(now), '=', status!))
    .$if(action_type !== undefined, (rows) => rows.where('action_type', '=', action_type!))
    .$if(connector_name !== undefined, (rows) => rows.where('connector_name', '=', connector_name!))
    .$if(external_id !== undefined, (rows) => rows.where('external_id', '=', external_id!))
    .$call(newestFirst(query, { after: uuidAfter(query) }))
    .execute();
}

export const get = (db: Db, organizationId: number, id: string) =>
  policiesOf(db, organizationId).where('id', '=', id).executeTakeFirstOrThrow(missing);

/** The policy, locked against other changes until the transaction ends. */
export const lock = (trx: Transaction<Database>, organizationId: number, id: string) =>
  policiesOf(trx, organizationId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(missing);

const missing = () => notFound('Approval policy', 'policy_id');

export const insert = (
  db: Db,
  policy: Insertable<ApprovalPolicies> & { readonly approved_at: Timestamp },
) =>
  withExternalId(
    'approval_policies_external_id_key',
    db
      .insertInto('approval_policies')
      .values(policy)
      .returning(columns)
      .$narrowType<Approved>()
      .executeTakeFirstOrThrow(),
  );

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
    .$narrowType<Approved>()
    .executeTakeFirstOrThrow();

/** Disables the policy from this time; null enables it. */
export const setDisabled = (trx: Transaction<Database>, id: string, at: Timestamp | null) =>
  trx
    .updateTable('approval_policies')
    .set({ disabled_at: at })
    .where('id', '=', id)
    .returning(columns)
    .$narrowType<Approved>()
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
