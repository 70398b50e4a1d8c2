import { recordChange } from '../audit/actions.ts';
import { pageOf } from '../db/page.ts';
import { InvalidRequest } from '../errors.ts';
import { mustMatch, tagged } from '../http/etag.ts';
import type { HandlersFor } from '../http/contract.ts';
import type { BillingApp } from './context.ts';
import * as queries from './queries.ts';
import { tooFine } from './rules.ts';
import { catalogEntry, knowledgeBasePricing, revised, shown } from './views.ts';

const pricingSubject = { organization_id: null, subject_id: 'platform' };

export const billing = {
  async listCatalogEntriesAsAdmin({ query }, app) {
    const rows = await queries.listEntries(app.db, query, { onlyActive: false });
    return pageOf(rows, query);
  },

  async getCatalogEntry({ params }, app) {
    const row = await queries.getEntry(app.db, params.entry_id);
    return tagged(catalogEntry(row), row);
  },

  async createCatalogEntry({ body, caller, requestId }, app) {
    const cause = { caller, requestId, at: app.now() };
    const times = { created_at: cause.at, updated_at: cause.at };
    return app.db.transaction().execute(async (trx) => {
      const row = await queries.insertEntry(trx, { ...body, ...times });
      const after = catalogEntry(row);
      const subject = { organization_id: null, subject_id: after.id };
      await recordChange(trx, cause, {
        action: 'catalog_entry.created',
        ...subject,
        before: null,
        after,
      });
      return tagged(after, row);
    });
  },

  async updateCatalogEntry({ params, headers, body, caller, requestId }, app) {
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const locked = await queries.lockEntry(trx, params.entry_id);
      mustMatch(headers['if-match'], locked);
      const row = await queries.updateEntry(trx, params.entry_id, body, cause.at);
      const [before, after] = [catalogEntry(locked), catalogEntry(row)];
      const subject = { organization_id: null, subject_id: after.id };
      await recordChange(trx, cause, {
        action: 'catalog_entry.updated',
        ...subject,
        before,
        after,
      });
      return tagged(after, row);
    });
  },

  async listCatalogEntries({ query }, app) {
    const rows = await queries.listEntries(app.db, query, { onlyActive: true });
    return pageOf(rows, query);
  },

  async getKnowledgeBasePricing(_call, app) {
    return shown(knowledgeBasePricing(await queries.getPricing(app.db)));
  },

  async updateKnowledgeBasePricing({ headers, body, caller, requestId }, app) {
    const faults = tooFine(body);
    if (faults.length > 0) throw new InvalidRequest(faults);
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const before = knowledgeBasePricing(await queries.lockPricing(trx));
      mustMatch(headers['if-match'], revised(before));
      const after = knowledgeBasePricing(await queries.updatePricing(trx, body, cause.at));
      const action = 'knowledge_base_pricing.updated';
      await recordChange(trx, cause, { action, ...pricingSubject, before, after });
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
