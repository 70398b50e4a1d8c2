import { type Insertable, type NotNull, type SelectType, sql, type Transaction } from 'kysely';
import type { ApprovalPolicies } from '../../../generated/database.ts';
import { withExternalId } from '../../db/client-data.ts';
import { lockKey } from '../../db/advisory-locks.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { RequestStatus } from './rules.ts';
import { termColumns } from '../terms.ts';

const columns = [
  ...termColumns,
  'id',
  'created_at',
  'proposed_by_key',
  'proposal_reason',
  'proposal_closes_at',
  'approved_at',
  'declined_at',
  'declined_reason',
  'withdrawn_at',
  'answered_by',
] as const;

/** Columns that every request has. */
interface Requested {
  proposal_reason: NotNull;
  proposal_closes_at: NotNull;
}

/** The requests that a caller may see. */
export interface Owner {
  readonly organization_id: number;
  /** The connector whose requests these are; null for all. */
  readonly connector_name: string | null;
}

const requestsOf = (db: Db, { organization_id, connector_name }: Owner) =>
  db
    .selectFrom('approval_policies')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .where('proposed_at', 'is not', null)
    .$if(connector_name !== null, (rows) => rows.where('connector_name', '=', connector_name!))
    .$narrowType<Requested>();

/** The status as `statusOf` computes it, in SQL for filters. */
const statusAt = (now: Timestamp) => sql<RequestStatus>`case
  when approved_at is not null then 'accepted'
  when declined_at is not null then 'declined'
  when withdrawn_at is not null then 'withdrawn'
  when proposal_closes_at > ${now} then 'pending'
  else 'expired' end`;

export function list(
  db: Db,
  owner: Owner,
  query: PageQuery & { readonly status?: RequestStatus },
  now: Timestamp,
) {
  const { status } = query;
  return requestsOf(db, owner)
    .$if(status !== undefined, (rows) => rows.where(statusAt(now), '=', status!))
    .$call(newestFirst(query, { after: uuidAfter(query) }))
    .execute();
}

export const get = (db: Db, owner: Owner, id: string) =>
  requestsOf(db, owner).where('id', '=', id).executeTakeFirstOrThrow(missing);

/** The request, locked against other changes until the transaction ends. */
export const lock = (trx: Transaction<Database>, owner: Owner, id: string) =>
  requestsOf(trx, owner).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(missing);

const missing = () => notFound('Approval request', 'approval_request_id');

export const insert = (db: Db, request: Insertable<ApprovalPolicies>) =>
  withExternalId(
    'approval_policies_external_id_key',
    db
      .insertInto('approval_policies')
      .values(request)
      .returning(columns)
      .$narrowType<Requested>()
      .executeTakeFirstOrThrow(),
  );

/** What an answer changes. */
export type Answered = Partial<
  Pick<
    { [column in keyof ApprovalPolicies]: SelectType<ApprovalPolicies[column]> },
    | 'approved_at'
    | 'declined_at'
    | 'declined_reason'
    | 'answered_by'
    | 'withdrawn_at'
    | 'proposal_closes_at'
  >
>;

export const update = (trx: Transaction<Database>, id: string, answered: Answered) =>
  trx
    .updateTable('approval_policies')
    .set(answered)
    .where('id', '=', id)
    .returning(columns)
    .$narrowType<Requested>()
    .executeTakeFirstOrThrow();

/** Lets one request of the organization after another be counted. Take it before any row lock. */
export const lockCount = (trx: Transaction<Database>, organizationId: number) =>
  sql`select pg_advisory_xact_lock(${lockKey('approvalRequests')}, hashint8(${organizationId}))`.execute(
    trx,
  );

/** Counts the requests without an answer that are open at a time, or were made since an earlier one. */
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

export type RequestRow = Awaited<ReturnType<typeof get>>;
