import { asChange, makeChange } from '../audit/actions.ts';
import { pageOf } from '../db/page.ts';
import { InvalidRequest, type Fault } from '../errors.ts';
import { tagged, type Revised, revisedBy } from '../http/etag.ts';
import type { HandlersFor } from '../http/contract.ts';
import type { BillingApp } from './context.ts';
import * as queries from './queries.ts';
import type { components } from '../../generated/api.ts';
import type { CatalogEntryRow, PricingRow } from './queries.ts';

const catalogEntry = (row: CatalogEntryRow): components['schemas']['CatalogEntry'] => ({
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
const knowledgeBasePricing = (row: PricingRow): components['schemas']['KnowledgeBasePricing'] => ({
  embedding_usd_per_1m_tokens: Number(row.embedding_usd_per_1m_tokens),
  storage_usd_per_mb_month: Number(row.storage_usd_per_mb_month),
});

type Pricing = components['schemas']['KnowledgeBasePricing'];

const revised = (pricing: Pricing): Revised => revisedBy('platform', pricing);

const shown = (pricing: Pricing) => tagged(pricing, revised(pricing));

const decimals = 6;

/** A fault for each price with more decimals than are stored: a price is never rounded. */
export const tooFine = (prices: Readonly<Record<string, number>>): Fault[] =>
  Object.entries(prices)
    .filter(([, price]) => Number(price.toFixed(decimals)) !== price)
    .map(([name, price]) => ({
      loc: ['body', name],
      msg: `Must have at most ${decimals} decimal places.`,
      type: 'value_error',
      input: price,
      ctx: { decimal_places: decimals },
    }));

export const billing = {
  async listCatalogEntriesAsAdmin({ query }, app) {
    const rows = await queries.listEntries(app.db, query, { onlyActive: false });
    return pageOf(rows, query);
  },

  async getCatalogEntry({ params }, app) {
    const row = await queries.getEntry(app.db, params.entry_id);
    return tagged(catalogEntry(row), row);
  },

  createCatalogEntry: asChange(async ({ trx, body, at, record }) => {
    const times = { created_at: at, updated_at: at };
    const row = await queries.insertEntry(trx, { ...body, ...times });
    const after = catalogEntry(row);
    await record('catalog_entry.created', after.id, { organization_id: null, after });
    return tagged(after, row);
  }),

  updateCatalogEntry: asChange(async ({ trx, params, body, at, mustMatch, record }) => {
    const locked = await queries.lockEntry(trx, params.entry_id);
    mustMatch(locked);
    const row = await queries.updateEntry(trx, params.entry_id, body, at);
    const [before, after] = [catalogEntry(locked), catalogEntry(row)];
    await record('catalog_entry.updated', after.id, { organization_id: null, before, after });
    return tagged(after, row);
  }),

  async listCatalogEntries({ query }, app) {
    const rows = await queries.listEntries(app.db, query, { onlyActive: true });
    return pageOf(rows, query);
  },

  async getKnowledgeBasePricing(_call, app) {
    return shown(knowledgeBasePricing(await queries.getPricing(app.db)));
  },

  async updateKnowledgeBasePricing({ body, ...call }, app) {
    const faults = tooFine(body);
    if (faults.length > 0) throw new InvalidRequest(faults);
    return makeChange(call, app, async ({ trx, at, mustMatch, record }) => {
      const before = knowledgeBasePricing(await queries.lockPricing(trx));
      mustMatch(revised(before));
      const after = knowledgeBasePricing(await queries.updatePricing(trx, body, at));
      const change = { organization_id: null, before, after };
      await record('knowledge_base_pricing.updated', 'platform', change);
      return shown(after);
    });
  },
} satisfies HandlersFor<
  | 'listCatalogEntriesAsAdmin'
  | 'createCatalogEntry'
  | 'getCatalogEntry'
  | 'updateCatalogEntry'
  | 'listCatalogEntries'
  | 'getKnowledgeBasePricing'
  | 'updateKnowledgeBasePricing',
  BillingApp
>;
