import type { components } from '../../../generated/api.ts';
import type { CampaignsApp } from '../context.ts';
import { changesOf } from '../../fairness/changes.ts';
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
    const after = campaign.state === 'created' ? 0 : campaign.copied_to_row;
    const copied = await queries.openByZone(app.db, { id: campaign.id, after }, scope);
    const { source_id } = campaign;
    const zones =
      after === null
        ? copied
        : [...(await queries.sourceByZone(app.db, { source_id, after }, scope)), ...copied];
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

  async streamCampaignProgress({ params, headers, caller, signal }, app) {
    const { organization_id } = caller;
    const look = () => progressOf(app, organization_id, params.campaign_id);
    const name = `${organization_id}/${params.campaign_id}`;
    const looks = app.polls.campaigns.follow(name, { first: await look(), look, signal });
    return changesOf(looks, { lastEventId: headers['last-event-id'], show });
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

function show(progress: Progress) {
  const { at: _, ...state } = progress;
  const isLast = isFinished(progress);
  return {
    data: { event: isLast ? ('complete' as const) : ('progress' as const), ...progress },
    state,
    isLast,
  };
}
