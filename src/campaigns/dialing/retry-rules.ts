import type { components } from '../../../generated/api.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Outcome } from '../../telephony/calls/rules.ts';

type RetryConfig = Required<components['schemas']['CampaignRetryConfig']>;

interface EndedAttempt {
  readonly retry: RetryConfig;
  readonly outcome: Outcome;
  /** How many retries of the contact have been queued so far. */
  readonly retriesQueued: number;
  readonly endedAt: Timestamp;
  /** Whether the campaign still places calls, or will once it is resumed. */
  readonly open: boolean;
}

type AfterAttempt =
  | { readonly state: 'waiting'; readonly due_at: Timestamp }
  | { readonly state: 'done' };

/** The next state of a contact when a call to it has ended. */
export function afterAttempt(attempt: EndedAttempt): AfterAttempt {
  const { retry, outcome, retriesQueued, endedAt, open } = attempt;
  const again =
    open && retry.enabled && isRetried(retry, outcome) && retriesQueued < retry.max_retries;
  if (!again) return { state: 'done' };
  return { state: 'waiting', due_at: later(endedAt, retry.retry_delay_seconds * 1000) };
}

function isRetried(retry: RetryConfig, outcome: Outcome): boolean {
  if (outcome === 'busy') return retry.retry_on_busy;
  if (outcome === 'no_answer') return retry.retry_on_no_answer;
  return outcome === 'voicemail' && retry.retry_on_voicemail;
}
