import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import type { CatalogEntries, KnowledgeBasePricing } from '../../generated/database.ts';
import type { Database, Db } from '../db/connect.ts';
import { newestFirst, type PageQuery } from '../db/page.ts';
import { conflict, notFound } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';

const entryColumns = [
  'id',
  'kind',
  'key',
  'name',
  'tokens',
  'active',
  'sort_order',
  'payments_price_id',
  'created_at',
  'updated_at',
] as const;

/** Includes the revision, for the ETag of a single entry. */
const revisedColumns = [...entryColumns, 'revision'] as const;

/** The catalog belongs to the platform, not to an organization. */
export function listEntries(db: Db, query: PageQuery, which: { readonly onlyActive: boolean }) {
  return db
    .selectFrom('catalog_entries')
    .select(entryColumns)
    .$if(which.onlyActive, (rows) => rows.where('active', '=', true))
    .$call(newestFirst(query))
    .execute();
}

export const getEntry = (db: Db, id: number) =>
  db
    .selectFrom('catalog_entries')
    .select(revisedColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Catalog entry', 'entry_id'));

/** The entry, locked against other changes until the transaction ends. */
export const lockEntry = (trx: Transaction<Database>, id: number) =>
  trx
    .selectFrom('catalog_entries')
    .select(revisedColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Catalog entry', 'entry_id'));

/** Throws `catalog_entry_exists` if an entry of this kind and key exists, even one created concurrently. */
export async function insertEntry(trx: Transaction<Database>, entry: Insertable<CatalogEntries>) {
  const inserted = await trx
    .insertInto('catalog_entries')
    .values(entry)
    .onConflict((on) => on.columns(['kind', 'key']).doNothing())
    .returning(revisedColumns)
    .executeTakeFirst();
  if (inserted) return inserted;
  throw conflict(
    'catalog_entry_exists',
    `A ${entry.kind} with the key ${entry.key} already exists. Update that entry or choose another key.`,
    { param: 'key' },
  );
}

type EntryChanges = Pick<
  Updateable<CatalogEntries>,
  'name' | 'payments_price_id' | 'tokens' | 'active' | 'sort_order'
>;

/** Writes the given columns; updates the time and the revision only if a value changes. */
export async function updateEntry(
  trx: Transaction<Database>,
  id: number,
  changes: EntryChanges,
  now: Timestamp,
) {
  if (Object.keys(changes).length === 0) return getEntry(trx, id);
  const changed = await trx
    .updateTable('catalog_entries')
    .set((eb) => ({ ...changes, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where(differs(changes))
    .returning(revisedColumns)
    .executeTakeFirst();
  return changed ?? getEntry(trx, id);
}

const priceColumns = ['embedding_usd_per_1m_tokens', 'storage_usd_per_mb_month'] as const;

export const getPricing = (db: Db) =>
  db.selectFrom('knowledge_base_pricing').select(priceColumns).executeTakeFirstOrThrow();

/** The pricing, locked against other changes until the transaction ends. */
export const lockPricing = (trx: Transaction<Database>) =>
  trx
    .selectFrom('knowledge_base_pricing')
    .select(priceColumns)
    .forUpdate()
    .executeTakeFirstOrThrow();

type PriceChanges = Pick<Updateable<KnowledgeBasePricing>, (typeof priceColumns)[number]>;

/** Writes the given prices; updates the time only if a price changes. */
export async function updatePricing(
  trx: Transaction<Database>,
  changes: PriceChanges,
  now: Timestamp,
) {
  if (Object.keys(changes).length === 0) return getPricing(trx);
  const changed = await trx
    .updateTable('knowledge_base_pricing')
    .set({ ...changes, updated_at: now })
    .where(differs(changes))
    .returning(priceColumns)
    .executeTakeFirst();
  return changed ?? getPricing(trx);
}

/** Whether the row differs in any of the values; null counts as a value. */
function differs(values: object) {
  const columns = Object.keys(values).map((name) => sql.ref(name));
  return sql<boolean>`row(${sql.join(columns)}) is distinct from row(${sql.join(Object.values(values))})`;
}

export type CatalogEntryRow = Awaited<ReturnType<typeof getEntry>>;
export type PricingRow = Awaited<ReturnType<typeof getPricing>>;
