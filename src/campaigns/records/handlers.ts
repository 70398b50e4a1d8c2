import { recordExport } from '../../audit/actions.ts';
import { firstBatch } from '../../db/batches.ts';
import { limitOf, pageUpTo } from '../../db/page.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { filtersOf } from '../../time/period-filter.ts';
import { list } from '../../workflows/runs/list-queries.ts';
import { attemptsOf } from '../../workflows/runs/attempt-queries.ts';
import { read } from '../lock-queries.ts';
import { holdOf } from './holding.ts';
import * as records from './queries.ts';
import { report } from './report.ts';

export const campaignRecords = {
  async listCampaignContacts({ params, query, caller }, app) {
    await records.sourceColumns(app.db, caller.organization_id, params.campaign_id);
    const weighed = await records.weighContacts(app.db, params.campaign_id, query);
    const batch = firstBatch(weighed.slice(0, limitOf(query)));
    const rowNumbers = batch.map(({ row_number }) => row_number);
    const rows = await records.listContacts(app.db, params.campaign_id, rowNumbers);
    const inOrder = rows.map((contact) => ({ id: contact.row_number, contact }));
    return pageUpTo(inOrder, weighed.length > batch.length, ({ contact }) => contact);
  },

  async getCampaignContact({ params, caller }, app) {
    const { organization_id } = caller;
    const { campaign_id, contact_id } = params;
    const now = app.now();
    const campaign = await read(app.db, organization_id, campaign_id);
    const contact = await records.getContact(app.db, campaign_id, contact_id);
    const held = { campaign, contact, slots: app.calls.slots, now };
    return {
      ...contact,
      held_by: await holdOf(app.db, held),
      runs: await attemptsOf(app.db, organization_id, contact_id),
    };
  },

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
} satisfies HandlersFor<
  'listCampaignContacts' | 'getCampaignContact' | 'listCampaignRuns' | 'getCampaignReport'
>;
