import { lockContact } from '../../../src/campaigns/contact-callbacks/queries.ts';
import * as claiming from '../../../src/campaigns/dialing/claim-queries.ts';
import * as contacts from '../../../src/campaigns/dialing/contact-queries.ts';
import * as campaignErasures from '../../../src/campaigns/erasures/queries.ts';
import * as campaigns from '../../../src/campaigns/lock-queries.ts';
import { removeOldContacts } from '../../../src/campaigns/retention-queries.ts';
import * as sources from '../../../src/campaigns/sources/stored-queries.ts';
import { getSource } from '../../../src/campaigns/write-queries.ts';
import type { Lock } from '../cases.ts';
import { now, past, uuid } from '../rows.ts';

const old = { organization_id: 1, before: now, now };

export const campaignLocks: readonly Lock[] = [
  {
    at: 'campaigns/contact-callbacks/queries.ts lockContact',
    rows: { campaign_contacts: {} },
    run: (trx) => lockContact(trx, 1, 1),
  },
  {
    at: 'campaigns/dialing/claim-queries.ts next',
    rows: { campaign_contacts: { state: 'waiting', due_at: past, timezone: 'UTC' } },
    run: (trx) =>
      claiming.next(trx, {
        campaign_id: 1,
        organization_id: 1,
        zones: ['UTC'],
        consent_purpose: null,
        limit: 1,
        now,
      }),
  },
  {
    at: 'campaigns/dialing/contact-queries.ts lockDialing',
    rows: { campaign_contacts: { state: 'dialing' } },
    run: (trx) => contacts.lockDialing(trx, [1]),
  },
  {
    at: 'campaigns/erasures/queries.ts lockCampaignsOf',
    rows: { campaigns: {}, campaign_sources: {} },
    run: (trx) => campaignErasures.lockCampaignsOf(trx, uuid),
  },
  {
    at: 'campaigns/erasures/queries.ts lockCampaignsOf',
    rows: { campaigns: {}, campaign_sources: {} },
    table: 'campaign_sources',
    run: (trx) => campaignErasures.lockCampaignsOf(trx, uuid),
  },
  {
    at: 'campaigns/erasures/queries.ts lockCampaigns',
    rows: { campaigns: {} },
    run: (trx) => campaignErasures.lockCampaigns(trx, [1]),
  },
  {
    at: 'campaigns/erasures/queries.ts lockIdle',
    rows: { campaign_contacts: {} },
    run: (trx) => campaignErasures.lockIdle(trx, [1]),
  },
  {
    at: 'campaigns/lock-queries.ts locked',
    rows: { campaigns: {} },
    run: (trx) => campaigns.lock(trx, 1, 1),
  },
  {
    at: 'campaigns/lock-queries.ts shareNamed',
    rows: { campaigns: {} },
    run: (trx) => campaigns.shareNamed(trx, 1, { name: 'x', id: undefined }),
  },
  {
    at: 'campaigns/retention-queries.ts lockOldCampaign',
    rows: {
      campaigns: { state: 'completed', completed_at: past, contacts_removed_at: past },
      campaign_contacts: {},
    },
    run: (trx) => removeOldContacts(trx, old),
  },
  {
    at: 'campaigns/sources/stored-queries.ts lock',
    rows: { campaign_sources: {} },
    run: (trx) => sources.lock(trx, 1, uuid),
  },
  {
    at: 'campaigns/write-queries.ts getSource',
    rows: { campaign_sources: {} },
    run: (trx) => getSource(trx, 1, uuid),
  },
];
