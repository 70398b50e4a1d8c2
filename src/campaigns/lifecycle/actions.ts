import type { Transaction } from 'kysely';
import { authorize, mustHaveRequested } from '../../approvals/actions.ts';
import { authorOf } from '../../auth/rules.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import { conflict } from '../../errors.ts';
import { mustMatch } from '../../http/etag.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Timestamp } from '../../timestamp.ts';
import { announcePolicyExhausted } from '../../webhooks/actions.ts';
import { closeGate } from '../../telephony/calls/index.ts';
import { wakeDialers } from '../dialing/wake.ts';
import { makeAccountable } from '../campaign-approval.ts';
import { beginCopying, skipUncopied } from '../contacts/copying.ts';
import { record } from '../audit.ts';
import { announceTransition } from '../events.ts';
import { type CampaignRow, lock } from '../lock-queries.ts';
import { log } from '../queries.ts';
import { loggedActor } from '../rules.ts';
import { mustBeAbleToCall } from './able-to-call.ts';
import * as campaigns from './queries.ts';
import * as starts from './start-time-queries.ts';
import { allows, type Transition, transitions } from './rules.ts';

/** The caller, the campaign and the time of a transition. */
export interface TransitionRequest {
  readonly caller: Caller;
  readonly campaign_id: number;
  readonly ifMatch: string | undefined;
  /** Null if the service does it at the time that the caller set. */
  readonly requestId: string | null;
  readonly now: Timestamp;
}

type Trx = Transaction<Database>;

interface Engine {
  readonly jobs: Jobs;
  readonly secrets: Secrets;
}

interface Starting extends Engine {
  readonly copyBatch: number;
}

export async function start(
  trx: Trx,
  { jobs, secrets, copyBatch }: Starting,
  request: TransitionRequest,
): Promise<void> {
  const campaign = await lockForChange(trx, request, 'start');
  const { now } = request;
  await mustBeAbleToCall(trx, secrets, campaign);
  const approval_policy_id = await approve(trx, request, campaign, 'campaign_start');
  await beginCopying(trx, campaign, { most: copyBatch, now });
  await campaigns.change(trx, campaign.id, {
    state: transitions.start.to,
    started_at: now,
    resumed_at: now,
    wake_at: now,
    approval_policy_id,
    ...starts.unscheduled,
  });
  await recordState(trx, request, { action: 'campaign.started', campaign, transition: 'start' });
  const message =
    request.requestId === null
      ? 'The campaign was started at its scheduled time.'
      : 'The campaign was started.';
  await note(trx, request, 'campaign_started', message);
  await announceTransition(trx, request, { event: 'campaign_started' });
  await wakeDialers(trx, jobs, [campaign.organization_id]);
}

/** Has the service start the campaign at a time, as the caller. */
export async function scheduleStart(
  trx: Trx,
  { start_at, ...request }: TransitionRequest & { readonly start_at: Timestamp },
): Promise<void> {
  const campaign = await lockForChange(trx, request, 'start');
  await makeAccountable(trx, campaign, { ...request, start_at });
  const { user_id: start_user_id, api_key_id: start_api_key_id } = authorOf(request.caller);
  await starts.schedule(trx, campaign.id, { start_at, start_user_id, start_api_key_id });
  await record(trx, causeOf(request), {
    action: 'campaign.start_scheduled',
    id: campaign.id,
    before: { start_at: campaign.start_at },
    after: { start_at },
  });
  await note(trx, request, 'campaign_start_scheduled', 'The start of the campaign was scheduled.', {
    start_at,
  });
}

/** Has the service not start the campaign; one that it would not start stays as it is. */
export async function unscheduleStart(trx: Trx, request: TransitionRequest): Promise<void> {
  const { caller, campaign_id, ifMatch } = request;
  const campaign = await lock(trx, caller.organization_id, campaign_id);
  mustMatch(ifMatch, campaign);
  if (campaign.start_at === null) return;
  await starts.unschedule(trx, campaign.id);
  await record(trx, causeOf(request), {
    action: 'campaign.start_unscheduled',
    id: campaign.id,
    before: { start_at: campaign.start_at },
    after: { start_at: null },
  });
  await note(
    trx,
    request,
    'campaign_start_unscheduled',
    'The scheduled start of the campaign was canceled.',
  );
}

export async function pause(trx: Trx, request: TransitionRequest): Promise<void> {
  const campaign = await lockForChange(trx, request, 'pause');
  await campaigns.change(trx, campaign.id, { state: transitions.pause.to, wake_at: null });
  await recordState(trx, request, { action: 'campaign.paused', campaign, transition: 'pause' });
  await note(trx, request, 'campaign_paused', 'The campaign was paused.');
  const reason = { code: 'requested' as const, message: 'The campaign was paused on request.' };
  await announceTransition(trx, request, { event: 'campaign_paused', reason });
  await closeGate(trx, campaign.organization_id);
}

export async function resume(
  trx: Trx,
  { jobs, secrets }: Engine,
  request: TransitionRequest,
): Promise<void> {
  const campaign = await lockForChange(trx, request, 'resume');
  const { now } = request;
  await mustBeAbleToCall(trx, secrets, campaign);
  const approval_policy_id = await approve(trx, request, campaign, 'campaign_resume');
  await campaigns.change(trx, campaign.id, {
    state: transitions.resume.to,
    resumed_at: now,
    wake_at: now,
    approval_policy_id,
  });
  await recordState(trx, request, { action: 'campaign.resumed', campaign, transition: 'resume' });
  await note(trx, request, 'campaign_resumed', 'The campaign was resumed.');
  await announceTransition(trx, request, { event: 'campaign_resumed' });
  await wakeDialers(trx, jobs, [campaign.organization_id]);
}

/** Cancels the campaign; its contacts are skipped, and its calls hung up if that is wanted, afterwards. */
export async function cancel(
  trx: Trx,
  { calls, ...request }: TransitionRequest & { readonly calls: 'finish' | 'hang_up' },
): Promise<void> {
  const campaign = await lockForChange(trx, request, 'cancel');
  if (calls === 'hang_up')
    await mustHaveRequested(trx, { ...request, policy_id: campaign.approval_policy_id });
  await campaigns.change(trx, campaign.id, {
    state: transitions.cancel.to,
    wake_at: null,
    hang_up_calls: calls === 'hang_up',
    ...starts.unscheduled,
  });
  await recordState(trx, request, { action: 'campaign.canceled', campaign, transition: 'cancel' });
  await note(trx, request, 'campaign_canceled', 'The campaign was canceled.', {
    skipped: await campaigns.countOpen(trx, campaign.id),
    calls,
  });
  await skipUncopied(trx, campaign.id);
  await announceTransition(trx, request, { event: 'campaign_canceled', calls });
  await closeGate(trx, campaign.organization_id);
}

/** Creates the redial campaign and returns its id. */
export async function redial(
  trx: Trx,
  request: TransitionRequest & { readonly outcomes: readonly string[] },
): Promise<number> {
  const parent = await lockForChange(trx, request, 'redial');
  const earlier = await campaigns.findRedial(trx, parent.id);
  if (earlier)
    throw conflict(
      'campaign_already_redialed',
      `This campaign was already redialed as campaign ${earlier.id}.`,
      { redialed_campaign_id: earlier.id },
    );
  const { caller, now, outcomes } = request;
  const created_by = caller.kind === 'session' ? caller.user_id : null;
  const input = { parent, outcomes, name: `${parent.name} (redial)`.slice(-100), created_by, now };
  const adding = await campaigns.contactsToRedial(trx, parent.id, outcomes);
  await mustFit(trx, parent.organization_id, ['unfinished_contact_limit'], { adding });
  // Only some of them may be there still.
  const source = parent.contacts_removed_at
    ? undefined
    : await campaigns.insertRedialSource(trx, input);
  if (!source)
    throw conflict(
      'nothing_to_redial',
      parent.contacts_removed_at
        ? 'The contacts of this campaign were removed, so there is no contact to redial.'
        : "No contact's last call had any of these outcomes, so there is no contact to redial.",
      { outcomes, param: 'outcomes' },
    );
  const { id } = await campaigns.insertRedial(trx, input, source);
  // The parent shows the redial from now on.
  await campaigns.incrementRevision(trx, parent.id);
  await mustFit(trx, parent.organization_id, [
    'source_limit',
    'source_bytes_limit',
    'unfinished_contact_limit',
    'content_bytes_limit',
  ]);
  await note(
    trx,
    { ...request, campaign_id: id },
    'campaign_created',
    `The campaign was created to redial campaign ${parent.id}.`,
    { parent_campaign_id: parent.id, outcomes },
  );
  await note(
    trx,
    request,
    'campaign_redialed',
    `Campaign ${id} redials contacts of this campaign.`,
    {
      redialed_campaign_id: id,
      outcomes,
    },
  );
  await record(trx, causeOf(request), {
    action: 'campaign.redialed',
    id: parent.id,
    before: { redialed_campaign_id: null },
    after: { redialed_campaign_id: id, outcomes },
  });
  return id;
}

const causeOf = ({ caller, requestId, now }: TransitionRequest) => ({ caller, requestId, at: now });

interface StateChange {
  readonly action: Parameters<typeof record>[2]['action'];
  readonly campaign: CampaignRow;
  readonly transition: Transition;
}

const recordState = (
  trx: Trx,
  request: TransitionRequest,
  { action, campaign, transition }: StateChange,
) =>
  record(trx, causeOf(request), {
    action,
    id: campaign.id,
    before: { state: campaign.state },
    after: { state: transitions[transition].to },
  });

/** The campaign, locked, if If-Match and its state allow the transition. */
async function lockForChange(trx: Trx, request: TransitionRequest, transition: Transition) {
  const { caller, campaign_id, ifMatch } = request;
  const campaign = await lock(trx, caller.organization_id, campaign_id);
  mustMatch(ifMatch, campaign);
  if (allows(campaign.state, transition)) return campaign;
  const { code, needs } = transitions[transition];
  throw conflict(code, `${needs}; this campaign is ${campaign.state}.`, { state: campaign.state });
}

/** Uses an approval if the caller needs one; the campaign calls only while it is in force. */
async function approve(
  trx: Trx,
  { caller, now }: TransitionRequest,
  campaign: CampaignRow,
  action_type: 'campaign_start' | 'campaign_resume',
): Promise<string | null> {
  const { policy_id, exhausted } = await authorize(trx, {
    caller,
    action: {
      action_type,
      campaign_id: campaign.id,
      contacts_to_call: await campaigns.contactsToCall(trx, campaign),
    },
    now,
  });
  await announcePolicyExhausted(trx, exhausted, now);
  return policy_id;
}

const note = (
  trx: Trx,
  { caller, campaign_id, now }: TransitionRequest,
  event: string,
  message: string,
  details: Record<string, unknown> = {},
) =>
  log(trx, campaign_id, {
    ts: now,
    level: 'info',
    event,
    message,
    details: { by: loggedActor(caller), ...details },
  });
