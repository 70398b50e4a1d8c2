import { pageOf } from '../db/page.ts';
import type { Some } from '../http/contract.ts';
import * as queries from './queries.ts';
import { campaign } from './views.ts';

export const campaigns = {
  async listCampaigns({ query, caller }, app) {
    return pageOf(await queries.list(app.db, caller.organization_id, query), query, campaign);
  },

  async getCampaign({ params, caller }, app) {
    return campaign(await queries.get(app.db, caller.organization_id, params.campaign_id));
  },
} satisfies Some<'listCampaigns' | 'getCampaign'>;
