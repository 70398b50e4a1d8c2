import type { components } from '../../../generated/api.ts';
import type { CampaignsApp } from '../context.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { inForce } from '../../telephony/calling-hours/queries.ts';
import { hoursOfWorkflow } from '../../telephony/calling-hours/workflow-rules.ts';
import { noSchedule } from '../rules.ts';
import * as queries from './queries.ts';
import { isFinished, preview } from './rules.ts';
import { campaignProgress } from './views.ts';

type Progress = components['schemas']['CampaignProgress'];

export const campaignProgresses = {
  async previewCampaign({ params, caller }, app) {
    const { organization_id } = caller;
    const campaign = await queries.settings(app.db, organization_id, params.campaign_id);
    const now = app.now();
    const scope = {
      organizationId: organization_id,
      consentPurpose: campaign.consent_purpose,
      now,
    };
    const copied = await queries.openByZone(app.db, campaign.id, scope);
    const zones =
      campaign.state === 'created'
        ? [...(await queries.sourceByZone(app.db, campaign.source_id, scope)), ...copied]
        : copied;
    const hours = {
      schedule: campaign.schedule_config ?? noSchedule,
      organization: await inForce(app.db, organization_id),
      workflow: hoursOfWorkflow(campaign.calling_hours),
    };
    return {
      campaign_id: campaign.id,
      state: campaign.state,
      ...preview(zones, hours, now),
      at: now,
    };
  },

  async getCampaignProgress({ params, caller }, app) {
    return progressOf(app, caller.organization_id, params.campaign_id);
  },

  async streamCampaignProgress({ params, caller, signal }, app) {
    const { organization_id } = caller;
    const look = () => progressOf(app, organization_id, params.campaign_id);
    const first = await look();
    const name = `${organization_id}/${params.campaign_id}`;
    return events(first, app.polls.campaigns.follow(name, look, signal));
  },
} satisfies HandlersFor<
  'previewCampaign' | 'getCampaignProgress' | 'streamCampaignProgress',
  CampaignsApp
>;

const progressOf = async (
  app: CampaignsApp,
  organizationId: number,
  id: number,
): Promise<Progress> => campaignProgress(await queries.get(app.db, organizationId, id), app.now());

/** Polls are half a second apart, but a reader may join between two of them. */
const pauseMs = 475;

/** Yields the progress after each change, at most twice a second, until the campaign is finished. */
async function* events(first: Progress, looks: AsyncIterable<Progress>) {
  let [sent, sentAt, number] = ['', 0, 0];
  for await (const progress of startingWith(first, looks)) {
    const { at: _, ...rest } = progress;
    const counts = JSON.stringify(rest);
    // A change that comes too early is sent after the next poll.
    if (counts === sent || performance.now() - sentAt < pauseMs) continue;
    [sent, sentAt] = [counts, performance.now()];
    const over = isFinished(progress);
    const event = over ? ('complete' as const) : ('progress' as const);
    yield { id: String(++number), data: { event, ...progress } };
    if (over) return;
  }
}

async function* startingWith<T>(first: T, others: AsyncIterable<T>) {
  yield first;
  yield* others;
}
