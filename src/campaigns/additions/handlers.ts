import type { HandlersFor } from '../../http/contract.ts';
import { read } from '../lock-queries.ts';
import { add, mustBeOpen, refuseFaults, validIn } from './actions.ts';
import * as additions from './queries.ts';
import { withoutExisting } from './rules.ts';
import { readSent } from './sent.ts';

export const campaignAdditions = {
  async addCampaignContacts({ params, query, body, caller, requestId }, app) {
    const { organization_id } = caller;
    const campaign = await read(app.db, organization_id, params.campaign_id);
    mustBeOpen(campaign);
    const skip = query.on_invalid === 'skip';
    const sent = await readSent(body.contacts);
    const numbers = validIn(sent).map(({ phone_number }) => phone_number);
    const inSource = await additions.rowsOfSource(app.db, campaign.source_id, numbers);
    const added = await additions.rowsAdded(app.db, campaign.id, numbers);
    const contacts = withoutExisting(withoutExisting(sent, inSource), added);
    if (!skip) refuseFaults(contacts);
    const sourceColumns = await additions.columnsOfSource(app.db, campaign.source_id);
    const request = { caller, requestId, contacts, sourceColumns, skip, now: app.now() };
    return app.db
      .transaction()
      .execute((trx) => add(trx, app.jobs, { ...request, campaign_id: campaign.id }));
  },
} satisfies HandlersFor<'addCampaignContacts'>;
