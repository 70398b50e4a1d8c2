import { attemptsOf } from '../../workflows/runs/queries.ts';
import type { CampaignsApp } from '../context.ts';
import { read } from '../lock-queries.ts';
import { holdOf } from './holding.ts';
import { getContact } from './queries.ts';
import { campaignContact } from './views.ts';

interface Key {
  readonly organization_id: number;
  readonly campaign_id: number;
  readonly contact_id: number;
}

/** A contact with the rule that keeps it from being called now, and with its runs. */
export async function detailOf(
  { db, now, calls }: Pick<CampaignsApp, 'db' | 'now' | 'calls'>,
  { organization_id, campaign_id, contact_id }: Key,
) {
  const campaign = await read(db, organization_id, campaign_id);
  const contact = await getContact(db, campaign_id, contact_id);
  const held = { campaign, contact, slots: calls.slots, now: now() };
  return {
    ...campaignContact(contact),
    held_by: await holdOf(db, held),
    runs: await attemptsOf(db, organization_id, contact_id),
  };
}
