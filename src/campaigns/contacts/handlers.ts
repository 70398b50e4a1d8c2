import { firstBatch } from '../../db/batches.ts';
import { cursorAt, limitOf } from '../../db/page.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { tagged } from '../../http/etag.ts';
import type { CampaignsApp } from '../context.ts';
import { read } from '../lock-queries.ts';
import { add, mustBeOpen, refuseFaults, validIn } from './actions.ts';
import * as additions from './addition-queries.ts';
import { copiedToRow } from './copy-queries.ts';
import { detailOf } from './detail.ts';
import * as contacts from './queries.ts';
import { withoutExisting, type Read, withoutRepeated } from './rules.ts';
import { campaignContact, revised } from './views.ts';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { isZone } from '../../time/zone-rules.ts';
import { toE164 } from '../../telephony/numbers.ts';
import { objectOf } from '../sources/row-rules.ts';

/** After this many contacts, about a millisecond of work, other requests get a turn. */
const contactsInARow = 100;

/** Checks the contacts of a request as those of a JSON source. Their row is their index. */
async function readSent(contacts: readonly unknown[]): Promise<Read[]> {
  const read: Read[] = [];
  for (const [index, contact] of contacts.entries()) {
    if (index > 0 && index % contactsInARow === 0) await othersTurn();
    read.push(objectOf({ toE164, isZone }, contact, index));
  }
  return withoutRepeated(read);
}

export const campaignContacts = {
  async listCampaignContacts({ params, query, caller }, app) {
    const lastRow = await copiedToRow(app.db, caller.organization_id, params.campaign_id);
    const weighed = await contacts.weighContacts(app.db, params.campaign_id, { ...query, lastRow });
    const batch = firstBatch(weighed.slice(0, limitOf(query)));
    const rowNumbers = batch.map(({ row_number }) => row_number);
    const rows = await contacts.listContacts(app.db, params.campaign_id, rowNumbers);
    const last =
      weighed.length > batch.length
        ? rows.at(-1)?.row_number
        : contacts.endOfCopied(query, lastRow);
    return {
      items: rows.map(campaignContact),
      next_cursor: cursorAt(last === undefined ? last : [last]),
    };
  },

  async getCampaignContact({ params, caller }, app) {
    const contact = await detailOf(app, { ...params, organization_id: caller.organization_id });
    return tagged(contact, revised(contact));
  },

  async addCampaignContacts({ params, query, body, caller, requestId }, app) {
    const { organization_id } = caller;
    const campaign = await read(app.db, organization_id, params.campaign_id);
    mustBeOpen(campaign);
    const skip = query.on_invalid === 'skip';
    const sent = await readSent(body.contacts);
    const valid = validIn(sent);
    const inSource = await additions.rowsOfSource(app.db, campaign.source_id, valid);
    const added = await additions.rowsAdded(app.db, campaign.id, valid);
    const contacts = withoutExisting(withoutExisting(sent, inSource), added);
    if (!skip) refuseFaults(contacts);
    const sourceColumns = await additions.columnsOfSource(app.db, campaign.source_id);
    const request = { caller, requestId, contacts, sourceColumns, skip, now: app.now() };
    return app.db
      .transaction()
      .execute((trx) => add(trx, app.jobs, { ...request, campaign_id: campaign.id }));
  },
} satisfies HandlersFor<
  'listCampaignContacts' | 'getCampaignContact' | 'addCampaignContacts',
  CampaignsApp
>;
