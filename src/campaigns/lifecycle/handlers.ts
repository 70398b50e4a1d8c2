import type { App } from '../../context.ts';
import type { Call, HandlersFor } from '../../http/contract.ts';
import { beingAsked } from '../dialing/running-queries.ts';
import * as queries from '../queries.ts';
import { campaign } from '../views.ts';
import { cancel, type TransitionRequest, pause, redial, resume, start } from './actions.ts';

type Deeds =
  | 'startCampaign'
  | 'pauseCampaign'
  | 'resumeCampaign'
  | 'cancelCampaign'
  | 'redialCampaign';

export const campaignLifecycle = {
  async startCampaign(call, app) {
    await app.db.transaction().execute((trx) => start(trx, app.jobs, doingOf(call, app)));
    return shown(call, app);
  },

  async pauseCampaign(call, app) {
    await app.db.transaction().execute((trx) => pause(trx, doingOf(call, app)));
    await app.afterCommit((outer) => nobodyIsAsked(outer, call.params.campaign_id));
    return shown(call, app);
  },

  async resumeCampaign(call, app) {
    await app.db.transaction().execute((trx) => resume(trx, app.jobs, doingOf(call, app)));
    return shown(call, app);
  },

  async cancelCampaign(call, app) {
    await app.db.transaction().execute((trx) => cancel(trx, doingOf(call, app)));
    await app.afterCommit((outer) => nobodyIsAsked(outer, call.params.campaign_id));
    return shown(call, app);
  },

  async redialCampaign(call, app) {
    const { outcomes } = call.body;
    const id = await app.db
      .transaction()
      .execute((trx) => redial(trx, { ...doingOf(call, app), outcomes }));
    return campaign(await queries.get(app.db, call.caller.organization_id, id));
  },
} satisfies HandlersFor<Deeds>;

type AnyDeed = Pick<Call<Deeds>, 'caller' | 'params' | 'requestId'>;

const doingOf = ({ caller, params, requestId }: AnyDeed, app: App): TransitionRequest => ({
  caller,
  campaign_id: params.campaign_id,
  requestId,
  now: app.now(),
});

const shown = async ({ caller, params }: AnyDeed, app: App) =>
  campaign(await queries.get(app.db, caller.organization_id, params.campaign_id));

const lookAgainMs = 20;
/** Twice as long as a claim may wait before it is looked at again: what is not asked for by then never is. */
const longestMs = 2000;

/** Waits until no carrier is just being asked for a call of the campaign. */
async function nobodyIsAsked(
  { db, now }: Pick<App, 'db' | 'now'>,
  campaignId: number,
): Promise<void> {
  const end = performance.now() + longestMs;
  while (performance.now() < end && (await beingAsked(db, campaignId, now())) > 0)
    await new Promise((done) => setTimeout(done, lookAgainMs));
}
