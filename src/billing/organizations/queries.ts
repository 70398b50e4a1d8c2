import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { OrganizationStatus } from './rules.ts';

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

const isSuspended = (isIt: boolean) =>
  isIt ? sql<boolean>`suspended_at is not null` : sql<boolean>`suspended_at is null`;

export const list = (db: Db, { status, name, email, ...page }: Filter) =>
  rows(db)
    .$if(status !== undefined, (all) => all.where(isSuspended(status === 'suspended')))
    .$if(name !== undefined, (all) =>
      all.where(sql<boolean>`strpos(lower(organization.name), lower(${name})) > 0`),
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
