import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';

/** A catalog with every kind, a withdrawn entry and one without a price; and prices of knowledge bases. */
export async function seedBilling(trx: Transaction<Database>, now: Timestamp): Promise<void> {
  const priced = (key: string) => ({
    key,
    payments_price_id: `price_demo_${key}`,
    created_at: now,
    updated_at: now,
  });
  await trx
    .insertInto('catalog_entries')
    .values([
      {
        ...priced('tokens_1k'),
        kind: 'token_pack',
        name: '1,000 tokens',
        tokens: 1000,
        sort_order: 10,
      },
      {
        ...priced('tokens_10k'),
        kind: 'token_pack',
        name: '10,000 tokens',
        tokens: 10_000,
        sort_order: 20,
      },
      {
        ...priced('tokens_100k'),
        kind: 'token_pack',
        name: '100,000 tokens',
        tokens: 100_000,
        sort_order: 30,
      },
      {
        ...priced('tokens_launch_offer'),
        kind: 'token_pack',
        name: 'Launch offer, 25,000 tokens',
        tokens: 25_000,
        active: false,
        sort_order: 90,
      },
      {
        ...priced('starter'),
        kind: 'subscription',
        name: 'Starter',
        tokens: 5000,
        sort_order: 110,
      },
      { ...priced('team'), kind: 'subscription', name: 'Team', tokens: 50_000, sort_order: 120 },
      {
        ...priced('extra_number'),
        kind: 'addon',
        name: 'Additional phone number',
        tokens: 0,
        sort_order: 210,
      },
      {
        ...priced('hd_voices'),
        kind: 'addon',
        name: 'Studio voices',
        tokens: 2000,
        sort_order: 220,
        payments_price_id: null,
      },
    ])
    .execute();
  await trx
    .updateTable('knowledge_base_pricing')
    .set({ embedding_usd_per_1m_tokens: 0.13, storage_usd_per_mb_month: 0.0025, updated_at: now })
    .execute();
}
