import { serves } from '../../telephony/calling-code-rules.ts';

interface Contact {
  readonly phone_number: string;
  /** Whether the number is on the do-not-call list. */
  readonly is_listed: boolean;
  /** Whether it has no consent that the campaign needs. */
  readonly lacks_consent: boolean;
}

interface Configuration {
  readonly calling_codes: readonly string[] | null;
}

export type SkipReason = 'do_not_call' | 'no_prior_consent' | 'destination_not_served';

/** Why the contact will not be called by its campaign; undefined if it may be called. */
export function skipReason(
  { is_listed, lacks_consent, phone_number }: Contact,
  { calling_codes }: Configuration,
): SkipReason | undefined {
  if (is_listed) return 'do_not_call';
  if (lacks_consent) return 'no_prior_consent';
  return serves(calling_codes, phone_number) ? undefined : 'destination_not_served';
}
