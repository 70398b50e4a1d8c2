import type { Transaction } from 'kysely';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, notFound } from '../../errors.ts';
import { mustMatch } from '../../http/etag.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Timestamp } from '../../timestamp.ts';
import { mustFitDay } from '../../telephony/scheduled-calls/call-back-limits.ts';
import { lastAttempt } from '../../workflows/runs/queries.ts';
import { moveCallBack } from '../../workflows/runs/call-back-queries.ts';
import { makeAccountable } from '../campaign-approval.ts';
import { record } from '../audit.ts';
import { write } from '../dialing/contact-queries.ts';
import { afterAttempt, isOpenState } from '../dialing/retry-rules.ts';
import { wakeDialers } from '../dialing/wake.ts';
import { setWakeAt } from '../lifecycle/queries.ts';
import { type CampaignRow, lock } from '../lock-queries.ts';
import { log } from '../queries.ts';
import { getContact } from '../contacts/queries.ts';
import { campaignContact, revised } from '../contacts/views.ts';
import { defaultRetryConfig, loggedActor } from '../rules.ts';
import * as callBacks from './queries.ts';

type Trx = Transaction<Database>;

interface Request {
  readonly caller: Caller;
  readonly requestId: string;
  readonly campaign_id: number;
  readonly contact_id: number;
  readonly ifMatch: string | undefined;
  readonly now: Timestamp;
}

/** Reschedules the callback of a contact. */
export async function setCallBack(
  trx: Trx,
  jobs: Jobs,
  { callback_at, ...request }: Request & { readonly callback_at: Timestamp },
) {
  const { campaign, contact } = await lockForChange(trx, request);
  const { caller, now } = request;
  await makeAccountable(trx, campaign, { caller, now });
  const { organization_id } = campaign;
  const { id: run_id } = await lastAttempt(trx, organization_id, contact.id);
  await mustFitDay(trx, { organization_id, run_id, ...contact, at: callback_at });
  await moveCallBack(trx, run_id, callback_at);
  const changed = await callBacks.set(trx, contact.id, { callback_at, now });
  const change = { contact_id: contact.id, from: contact.callback_at, to: callback_at };
  await note(trx, request, { ...change, what: 'set', message: 'A callback was changed.' });
  await wake(trx, jobs, { campaign, now });
  return changed;
}

/** Ends the wait of a contact: it becomes what it had become after its last call without a callback. */
export async function cancelCallBack(trx: Trx, jobs: Jobs, request: Request) {
  const { campaign, contact } = await lockForChange(trx, request);
  const { organization_id } = campaign;
  const { now } = request;
  const { outcome, ended_at } = await lastAttempt(trx, organization_id, contact.id);
  const next = afterAttempt({
    retry: { ...defaultRetryConfig, ...campaign.retry_config },
    outcome,
    // The callback was queued as a retry, which is not its own.
    retriesQueued: contact.retries_queued - 1,
    endedAt: ended_at,
    open: true,
    callbackAt: null,
  });
  // Nobody is called where the contact is finished, so nobody has to allow it.
  if (next.state === 'waiting') await makeAccountable(trx, campaign, request);
  const { id, retries_queued } = contact;
  const settled =
    next.state === 'waiting'
      ? { ...next, outcome: null }
      : { ...next, outcome, due_at: null, callback_at: null };
  await write(trx, [{ id, retries_queued, ...settled }], now);
  const change = { contact_id: id, from: contact.callback_at, to: null };
  await note(trx, request, { ...change, what: 'canceled', message: 'A callback was canceled.' });
  // The campaign may be completed now.
  await wake(trx, jobs, { campaign, now });
  return getContact(trx, campaign.id, id);
}

/** The campaign and its contact, locked, if the contact waits to be called back. */
async function lockForChange(trx: Trx, { caller, campaign_id, contact_id, ifMatch }: Request) {
  const campaign = await lock(trx, caller.organization_id, campaign_id);
  const contact = await callBacks.lockContact(trx, campaign_id, contact_id);
  if (!contact) throw notFound('Contact', 'contact_id');
  mustMatch(ifMatch, revised(campaignContact(contact)));
  const { state, callback_at } = contact;
  if (state !== 'waiting' || callback_at === null || !isOpenState(campaign.state))
    throw conflict(
      'no_waiting_callback',
      isOpenState(campaign.state)
        ? `Only a contact that waits to be called back can be changed so; this one is ${state}${state === 'waiting' ? ' for a retry' : ''}.`
        : `The campaign is ${campaign.state}, so it calls nobody back.`,
      { state },
    );
  return { campaign, contact };
}

interface Change {
  readonly what: 'set' | 'canceled';
  readonly message: string;
  readonly contact_id: number;
  readonly from: Timestamp | null;
  readonly to: Timestamp | null;
}

async function note(
  trx: Trx,
  { caller, requestId, campaign_id, now }: Request,
  { what, message, contact_id: id, from, to }: Change,
): Promise<void> {
  await record(
    trx,
    { caller, requestId, at: now },
    {
      action: `campaign.callback_${what}`,
      id: campaign_id,
      before: { contact: { id, callback_at: from } },
      after: { contact: { id, callback_at: to } },
    },
  );
  await log(trx, campaign_id, {
    ts: now,
    level: 'info',
    event: `callback_${what}`,
    message,
    details: { by: loggedActor(caller), contact_id: id, callback_at: to },
  });
}

async function wake(
  trx: Trx,
  jobs: Jobs,
  { campaign, now }: { readonly campaign: CampaignRow; readonly now: Timestamp },
): Promise<void> {
  if (campaign.state !== 'running') return;
  await setWakeAt(trx, campaign.id, now);
  await wakeDialers(trx, jobs, [campaign.organization_id]);
}
