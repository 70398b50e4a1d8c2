import { setTimeout } from 'node:timers/promises';
import type { App } from '../../context.ts';
import { type Call, type HandlersFor, tagged } from '../../http/contract.ts';
import { countPlacing } from '../dialing/running-queries.ts';
import * as queries from '../queries.ts';
import { campaign } from '../views.ts';
import { cancel, type TransitionRequest, pause, redial, resume, start } from './actions.ts';

type TransitionId =
  | 'startCampaign'
  | 'pauseCampaign'
  | 'resumeCampaign'
  | 'cancelCampaign'
  | 'redialCampaign';

export const campaignLifecycle = {
  async startCampaign(call, app) {
    await app.db.transaction().execute((trx) => start(trx, app.jobs, requestOf(call, app)));
    return shown(call, app);
  },

  async pauseCampaign(call, app) {
    await app.db.transaction().execute((trx) => pause(trx, requestOf(call, app)));
    await app.afterCommit((outer) => waitForPlacements(outer, call.params.campaign_id));
    return shown(call, app);
  },

  async resumeCampaign(call, app) {
    await app.db.transaction().execute((trx) => resume(trx, app.jobs, requestOf(call, app)));
    return shown(call, app);
  },

  async cancelCampaign(call, app) {
    await app.db.transaction().execute((trx) => cancel(trx, requestOf(call, app)));
    await app.afterCommit((outer) => waitForPlacements(outer, call.params.campaign_id));
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
} satisfies HandlersFor<TransitionId>;

type TransitionCall = Pick<Call<TransitionId>, 'caller' | 'params' | 'headers' | 'requestId'>;

const requestOf = (
  { caller, params, headers, requestId }: TransitionCall,
  app: App,
): TransitionRequest => ({
  caller,
  campaign_id: params.campaign_id,
  ifMatch: headers['if-match'],
  requestId,
  now: app.now(),
});

async function shown({ caller, params }: TransitionCall, app: App) {
  const row = await queries.get(app.db, caller.organization_id, params.campaign_id);
  return tagged(campaign(row), row);
}

const checkAgainMs = 20;
/** Twice as long as a claim may wait before it is checked again: a call that is not placed by then never is. */
const maxWaitMs = 2000;

/** Waits until no call of the campaign is being placed at a carrier. */
async function waitForPlacements(
  { db, now }: Pick<App, 'db' | 'now'>,
  campaignId: number,
): Promise<void> {
  const end = performance.now() + maxWaitMs;
  while (performance.now() < end && (await countPlacing(db, campaignId, now())) > 0)
    await setTimeout(checkAgainMs);
}
