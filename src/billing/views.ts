import type { components } from '../../generated/api.ts';
import { type Revised, revisedBy, tagged } from '../http/etag.ts';
import type { CatalogEntryRow, PricingRow } from './queries.ts';

export const catalogEntry = (row: CatalogEntryRow): components['schemas']['CatalogEntry'] => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  name: row.name,
  tokens: row.tokens,
  active: row.active,
  sort_order: row.sort_order,
  payments_price_id: row.payments_price_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** The database's decimals as numbers. They have at most 15 digits, so the conversion is exact. */
export const knowledgeBasePricing = (
  row: PricingRow,
): components['schemas']['KnowledgeBasePricing'] => ({
  embedding_usd_per_1m_tokens: Number(row.embedding_usd_per_1m_tokens),
  storage_usd_per_mb_month: Number(row.storage_usd_per_mb_month),
});

type Pricing = components['schemas']['KnowledgeBasePricing'];

export const revised = (pricing: Pricing): Revised => revisedBy('platform', pricing);

export const shown = (pricing: Pricing) => tagged(pricing, revised(pricing));
