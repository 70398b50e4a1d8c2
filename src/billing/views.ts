import type { components } from '../../generated/api.ts';
import type { PricingRow } from './queries.ts';

/** The database's decimals as numbers: with their 15 digits at most they come through unchanged. */
export const knowledgeBasePricing = (
  row: PricingRow,
): components['schemas']['KnowledgeBasePricing'] => ({
  embedding_usd_per_1m_tokens: Number(row.embedding_usd_per_1m_tokens),
  storage_usd_per_mb_month: Number(row.storage_usd_per_mb_month),
});
