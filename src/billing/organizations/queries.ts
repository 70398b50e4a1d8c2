import { type NotNull, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { OrganizationStatus } from './rules.ts';
import { comparable } from '../../text-rules.ts';

type Trx = Transaction<Database>;

const missing = () => notFound('Organization', 'organization_id');

const rows = (db: Db) =>
  db
    .selectFrom('organizations as organization')
    .select([
      'organization.id',
      'organization.name',
      'organization.is_operator',
      'organization.suspended_at',
      'organization.suspension_reason',
      'organization.hang_up_calls',
      'organization.deleted_at',
      'organization.purged_at',
      'organization.created_at',
    ])
    .select(
      sql<number>`(
        select count(*) from users where organization_id = organization.id and removed_at is null
      )`.as('member_count'),
    )
    .select(
      sql<number>`(select count(*) from live_calls where organization_id = organization.id)`.as(
        'calls_in_progress',
      ),
    );

export type OrganizationRow = Awaited<ReturnType<typeof get>>;

interface Filter extends PageQuery {
  readonly status?: OrganizationStatus;
  readonly name?: string;
  readonly email?: string;
}

const has: Readonly<Record<OrganizationStatus, RawBuilder<boolean>>> = {
  active: sql`suspended_at is null and deleted_at is null`,
  suspended: sql`suspended_at is not null and deleted_at is null`,
  deleted: sql`deleted_at is not null`,
};

export const list = (db: Db, { status, name, email, ...page }: Filter) =>
  rows(db)
    .$if(status !== undefined, (all) => all.where(has[status!]))
    .$if(name !== undefined, (all) =>
      all.where(
        sql<boolean>`strpos(lower(normalize(organization.name, NFC)), lower(${comparable(name!)})) > 0`,
      ),
    )
    .$if(email !== undefined, (all) =>
      all.where('organization.id', 'in', (eb) =>
        eb
          .selectFrom('users')
          .select('organization_id')
          .where(sql`lower(email)`, '=', sql<string>`lower(${email})`),
      ),
    )
    .$call(newestFirst(page, { column: 'organization.id' }))
    .execute();

export const get = (db: Db, id: number) =>
  rows(db).where('organization.id', '=', id).executeTakeFirstOrThrow(missing);

/** The organization, locked against other changes, and against calls that begin, until the transaction ends. */
export const lock = (trx: Trx, id: number) =>
  rows(trx)
    .select(
      sql<boolean>`exists (
        select 1 from users where organization_id = organization.id and is_super_admin
      )`.as('has_super_admin'),
    )
    .where('organization.id', '=', id)
    .forNoKeyUpdate('organization')
    .executeTakeFirstOrThrow(missing);

interface Suspending {
  readonly reason: string;
  readonly hang_up_calls: boolean;
  readonly now: Timestamp;
}

/** Suspends a locked organization; one that is suspended keeps its reason and time. */
export const suspend = (trx: Trx, id: number, { reason, hang_up_calls, now }: Suspending) =>
  trx
    .updateTable('organizations')
    .set({
      suspended_at: sql<Timestamp>`coalesce(suspended_at, ${now})`,
      suspension_reason: sql<string>`coalesce(suspension_reason, ${reason})`,
      hang_up_calls: sql<boolean>`hang_up_calls or ${hang_up_calls}`,
    })
    .where('id', '=', id)
    .execute();

export const resume = (trx: Trx, id: number) =>
  trx
    .updateTable('organizations')
    .set({ suspended_at: null, suspension_reason: null, hang_up_calls: false })
    .where('id', '=', id)
    .execute();

/** Marks a locked organization as deleted by an owner, or restores it with null. */
export const setDeleted = (trx: Trx, id: number, deleted_at: Timestamp | null) =>
  trx.updateTable('organizations').set({ deleted_at }).where('id', '=', id).execute();

interface Purging {
  readonly before: Timestamp;
  readonly now: Timestamp;
  readonly limit: number;
}

/**
 * Takes up the removal of some organizations that were deleted before a time, those first that waited longest, so that
 * one that fails delays no other. A suspended one waits for the operator.
 */
export const takeDeleted = (db: Db, { before, now, limit }: Purging) =>
  db
    .updateTable('organizations')
    .set({ purged_at: now })
    .where((eb) =>
      eb(
        'id',
        'in',
        eb
          .selectFrom('organizations')
          .select('id')
          .where('deleted_at', '<=', before)
          .where((or) => or.or([or('suspended_at', 'is', null), or('purged_at', 'is not', null)]))
          .orderBy(sql`coalesce(purged_at, deleted_at)`)
          .orderBy('id')
          .limit(limit)
          .forNoKeyUpdate(),
      ),
    )
    .returning(['id', 'deleted_at'])
    .$narrowType<{ deleted_at: NotNull }>()
    .execute();

/** False if there is none with this id. No row may refer to it. */
export async function remove(trx: Trx, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('organizations')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
