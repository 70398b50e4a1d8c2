import { conflict } from '../../errors.ts';
import { mustMatch } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { record } from '../audit.ts';
import { type CampaignRow, lock } from '../lock-queries.ts';
import { isOver } from '../rules.ts';
import { setDeleted } from './queries.ts';

export const campaignDeletions = {
  async deleteCampaign({ params, headers, caller, requestId }, app) {
    const cause = { caller, requestId, at: app.now() };
    await app.db.transaction().execute(async (trx) => {
      const campaign = await lock(trx, caller.organization_id, params.campaign_id);
      mustMatch(headers['if-match'], campaign);
      if (!isOver(campaign)) throw notOver(campaign);
      await setDeleted(trx, campaign, cause.at);
      const { id, name, state, workflow_id, total_rows } = campaign;
      const before = { name, state, workflow_id, total_rows };
      await record(trx, cause, { action: 'campaign.deleted', id, before, after: null });
    });
  },
} satisfies HandlersFor<'deleteCampaign'>;

const notOver = ({ state }: CampaignRow) =>
  conflict(
    'campaign_not_over',
    state === 'canceled'
      ? 'The campaign is canceled, and some of its calls or contacts are not finished yet. Try again soon.'
      : `The campaign is ${state}. Cancel it first.`,
    { state },
  );
