import type { Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Caller } from '../caller.ts';
import type { Database } from '../db/connect.ts';
import { announce } from '../webhooks/actions.ts';
import type { Timestamp } from '../timestamp.ts';
import { eventActor } from '../webhooks/events/actor.ts';
import { factsOf } from './queries.ts';

type Schemas = components['schemas'];

interface Cause {
  readonly campaign_id: number;
  readonly caller: Caller | null;
  readonly now: Timestamp;
}

type Change =
  | { readonly event: 'campaign_started' | 'campaign_resumed' | 'campaign_completed' }
  | ({ readonly event: 'campaign_paused' } & Pick<Schemas['CampaignPausedEvent'], 'reason'>)
  | ({ readonly event: 'campaign_canceled' } & Pick<Schemas['CampaignCanceledEvent'], 'calls'>);

/** Inserts the event of a campaign's transition, in its transaction and behind the lock of the campaign. */
export async function announceTransition(
  trx: Transaction<Database>,
  { campaign_id, caller, now }: Cause,
  { event, ...change }: Change,
): Promise<void> {
  const { organization_id, ...campaign } = await factsOf(trx, campaign_id);
  const content = { at: now, actor: eventActor(caller), campaign, ...change };
  await announce(trx, { organization_id, campaign_id, event, content });
}

const codes: Readonly<Record<string, Schemas['CampaignPauseCode']>> = {
  circuit_breaker_tripped: 'circuit_breaker',
  approval_not_in_force: 'approval',
  carrier_account_refused: 'account',
  telephony_configuration_missing: 'telephony_configuration',
  no_caller_number: 'caller_number',
  schedule_unreadable: 'schedule',
  organization_suspended: 'organization_suspended',
  restored_from_backup: 'restored_from_backup',
};

/** Inserts the event of a campaign that a rule has paused: for the reason that its log names. */
export const announcePause = (
  trx: Transaction<Database>,
  campaign_id: number,
  {
    event,
    message,
    ts,
  }: { readonly event: string; readonly message: string; readonly ts: Timestamp },
): Promise<void> =>
  announceTransition(
    trx,
    { campaign_id, caller: null, now: ts },
    { event: 'campaign_paused', reason: { code: codes[event] ?? 'workflow', message } },
  );
