import { serves } from '../../telephony/calling-code-rules.ts';

interface Contact {
  readonly phone_number: string;
  /** Whether the number is on the do-not-call list. */
  readonly is_listed: boolean;
}

interface Configuration {
  readonly calling_codes: readonly string[] | null;
}

export type SkipReason = 'do_not_call' | 'destination_not_served';

/** Why the contact will not be called by its campaign; undefined if it may be called. */
export function skipReason(
  { is_listed, phone_number }: Contact,
  { calling_codes }: Configuration,
): SkipReason | undefined {
  if (is_listed) return 'do_not_call';
  return serves(calling_codes, phone_number) ? undefined : 'destination_not_served';
}
