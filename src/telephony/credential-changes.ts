import type { components } from '../../generated/api.ts';
import { invalid, InvalidRequest } from '../errors.ts';
import { type Credentials, maskCredentials } from './credentials.ts';
import { credentialMembers, simulatedPace } from './providers.ts';

type Provider = components['schemas']['TelephonyProvider'];

/** The credentials to store from those that were sent. */
export const completed = (provider: Provider, sent: Credentials): Credentials =>
  provider === 'simulated' ? { ...simulatedPace, ...sent } : { ...sent };

/**
 * The stored credentials with the sent members in place; they are undefined if they cannot be decrypted. Null removes a
 * member. A secret that equals the mask of the stored one stays. Throws a fault for every other mask, and for every
 * member that is missing because nothing readable is stored.
 */
export function merged(
  provider: Provider,
  sent: Readonly<Record<string, Credentials[string] | null>>,
  stored: Credentials | undefined,
): Credentials {
  const shown = maskCredentials(provider, stored ?? {});
  const foreign = Object.entries(sent)
    .filter(([name, value]) => isMask(value) && value !== shown[name])
    .map(([name]) => fault(name, 'This is not the mask of the stored value. Send it in full.'));
  const missing = Object.entries(credentialMembers[provider])
    .filter(([name, kind]) => !stored && kind === 'required' && !(name in sent))
    .map(([name]) =>
      fault(name, 'The stored credentials cannot be decrypted. Send all of them again.'),
    );
  const faults = [...foreign, ...missing].flatMap((error) => error.faults);
  if (faults.length > 0) throw new InvalidRequest(faults);
  const values = Object.entries({ ...stored, ...sent }).flatMap(([name, value]) =>
    value === null ? [] : [[name, isMask(value) ? (stored?.[name] ?? value) : value] as const],
  );
  return completed(provider, Object.fromEntries(values));
}

/** No provider's credential starts like this. */
const isMask = (value: Credentials[string] | null): boolean =>
  typeof value === 'string' && value.startsWith('*');

const fault = (name: string, msg: string): InvalidRequest =>
  invalid(['body', 'credentials', name], msg, '[redacted]');

export const sameCredentials = (one: Credentials, other: Credentials): boolean => {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => one[name] === other[name]);
};
