import type { components } from '../../../generated/api.ts';
import type { App } from '../../app.ts';
import type { Some } from '../../http/contract.ts';
import { noSchedule } from '../rules.ts';
import * as queries from './queries.ts';
import { isOver, preview } from './rules.ts';
import { campaignProgress } from './views.ts';

type Progress = components['schemas']['CampaignProgress'];

export const campaignProgresses = {
  async previewCampaign({ params, caller }, app) {
    const { organization_id } = caller;
    const campaign = await queries.settings(app.db, organization_id, params.campaign_id);
    const now = app.now();
    const wanted = { organizationId: organization_id, now };
    const zones =
      campaign.state === 'created'
        ? await queries.sourceByZone(app.db, campaign.source_id, wanted)
        : await queries.openByZone(app.db, campaign.id, wanted);
    return {
      campaign_id: campaign.id,
      state: campaign.state,
      ...preview(zones, campaign.schedule_config ?? noSchedule, now),
      at: now,
    };
  },

  async getCampaignProgress({ params, caller }, app) {
    return progressOf(app, caller.organization_id, params.campaign_id);
  },

  async streamCampaignProgress({ params, caller, signal }, app) {
    const { organization_id } = caller;
    const first = await progressOf(app, organization_id, params.campaign_id);
    return events(first, signal, () => progressOf(app, organization_id, params.campaign_id));
  },
} satisfies Some<'previewCampaign' | 'getCampaignProgress' | 'streamCampaignProgress'>;

const progressOf = async (app: App, organizationId: number, id: number): Promise<Progress> =>
  campaignProgress(await queries.get(app.db, organizationId, id), app.now());

/** At most two a second. */
const pauseMs = 500;

/** The progress whenever it has changed, until the campaign is over or nobody listens. */
async function* events(first: Progress, signal: AbortSignal, look: () => Promise<Progress>) {
  let [progress, told, number] = [first, '', 0];
  while (!signal.aborted) {
    const { at: _, ...counts } = progress;
    const over = isOver(progress);
    if (over || JSON.stringify(counts) !== told) {
      told = JSON.stringify(counts);
      const event = over ? ('complete' as const) : ('progress' as const);
      yield { id: String(++number), event, data: progress };
    }
    if (over) return;
    await pause(signal);
    progress = await look();
  }
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(end, pauseMs);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    }
    signal.addEventListener('abort', end);
  });
