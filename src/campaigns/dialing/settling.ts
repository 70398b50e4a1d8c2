import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Outcome } from '../../telephony/calls/index.ts';
import { defaultRetryConfig } from '../rules.ts';
import * as contacts from './contact-queries.ts';
import { afterAttempt, isOpenState } from './retry-rules.ts';

interface EndedCall {
  readonly campaign_id: number | null;
  readonly contact_id: number | null;
  readonly outcome: Outcome | null;
  readonly ended_at: Timestamp | null;
  readonly callback_at: Timestamp | null;
}

/**
 * Settles the contacts whose calls have ended: done, or waiting for a retry. Locks no campaign. A contact that waits
 * although its campaign was canceled meanwhile is skipped by those who end canceled campaigns.
 */
export async function settle(
  trx: Transaction<Database>,
  ended: readonly EndedCall[],
  now: Timestamp,
): Promise<void> {
  const attempts = new Map(
    ended.flatMap((call) => (call.contact_id === null ? [] : [[call.contact_id, call] as const])),
  );
  if (attempts.size === 0) return;
  const campaigns = await contacts.campaignsOf(trx, [
    ...new Set(ended.flatMap(({ campaign_id }) => (campaign_id === null ? [] : [campaign_id]))),
  ]);
  const rows = await contacts.lockDialing(trx, [...attempts.keys()]);
  await contacts.write(
    trx,
    rows.flatMap((contact): contacts.Settled[] => {
      const campaign = campaigns.get(contact.campaign_id);
      const call = attempts.get(contact.id);
      if (!campaign || !call?.outcome) return [];
      const next = afterAttempt({
        retry: { ...defaultRetryConfig, ...campaign.retry_config },
        outcome: call.outcome,
        retriesQueued: contact.retries_queued,
        endedAt: call.ended_at ?? now,
        open: isOpenState(campaign.state),
        callbackAt: call.callback_at,
      });
      return next.state === 'waiting'
        ? [{ ...contact, ...next, outcome: null, retries_queued: contact.retries_queued + 1 }]
        : [{ ...contact, ...next, outcome: call.outcome, due_at: null, callback_at: null }];
    }),
    now,
  );
}
