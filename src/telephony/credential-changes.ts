import type { components } from '../../generated/api.ts';
import { invalid, InvalidRequest } from '../errors.ts';
import { type Credentials, maskCredentials } from './credentials.ts';
import { credentialMembers, simulatedPace } from './providers.ts';

type Provider = components['schemas']['TelephonyProvider'];

/** The credentials to store from those that were sent. */
export const completed = (provider: Provider, sent: Credentials): Credentials =>
  provider === 'simulated' ? { ...simulatedPace, ...sent } : { ...sent };

/**
 * The credentials that replace the stored ones, which are undefined if they cannot be decrypted. A value that equals
 * the mask of the stored one keeps it. Throws a fault for every member that is unknown, missing, or another mask.
 */
export function replaced(
  provider: Provider,
  sent: Credentials,
  stored: Credentials | undefined,
): Credentials {
  const members = credentialMembers[provider];
  const shown = maskCredentials(stored ?? {});
  const unknown = Object.keys(sent)
    .filter((name) => !(name in members))
    .map((name) => fault(name, `Unknown credential for the provider ${provider}.`));
  const missing = Object.entries(members)
    .filter(([name, kind]) => kind === 'required' && !(name in sent))
    .map(([name]) => fault(name, 'Credentials are replaced as a whole: this is required.'));
  const foreign = Object.entries(sent)
    .filter(([name, value]) => isMask(value) && (stored === undefined || value !== shown[name]))
    .map(([name]) => fault(name, 'This is not the mask of what is stored: send it in full.'));
  const faults = [...unknown, ...missing, ...foreign].flatMap((error) => error.faults);
  if (faults.length > 0) throw new InvalidRequest(faults);
  return completed(
    provider,
    Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [
        name,
        isMask(value) ? (stored?.[name] ?? value) : value,
      ]),
    ),
  );
}

/** No provider's credential starts like this. */
const isMask = (value: Credentials[string]): boolean =>
  typeof value === 'string' && value.startsWith('*');

const fault = (name: string, msg: string): InvalidRequest =>
  invalid(['body', 'credentials', name], msg, '[redacted]');

export const sameCredentials = (one: Credentials, other: Credentials): boolean => {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => one[name] === other[name]);
};
