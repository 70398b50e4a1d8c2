import { type Selectable, sql, type Transaction } from 'kysely';
import type { OrganizationRetention, RetentionWork } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { type Days, type Kind, kept } from './rules.ts';

export type RetentionRow = Selectable<OrganizationRetention>;

const ofOrganization = (db: Db, organizationId: number) =>
  db.selectFrom('organization_retention').selectAll().where('organization_id', '=', organizationId);

export async function get(db: Db, organization_id: number): Promise<RetentionRow> {
  const row = await ofOrganization(db, organization_id).executeTakeFirst();
  return row ?? { organization_id, ...kept, revision: 0, updated_at: null };
}

/** The settings, locked until the transaction ends. */
export async function lock(
  trx: Transaction<Database>,
  organization_id: number,
): Promise<RetentionRow> {
  await trx
    .insertInto('organization_retention')
    .values({ organization_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ofOrganization(trx, organization_id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Replaces the settings, which are locked. */
export const replace = (
  trx: Transaction<Database>,
  organizationId: number,
  settings: Days & { readonly updated_at: Timestamp },
) =>
  trx
    .updateTable('organization_retention')
    .set((eb) => ({ ...settings, revision: eb('revision', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Has the sweep begin with these kinds now. */
export const begin = (
  trx: Transaction<Database>,
  organization_id: number,
  { kinds, now }: { readonly kinds: readonly Kind[]; readonly now: Timestamp },
) =>
  kinds.length === 0
    ? undefined
    : trx
        .insertInto('retention_work')
        .values(kinds.map((kind) => ({ organization_id, kind, due_at: now })))
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'kind']).doUpdateSet({ due_at: now }),
        )
        .execute();

/** Has the sweep begin with these kinds for every organization that has no work of them yet. */
export const beginEverywhere = (db: Db, kinds: readonly Kind[], now: Timestamp) =>
  sql`
    insert into retention_work (organization_id, kind, due_at)
    select organizations.id, kind, ${now} from organizations, unnest(${[...kinds]}::text[]) as kind
    where not exists (
      select from retention_work as work where work.organization_id = organizations.id and work.kind = kind.kind)
    on conflict do nothing`.execute(db);

export type WorkRow = Selectable<RetentionWork>;

/** The work that has been due for longest, locked. Work that is not done is due again behind all others. */
export const takeDue = (trx: Transaction<Database>, now: Timestamp): Promise<WorkRow | undefined> =>
  trx
    .selectFrom('retention_work')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

type Change = Pick<WorkRow, 'due_at' | 'passed_at' | 'passed_id' | 'day' | 'removed'>;

/** Writes what a turn has done, and what is due again comes after all others. */
export const update = (
  trx: Transaction<Database>,
  { organization_id, kind }: WorkRow,
  change: Change,
) =>
  trx
    .updateTable('retention_work')
    .set(change)
    .where('organization_id', '=', organization_id)
    .where('kind', '=', kind)
    .execute();

export const remove = (trx: Transaction<Database>, { organization_id, kind }: WorkRow) =>
  trx
    .deleteFrom('retention_work')
    .where('organization_id', '=', organization_id)
    .where('kind', '=', kind)
    .execute();
