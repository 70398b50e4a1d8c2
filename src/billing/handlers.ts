import { pageOf } from '../db/page.ts';
import { InvalidRequest } from '../errors.ts';
import type { Some } from '../http/contract.ts';
import * as queries from './queries.ts';
import { tooFine } from './rules.ts';
import { knowledgeBasePricing } from './views.ts';

export const billing = {
  async listCatalogEntries({ query }, app) {
    const rows = await queries.listEntries(app.db, query, { onlyActive: false });
    return pageOf(rows, query, (row) => row);
  },

  getCatalogEntry: ({ params }, app) => queries.getEntry(app.db, params.entry_id),

  updateCatalogEntry: ({ params, body }, app) =>
    queries.updateEntry(app.db, params.entry_id, body, app.now()),

  async listActiveCatalogEntries({ query }, app) {
    const rows = await queries.listEntries(app.db, query, { onlyActive: true });
    return pageOf(rows, query, (row) => row);
  },

  async getKnowledgeBasePricing(_call, app) {
    return knowledgeBasePricing(await queries.getPricing(app.db));
  },

  async updateKnowledgeBasePricing({ body }, app) {
    const faults = tooFine(body);
    if (faults.length > 0) throw new InvalidRequest(faults);
    return knowledgeBasePricing(await queries.updatePricing(app.db, body, app.now()));
  },
} satisfies Some<
  | 'listCatalogEntries'
  | 'getCatalogEntry'
  | 'updateCatalogEntry'
  | 'listActiveCatalogEntries'
  | 'getKnowledgeBasePricing'
  | 'updateKnowledgeBasePricing'
>;
