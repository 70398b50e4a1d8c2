import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { CatalogEntries } from '../../generated/database.ts';
import type { Member } from '../support/organizations.ts';

/** When the tests' entries were created and last changed. */
export const longAgo = '2025-03-04T05:06:07.089Z';

/** Inserts a catalog entry. Default: an active token pack with a price, created long ago. */
export async function givenEntry(
  { server }: Member,
  options: Partial<Insertable<CatalogEntries>> = {},
): Promise<number> {
  const { id } = await server.app.db
    .insertInto('catalog_entries')
    .values({
      kind: 'token_pack',
      key: `tokens_${randomBytes(6).toString('hex')}`,
      name: '10,000 tokens',
      tokens: 10_000,
      sort_order: 20,
      payments_price_id: 'price_tokens_10k',
      created_at: longAgo,
      updated_at: longAgo,
      ...options,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Pricing {
  readonly embedding_usd_per_1m_tokens: number;
  readonly storage_usd_per_mb_month: number;
}

/** Sets the platform's prices of knowledge bases, last changed long ago. */
export async function givenPricing({ server }: Member, prices: Pricing): Promise<void> {
  await server.app.db
    .updateTable('knowledge_base_pricing')
    .set({ ...prices, updated_at: longAgo })
    .execute();
}
