import type { components } from '../../../generated/api.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Outcome } from '../../telephony/calls/index.ts';

type RetryConfig = Required<components['schemas']['CampaignRetryConfig']>;

interface EndedAttempt {
  readonly retry: RetryConfig;
  readonly outcome: Outcome;
  /** How many retries of the contact have been queued so far. */
  readonly retriesQueued: number;
  readonly endedAt: Timestamp;
  /** Whether the campaign still places calls, or will once it is resumed. */
  readonly open: boolean;
  /** When the called person wants to be called again; null: not. */
  readonly callbackAt: Timestamp | null;
}

type AfterAttempt =
  | {
      readonly state: 'waiting';
      readonly due_at: Timestamp;
      /** Null for a retry. */
      readonly callback_at: Timestamp | null;
    }
  | { readonly state: 'done' };

/** The next state of a contact when a call to it has ended. */
export function afterAttempt(attempt: EndedAttempt): AfterAttempt {
  const { retry, outcome, retriesQueued, endedAt, open, callbackAt } = attempt;
  if (open && callbackAt !== null)
    return {
      state: 'waiting',
      due_at: callbackAt < endedAt ? endedAt : callbackAt,
      callback_at: callbackAt,
    };
  const again =
    open && retry.enabled && isRetried(retry, outcome) && retriesQueued < retry.max_retries;
  if (!again) return { state: 'done' };
  const due_at = later(endedAt, retry.retry_delay_seconds * 1000);
  return { state: 'waiting', due_at, callback_at: null };
}

/** Whether a campaign in the state still places calls, or will once it is resumed. */
export const isOpenState = (state: components['schemas']['CampaignState']): boolean =>
  state === 'running' || state === 'paused';

function isRetried(retry: RetryConfig, outcome: Outcome): boolean {
  if (outcome === 'busy') return retry.retry_on_busy;
  if (outcome === 'no_answer') return retry.retry_on_no_answer;
  return outcome === 'voicemail' && retry.retry_on_voicemail;
}
