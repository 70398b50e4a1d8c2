import type { Db } from '../../db/connect.ts';
import { conflict, type Failure, invalid, notFound } from '../../errors.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Timestamp } from '../../timestamp.ts';
import { serves } from '../calling-code-rules.ts';
import { readableCredentials } from '../credentials.ts';
import * as pools from '../phone-numbers/pool-queries.ts';
import { type CallerNumber, createChoices } from '../phone-numbers/pool-rules.ts';
import { providers } from '../providers.ts';
import * as routes from './route-queries.ts';

/** The requested configuration, without a fallback, or the default one without an id. Throws if there is none. */
export async function configurationFor(
  db: Db,
  organizationId: number,
  id: number | undefined,
): Promise<routes.CallingConfiguration> {
  const found = await routes.find(db, organizationId, id);
  if (found) return found;
  if (id !== undefined) throw deletedConfiguration();
  throw conflict(
    'no_default_telephony_configuration',
    'The request has no telephony_configuration_id and the organization has no default for outbound calls. Set a default or send the id.',
    { param: 'telephony_configuration_id' },
  );
}

/** The failure of a request whose configuration does not exist, or was deleted meanwhile. */
export const deletedConfiguration = (): Failure =>
  notFound('Telephony configuration', 'telephony_configuration_id');

/**
 * The numbers that a call can be made from: the requested one, which must belong to the configuration, or its pool, or
 * its default caller; empty for none. Throws if there is none and the carrier needs one.
 */
export async function callersOf(
  db: Db,
  { id, provider }: routes.CallingConfiguration,
  requested?: string,
): Promise<readonly CallerNumber[]> {
  const found = await pools.callers(db, { configuration_id: id, requested });
  if (requested !== undefined && found.length === 0)
    throw invalid(
      ['body', 'from_number'],
      'Must be a phone number of the telephony configuration.',
      requested,
    );
  if (found.length === 0 && providers[provider].is_caller_number_needed)
    throw noCallerNumber(id, provider);
  return found;
}

/** Throws if the numbers have reached their caps, or else returns the one for the call; null if there are none. */
export function callerFor(
  numbers: readonly CallerNumber[],
  to_number: string,
  now: Timestamp,
): CallerNumber | null {
  if (numbers.length === 0) return null;
  const choice = createChoices(numbers, now)({ to_number });
  if (choice.kind === 'from') return choice.number;
  const { until: resets_at } = choice;
  throw conflict(
    'daily_cap_reached',
    `${numbers.length === 1 ? `The caller number ${numbers[0]!.phone_number} has` : 'All caller numbers of the telephony configuration have'} reached the daily cap of calls; no call was placed. The next day begins at ${resets_at}.`,
    { resets_at },
  );
}

const noCallerNumber = (id: number, provider: string): Failure =>
  conflict(
    'no_caller_number',
    `The telephony configuration has no pool of caller numbers and no default caller, and ${provider} places no call without one.`,
    { telephony_configuration_id: id },
  );

/** Throws if the credentials cannot be read. */
export function mustHaveCredentials(
  { id, organization_id, credentials_encrypted }: routes.CallingConfiguration,
  secrets: Secrets,
): void {
  if (readableCredentials(secrets, organization_id, credentials_encrypted)) return;
  throw conflict(
    'credentials_unreadable',
    'The credentials of the telephony configuration cannot be read: they were damaged, or encrypted with a key that the server does not have. Send all of them again.',
    { telephony_configuration_id: id },
  );
}

/** Throws if the configuration does not serve the number's calling code. */
export function mustServe(
  { id, calling_codes }: routes.CallingConfiguration,
  to_number: string,
): void {
  if (calling_codes === null || serves(calling_codes, to_number)) return;
  throw conflict(
    'destination_not_served',
    `The telephony configuration serves ${calling_codes.slice(0, shownCodes).join(', ')}${calling_codes.length > shownCodes ? ' and others' : ''}; the number begins with none of them.`,
    {
      telephony_configuration_id: id,
      calling_codes: calling_codes.slice(0, shownCodes),
      param: 'to_number',
    },
  );
}

/** How many calling codes a refusal names. */
const shownCodes = 20;
