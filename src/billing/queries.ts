import { sql, type Updateable } from 'kysely';
import type { CatalogEntries, KnowledgeBasePricing } from '../../generated/database.ts';
import type { Db } from '../db/connect.ts';
import { idAfter, type PageQuery, rowsFor } from '../db/page.ts';
import { notFound } from '../errors.ts';
import type { Moment } from '../moment.ts';

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

/** The catalog is the platform's: it has no organization. */
export function listEntries(db: Db, query: PageQuery, which: { readonly onlyActive: boolean }) {
  const after = idAfter(query);
  return db
    .selectFrom('catalog_entries')
    .select(entryColumns)
    .$if(which.onlyActive, (rows) => rows.where('active', '=', true))
    .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute();
}

export const getEntry = (db: Db, id: number) =>
  db
    .selectFrom('catalog_entries')
    .select(entryColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Catalog entry'));

type EntryChanges = Pick<
  Updateable<CatalogEntries>,
  'name' | 'payments_price_id' | 'tokens' | 'active' | 'sort_order'
>;

/** Writes the given columns, and the time only if one of them becomes another. */
export async function updateEntry(db: Db, id: number, changes: EntryChanges, now: Moment) {
  if (Object.keys(changes).length === 0) return getEntry(db, id);
  const changed = await db
    .updateTable('catalog_entries')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .where(differs(changes))
    .returning(entryColumns)
    .executeTakeFirst();
  return changed ?? getEntry(db, id);
}

const priceColumns = ['embedding_usd_per_1m_tokens', 'storage_usd_per_mb_month'] as const;

export const getPricing = (db: Db) =>
  db.selectFrom('knowledge_base_pricing').select(priceColumns).executeTakeFirstOrThrow();

type PriceChanges = Pick<Updateable<KnowledgeBasePricing>, (typeof priceColumns)[number]>;

/** Writes the given prices, and the time only if one of them becomes another. */
export async function updatePricing(db: Db, changes: PriceChanges, now: Moment) {
  if (Object.keys(changes).length === 0) return getPricing(db);
  const changed = await db
    .updateTable('knowledge_base_pricing')
    .set({ ...changes, updated_at: now })
    .where(differs(changes))
    .returning(priceColumns)
    .executeTakeFirst();
  return changed ?? getPricing(db);
}

/** Whether the row holds another value than one of those; null counts as a value. */
function differs(values: object) {
  const columns = Object.keys(values).map((name) => sql.ref(name));
  return sql<boolean>`row(${sql.join(columns)}) is distinct from row(${sql.join(Object.values(values))})`;
}

export type PricingRow = Awaited<ReturnType<typeof getPricing>>;
