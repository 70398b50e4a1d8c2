import { makeChange } from '../../audit/actions.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { filtersOf } from '../../time/period-filter.ts';
import { list } from '../../workflows/runs/list-queries.ts';
import type { CampaignsApp } from '../context.ts';
import * as records from './queries.ts';
import { report } from './report.ts';

export const campaignRecords = {
  async listCampaignRuns({ params, query, caller }, app) {
    const { organization_id } = caller;
    await records.sourceColumns(app.db, organization_id, params.campaign_id);
    return list(app.db, { ...filtersOf(query), organization_id, ...params });
  },

  async getCampaignReport({ params, ...call }, app) {
    const { organization_id } = call.caller;
    const { campaign_id } = params;
    const columns = await records.sourceColumns(app.db, organization_id, campaign_id);
    await makeChange(call, app, ({ record }) =>
      record('campaign.report_exported', campaign_id, { after: {} }),
    );
    return report(app.reads, { organization_id, campaign_id }, columns);
  },
} satisfies HandlersFor<'listCampaignRuns' | 'getCampaignReport', CampaignsApp>;
