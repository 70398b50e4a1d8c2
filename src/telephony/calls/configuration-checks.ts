import type { Db } from '../../db/connect.ts';
import { conflict, type Failure, invalid, notFound } from '../../errors.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Timestamp } from '../../timestamp.ts';
import {
  isServed,
  serves,
  countryOf,
  type NumberType,
  numberTypeOf,
} from '../number-type-rules.ts';
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

/** Throws if the configuration does not serve the number's calling code or country. */
export function mustServe(configuration: routes.CallingConfiguration, to_number: string): void {
  const { id: telephony_configuration_id, calling_codes, countries } = configuration;
  const refused = (detail: string, members: Readonly<Record<string, unknown>>) =>
    conflict('destination_not_served', detail, {
      telephony_configuration_id,
      ...members,
      param: 'to_number',
    });
  if (calling_codes !== null && !serves(calling_codes, to_number))
    throw refused(
      `The telephony configuration serves ${named(calling_codes)}; the number begins with none of them.`,
      { calling_codes: calling_codes.slice(0, shownCodes) },
    );
  if (countries === null || isServed(configuration, to_number)) return;
  const country = countryOf(to_number) ?? null;
  throw refused(
    `The telephony configuration serves the countries ${named(countries)}; the number is ${country === null ? 'of none that can be told' : `one of ${country}`}.`,
    { countries: countries.slice(0, shownCodes), country },
  );
}

/** Throws if the number costs more than others, and no person has allowed its type. */
export function mustAllowType(
  { id: telephony_configuration_id, allowed_number_types }: routes.CallingConfiguration,
  to_number: string,
): void {
  const number_type = numberTypeOf(to_number);
  if (number_type === undefined || allowed_number_types.includes(number_type)) return;
  throw conflict(
    'number_type_not_allowed',
    `The number is ${typeNames[number_type]}, and nobody has allowed such numbers for the telephony configuration.`,
    { telephony_configuration_id, number_type, param: 'to_number' },
  );
}

const typeNames: Readonly<Record<NumberType, string>> = {
  premium_rate: 'a premium-rate number',
  satellite: 'one of a satellite or international network',
  personal: 'a personal number, which is forwarded at the cost of its caller',
  shared_cost: 'one of a service whose cost its caller shares',
};

/** How many calling codes or countries a refusal names. */
const shownCodes = 20;

const named = (codes: readonly string[]): string =>
  `${codes.slice(0, shownCodes).join(', ')}${codes.length > shownCodes ? ' and others' : ''}`;
