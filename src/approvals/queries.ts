import type { Transaction } from 'kysely';
import type { Database, Db } from '../db/connect.ts';
import { type PageQuery, rowsFor, uuidAfter } from '../db/page.ts';
import { notFound } from '../errors.ts';
import type { Moment } from '../moment.ts';

const columns = [
  'id',
  'connector_name',
  'action_type',
  'target_name',
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
] as const;

export function list(db: Db, organizationId: number, query: PageQuery) {
  const after = uuidAfter(query);
  return db
    .selectFrom('approval_policies')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute();
}

export const get = (db: Db, organizationId: number, id: string) =>
  db
    .selectFrom('approval_policies')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Approval policy'));

/** The policy, held against other changes until the transaction ends. */
export const lock = (trx: Transaction<Database>, organizationId: number, id: string) =>
  trx
    .selectFrom('approval_policies')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Approval policy'));

interface Revocation {
  readonly reason: string;
  readonly by: number;
  readonly at: Moment;
}

export const revoke = (trx: Transaction<Database>, id: string, { reason, by, at }: Revocation) =>
  trx
    .updateTable('approval_policies')
    .set({ revoked_at: at, revoked_reason: reason, revoked_by: by })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export type PolicyRow = Awaited<ReturnType<typeof get>>;
