import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { scheduleCallBack } from '../../telephony/scheduled/call-backs.ts';
import type { Timestamp } from '../../timestamp.ts';
import { placeOf, setCallBack } from '../../workflows/runs/call-back-queries.ts';
import { lock } from '../lock-queries.ts';
import { callBackLater } from './contact-queries.ts';
import { isOpenState } from './retry-rules.ts';

interface CallBack {
  readonly organization_id: number;
  readonly run_id: number;
  readonly callback_at: Timestamp;
  readonly now: Timestamp;
}

/**
 * Has somebody called again at the time that was agreed in a call, once for each call: the contact of a campaign that
 * has not ended, or the number of a single call. Call it first in the transaction that stores the call's result: it
 * locks the campaign, and then the run. A contact whose call has not ended is settled with it.
 */
export async function callBack(
  trx: Transaction<Database>,
  { organization_id, run_id, callback_at, now }: CallBack,
): Promise<void> {
  const place = await placeOf(trx, { organization_id, run_id });
  if (!place) return;
  const { campaign_id, contact_id } = place;
  if (campaign_id !== null) {
    const { state } = await lock(trx, organization_id, campaign_id);
    if (!isOpenState(state)) return;
  }
  const run = await setCallBack(trx, run_id, callback_at);
  if (!run) return;
  const { state, ...call } = run;
  if (campaign_id === null) await scheduleCallBack(trx, call, { at: callback_at, now });
  else if (state === 'completed' && contact_id !== null)
    await callBackLater(trx, contact_id, { run_id, callback_at, now });
}
