import type { components } from '../../../generated/api.ts';

type Failure = components['schemas']['RunFailure'];
type Code = components['schemas']['RunFailureCode'];

const messages: Readonly<Record<Code, string>> = {
  refused: 'The carrier refused to place the call.',
  carrier_failure: 'The carrier accepted the call and could not connect it.',
  connection_error: 'The carrier could not be reached.',
  timed_out: 'The carrier did not answer the request, and it does not know the call.',
  no_callback: 'The carrier never reported how the call ended.',
  do_not_call: 'The number was added to the do-not-call list before the call was placed.',
  no_prior_consent: 'The consent that the call needs was revoked or had expired.',
  approval_not_in_force: 'The approval ended before the call was placed.',
  configuration_missing: 'The telephony configuration was deleted before the call was placed.',
  outside_hours:
    "The organization's or the workflow's calling hours closed before the call was placed.",
  too_late: 'The call could not be placed in time.',
  organization_suspended: 'The organization was suspended before the call was placed.',
  restored_from_backup:
    'The service was restored from a backup, and the call may have been placed before.',
};

export interface Failed {
  readonly failure: Code | null;
  readonly carrier_code: string | null;
}

/** A run as it is shown: its failure with a sentence and with the carrier's own code. */
export function shown<Run extends Failed>({
  failure: code,
  carrier_code,
  ...run
}: Run): Omit<Run, keyof Failed> & { readonly failure: Failure | null } {
  return { ...run, failure: code && { code, message: messages[code], carrier_code } };
}
