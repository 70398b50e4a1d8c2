import type { components } from '../../generated/api.ts';
import { invalid, InvalidRequest } from '../errors.ts';
import { type Credentials, maskCredentials } from './credentials.ts';
import { credentialMembers, simulatedPace } from './providers.ts';

type Provider = components['schemas']['TelephonyProvider'];

/** The credentials to keep of those that were sent. */
export const completed = (provider: Provider, sent: Credentials): Credentials =>
  provider === 'simulated' ? { ...simulatedPace, ...sent } : { ...sent };

/**
 * The credentials that replace the stored ones, which are undefined where they cannot be read: a text that is the mask
 * of what is stored keeps that. Throws with every member that the provider does not have, lacks, or that is another
 * mask.
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
    .map((name) => fault(name, `A configuration of ${provider} has no such credential.`));
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

/** No credential of any provider begins so. */
const isMask = (value: Credentials[string]): boolean =>
  typeof value === 'string' && value.startsWith('*');

const fault = (name: string, msg: string): InvalidRequest =>
  invalid(['body', 'credentials', name], msg, '[redacted]');

export const sameCredentials = (one: Credentials, other: Credentials): boolean => {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => one[name] === other[name]);
};
