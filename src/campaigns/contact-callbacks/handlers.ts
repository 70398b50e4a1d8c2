import { invalid } from '../../errors.ts';
import { tagged } from '../../http/etag.ts';
import type { OperationRequest, HandlersFor } from '../../http/contract.ts';
import * as hours from '../../telephony/calling-hours/queries.ts';
import { callBackRule, callBackTime } from '../../workflows/runs/rules.ts';
import type { CampaignsApp } from '../context.ts';
import { detailOf } from '../contacts/detail.ts';
import { campaignContact, revised } from '../contacts/views.ts';
import { cancelCallBack, setCallBack } from './actions.ts';

type CallBackId = 'scheduleContactCallback' | 'cancelContactCallback';

export const campaignCallBacks = {
  async scheduleContactCallback(call, app) {
    const request = requestOf(call, app);
    const text = call.body.callback_at;
    const allowed = await hours.get(app.db, call.caller.organization_id);
    const callback_at = callBackTime(text, { ...allowed, now: request.now });
    if (callback_at === undefined)
      throw invalid(['body', 'callback_at'], callBackRule(allowed), text);
    const contact = await app.db
      .transaction()
      .execute((trx) => setCallBack(trx, app.jobs, { ...request, callback_at }));
    return shown(call, app, contact);
  },

  async cancelContactCallback(call, app) {
    const contact = await app.db
      .transaction()
      .execute((trx) => cancelCallBack(trx, app.jobs, requestOf(call, app)));
    return shown(call, app, contact);
  },
} satisfies HandlersFor<CallBackId, CampaignsApp>;

type Changed = Awaited<ReturnType<typeof setCallBack>>;
type Call = Pick<OperationRequest<CallBackId>, 'caller' | 'params' | 'headers' | 'requestId'>;

const requestOf = ({ caller, params, headers, requestId }: Call, app: CampaignsApp) => ({
  caller,
  requestId,
  ...params,
  ifMatch: headers['if-match'],
  now: app.now(),
});

/** The changed contact, with the ETag that getCampaignContact shows. */
async function shown({ caller, params }: Call, app: CampaignsApp, contact: Changed) {
  const body = await detailOf(app, { ...params, organization_id: caller.organization_id });
  const represented = { operation: 'getCampaignContact', body } as const;
  const changed = campaignContact(contact);
  return tagged(changed, revised(changed), represented);
}
