import { recordExport } from '../../audit/actions.ts';
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

  async getCampaignReport({ params, caller, requestId }, app) {
    const { organization_id } = caller;
    const { campaign_id } = params;
    const columns = await records.sourceColumns(app.db, organization_id, campaign_id);
    const cause = { caller, requestId, at: app.now() };
    const subject = { organization_id, subject_id: campaign_id, after: {} };
    await recordExport(app.db, cause, { action: 'campaign.report_exported', ...subject });
    return report(app.reads, { organization_id, campaign_id }, columns);
  },
} satisfies HandlersFor<'listCampaignRuns' | 'getCampaignReport', CampaignsApp>;
