import type { Transaction } from 'kysely';
import { approvalFor, isConnector } from '../../approvals/actions.ts';
import type { AnyCaller } from '../../caller.ts';
import type { components } from '../../../generated/api.ts';
import type { Database } from '../../db/connect.ts';
import { callerOf } from '../../auth/rules.ts';
import { Failure, invalid } from '../../errors.ts';
import { fitsDay } from '../../telephony/scheduled-calls/call-back-limits.ts';
import { scheduleCallBack } from '../../telephony/scheduled-calls/call-backs.ts';
import { chainLength } from '../../telephony/scheduled-calls/queries.ts';
import * as hours from '../../telephony/calling-hours/queries.ts';
import type { Timestamp } from '../../timestamp.ts';
import * as runs from '../../workflows/runs/call-back-queries.ts';
import {
  callBackRefusals,
  callBackRule,
  callBackTime,
  maxInChain,
} from '../../workflows/runs/rules.ts';
import { makeAccountable } from '../campaign-approval.ts';
import { lockKept } from '../lock-queries.ts';
import { log } from '../queries.ts';
import { callBackLater, zoneOf } from './contact-queries.ts';
import { isOpenState } from './retry-rules.ts';

type Trx = Transaction<Database>;
type Refusal = components['schemas']['CallbackRefusalCode'];
type Call = NonNullable<Awaited<ReturnType<typeof runs.callOf>>> & { readonly to_number: string };

interface CallBack {
  readonly caller: AnyCaller;
  readonly organization_id: number;
  readonly run_id: number;
  /** As it was sent. */
  readonly callback_at: string;
  readonly now: Timestamp;
}

/**
 * Schedules the agreed callback, once for each call: the contact of a campaign that
 * has neither ended nor been deleted, or the number of a single call. Call it first in the transaction that stores the call's result: it
 * locks the campaign, and then the run. A contact whose call has not ended is settled with it. Throws if the time is not
 * allowed, or if the caller is a connector that may not place the call. What exceeds a limit, or the approvals of the connector that
 * placed the call, is not made, and the run says why.
 */
export async function callBack(trx: Trx, request: CallBack): Promise<void> {
  const { caller, organization_id, run_id, now } = request;
  const found = await runs.callOf(trx, request);
  // The first counts, so that a result can be submitted again.
  if (found && found.callback_at !== null) return;
  const allowed = await hours.get(trx, organization_id);
  const at = callBackTime(request.callback_at, { ...allowed, now });
  if (at === undefined)
    throw invalid(['body', 'callback_at'], callBackRule(allowed), request.callback_at);
  if (!found || found.to_number === null || found.mode === 'inbound') return;
  const call = { ...found, to_number: found.to_number };
  const { campaign_id, contact_id } = call;
  if (campaign_id !== null) {
    const campaign = await lockKept(trx, organization_id, campaign_id);
    if (!campaign || !isOpenState(campaign.state)) return;
    // A run's token has the authority of who placed the call.
    if (caller.kind !== 'run_token') await makeAccountable(trx, campaign, { caller, now });
  } else if (caller.kind !== 'run_token') {
    const { workflow_id, to_number } = call;
    const action = { action_type: 'call_initiate', workflow_id, to_number } as const;
    await approvalFor(trx, { caller, action, now: at, lock: false });
  }
  const isAnsweredFor = isConnector(caller) || (await isApproved(trx, call, at));
  const refusal = isAnsweredFor ? await refusalOf(trx, call, at) : 'approval_required';
  if (refusal) return refuse(trx, call, { refusal, now });
  const run = await runs.setCallBack(trx, run_id, at);
  if (!run) return;
  const { state, ...placed } = run;
  const author = isConnector(caller) ? { user_id: null, api_key_id: caller.api_key_id } : {};
  if (campaign_id === null) await scheduleCallBack(trx, { ...placed, ...author }, { at, now });
  else if (state === 'completed' && contact_id !== null)
    await callBackLater(trx, contact_id, { run_id, callback_at: at, now });
}

/**
 * Whether whoever placed a single call could place the callback at that time: a connector needs a policy with a use left. Another
 * call may use it until then.
 */
async function isApproved(trx: Trx, call: Call, at: Timestamp): Promise<boolean> {
  const { workflow_id, to_number, api_key_id, campaign_id } = call;
  if (campaign_id !== null || api_key_id === null) return true;
  const action = { action_type: 'call_initiate', workflow_id, to_number } as const;
  try {
    await approvalFor(trx, { caller: callerOf(call), action, now: at, lock: false });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.problem.code === 'approval_required') return false;
    throw error;
  }
}

/** Why nobody is called back; undefined if no limit forbids it. */
async function refusalOf(trx: Trx, call: Call, at: Timestamp): Promise<Refusal | undefined> {
  const { id: run_id, organization_id, contact_id, to_number: phone_number } = call;
  const before =
    contact_id === null
      ? await chainLength(trx, run_id)
      : await runs.countOfContact(trx, contact_id, run_id);
  if (before >= maxInChain) return 'chain_limit';
  const timezone = contact_id === null ? call.timezone : await zoneOf(trx, contact_id);
  const fits = await fitsDay(trx, { organization_id, run_id, phone_number, timezone, at });
  return fits ? undefined : 'daily_limit';
}

async function refuse(
  trx: Trx,
  { id: run_id, campaign_id, contact_id }: Call,
  { refusal, now }: { readonly refusal: Refusal; readonly now: Timestamp },
): Promise<void> {
  await runs.refuseCallBack(trx, run_id, refusal);
  if (campaign_id === null) return;
  await log(trx, campaign_id, {
    ts: now,
    level: 'warning',
    event: 'callback_refused',
    message: `A callback was not made: ${callBackRefusals[refusal]}`,
    details: { run_id, contact_id, code: refusal },
  });
}
