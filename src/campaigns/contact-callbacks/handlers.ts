import { invalid } from '../../errors.ts';
import type { OperationRequest, HandlersFor } from '../../http/contract.ts';
import * as hours from '../../telephony/calling-hours/queries.ts';
import { callBackRule, callBackTime } from '../../workflows/runs/call-back-rules.ts';
import type { CampaignsApp } from '../context.ts';
import { campaignContact } from '../contacts/views.ts';
import { cancelCallBack, setCallBack } from './actions.ts';

type CallBackId = 'setContactCallback' | 'cancelContactCallback';

export const campaignCallBacks = {
  async setContactCallback(call, app) {
    const request = requestOf(call, app);
    const text = call.body.callback_at;
    const allowed = await hours.get(app.db, call.caller.organization_id);
    const callback_at = callBackTime(text, { ...allowed, now: request.now });
    if (callback_at === undefined)
      throw invalid(['body', 'callback_at'], callBackRule(allowed), text);
    const contact = await app.db
      .transaction()
      .execute((trx) => setCallBack(trx, app.jobs, { ...request, callback_at }));
    return campaignContact(contact);
  },

  async cancelContactCallback(call, app) {
    const contact = await app.db
      .transaction()
      .execute((trx) => cancelCallBack(trx, app.jobs, requestOf(call, app)));
    return campaignContact(contact);
  },
} satisfies HandlersFor<CallBackId, CampaignsApp>;

const requestOf = (
  {
    caller,
    params,
    requestId,
  }: Pick<OperationRequest<CallBackId>, 'caller' | 'params' | 'requestId'>,
  app: CampaignsApp,
) => ({ caller, requestId, ...params, now: app.now() });
