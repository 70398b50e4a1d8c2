import type { Db } from '../../db/connect.ts';
import { conflict, type Failure, invalid, notFound } from '../../errors.ts';
import type { Secrets } from '../../secrets.ts';
import { serves } from '../calling-code-rules.ts';
import { readableCredentials } from '../credentials.ts';
import { providers } from '../providers.ts';
import * as routes from './route-queries.ts';

interface Named {
  /** Undefined: the default. */
  readonly id: number | undefined;
  /** Whether it is locked against deletion until the transaction ends. */
  readonly lock: boolean;
}

/** The requested configuration, without a fallback, or the default one. Throws if there is none. */
export async function configurationFor(
  db: Db,
  organizationId: number,
  named: Named,
): Promise<routes.CallingConfiguration> {
  const found = await routes.find(db, organizationId, named);
  if (found) return found;
  if (named.id !== undefined)
    throw notFound('Telephony configuration', 'telephony_configuration_id');
  throw conflict(
    'no_default_telephony_configuration',
    'The request has no telephony_configuration_id and the organization has no default for outbound calls. Set a default or send the id.',
    { param: 'telephony_configuration_id' },
  );
}

/**
 * The caller number: the requested one, which must belong to the configuration, or the default; null for none. Throws
 * if there is none and the carrier needs one.
 */
export async function callerNumber(
  db: Db,
  { id, provider }: routes.CallingConfiguration,
  requested?: string,
): Promise<string | null> {
  const found = await routes.findNumber(db, id, requested);
  if (requested !== undefined && !found)
    throw invalid(
      ['body', 'from_number'],
      'Must be a phone number of the telephony configuration.',
      requested,
    );
  if (!found && providers[provider].needs_caller_number) throw noCallerNumber(id, provider);
  return found?.phone_number ?? null;
}

const noCallerNumber = (id: number, provider: string): Failure =>
  conflict(
    'no_caller_number',
    `The telephony configuration has no default caller number, and ${provider} places no call without one.`,
    { telephony_configuration_id: id },
  );

/** Throws if the credentials need a key that is not configured. */
export function mustHaveCredentials(
  { id, organization_id, credentials_encrypted }: routes.CallingConfiguration,
  secrets: Secrets,
): void {
  if (readableCredentials(secrets, organization_id, credentials_encrypted)) return;
  throw conflict(
    'credentials_unreadable',
    'The credentials of the telephony configuration were encrypted with a key that the server does not have.',
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
