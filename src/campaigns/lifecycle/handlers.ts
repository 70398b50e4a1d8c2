import type { OperationRequest, HandlersFor } from '../../http/contract.ts';
import { tagged } from '../../http/etag.ts';
import { invalid } from '../../errors.ts';
import { wake } from '../../webhooks/actions.ts';
import { untilAnswered } from '../../telephony/calls/index.ts';
import type { CampaignsApp } from '../context.ts';
import * as queries from '../queries.ts';
import { campaign } from '../views.ts';
import { endCanceled } from './ending.ts';
import {
  cancel,
  pause,
  redial,
  resume,
  scheduleStart,
  start,
  type TransitionRequest,
  unscheduleStart,
} from './actions.ts';
import { startTime, timeRule } from './rules.ts';

type TransitionId =
  | 'startCampaign'
  | 'scheduleCampaignStart'
  | 'cancelCampaignStart'
  | 'pauseCampaign'
  | 'resumeCampaign'
  | 'cancelCampaign'
  | 'redialCampaign';

export const campaignLifecycle = {
  async startCampaign(call, app) {
    await app.db.transaction().execute((trx) => start(trx, app, requestOf(call, app)));
    await app.afterCommit(announced);
    return shown(call, app);
  },

  async scheduleCampaignStart(call, app) {
    const request = requestOf(call, app);
    const start_at = startTime(call.body.start_at, request.now);
    if (start_at === undefined) throw invalid(['body', 'start_at'], timeRule, call.body.start_at);
    await app.db.transaction().execute((trx) => scheduleStart(trx, { ...request, start_at }));
    return shown(call, app);
  },

  async cancelCampaignStart(call, app) {
    await app.db.transaction().execute((trx) => unscheduleStart(trx, requestOf(call, app)));
    return shown(call, app);
  },

  async pauseCampaign(call, app) {
    await app.db.transaction().execute((trx) => pause(trx, requestOf(call, app)));
    await app.afterCommit(announced);
    await app.afterCommit((outer) => answered(call, outer));
    return shown(call, app);
  },

  async resumeCampaign(call, app) {
    await app.db.transaction().execute((trx) => resume(trx, app, requestOf(call, app)));
    await app.afterCommit(announced);
    return shown(call, app);
  },

  async cancelCampaign(call, app) {
    const { calls = 'finish' } = call.query;
    await app.db.transaction().execute((trx) => cancel(trx, { ...requestOf(call, app), calls }));
    await app.afterCommit(announced);
    await app.afterCommit((outer) => answered(call, outer));
    await app.afterCommit((outer) => endCanceled(outer, call.params.campaign_id));
    return shown(call, app);
  },

  async redialCampaign(call, app) {
    const { outcomes } = call.body;
    const id = await app.db
      .transaction()
      .execute((trx) => redial(trx, { ...requestOf(call, app), outcomes }));
    const row = await queries.get(app.db, call.caller.organization_id, id);
    return tagged(campaign(row), row);
  },
} satisfies HandlersFor<TransitionId, CampaignsApp>;

type TransitionCall = Pick<
  OperationRequest<TransitionId>,
  'caller' | 'params' | 'headers' | 'requestId'
>;

/** Has the event of the transition sent. */
const announced = ({ jobs }: CampaignsApp): void => wake(jobs);

/** Waits until no carrier may be hearing of a call of the campaign for the first time. */
const answered = ({ caller, params }: TransitionCall, app: CampaignsApp): Promise<void> =>
  untilAnswered(app, {
    organization_id: caller.organization_id,
    campaign_id: params.campaign_id,
  });

const requestOf = (
  { caller, params, headers, requestId }: TransitionCall,
  app: CampaignsApp,
): TransitionRequest => ({
  caller,
  campaign_id: params.campaign_id,
  ifMatch: headers['if-match'],
  requestId,
  now: app.now(),
});

async function shown({ caller, params }: TransitionCall, app: CampaignsApp) {
  const row = await queries.get(app.db, caller.organization_id, params.campaign_id);
  return tagged(campaign(row), row);
}
