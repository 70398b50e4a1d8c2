import type { components } from '../../generated/api.ts';
import { mask, type Secrets, UnreadableSecret } from '../db/secrets.ts';
import { credentialMembers, providers } from './providers.ts';

type Provider = components['schemas']['TelephonyProvider'];

/** A provider's credentials: secrets and names are strings, a pace is a number. */
export type Credentials = Readonly<Record<string, string | number | boolean>>;

/** Bound to the organization, so that a ciphertext copied to another organization's row cannot be decrypted. */
export const purposeOf = (organizationId: number): string =>
  `telephony_configuration of organization ${organizationId}`;

export const sealCredentials = (
  secrets: Secrets,
  organizationId: number,
  credentials: Credentials,
): Buffer => secrets.seal(purposeOf(organizationId), JSON.stringify(credentials));

export function openCredentials(
  secrets: Secrets,
  organizationId: number,
  sealed: Buffer,
): Credentials {
  const credentials: Credentials = JSON.parse(secrets.open(purposeOf(organizationId), sealed));
  return credentials;
}

/** Undefined if they need a key that is not configured, or were damaged. */
export function readableCredentials(
  secrets: Secrets,
  organizationId: number,
  sealed: Buffer,
): Credentials | undefined {
  try {
    return openCredentials(secrets, organizationId, sealed);
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

/** The credentials as shown: secrets masked, members that are not set or cannot be read null. */
export const maskCredentials = (
  provider: Provider,
  credentials: Credentials,
): Readonly<Record<string, Credentials[string] | null>> =>
  Object.fromEntries(
    Object.keys(credentialMembers[provider]).map((name) => {
      const value = credentials[name] ?? null;
      const isSecret = providers[provider].secret_members.includes(name);
      return [name, isSecret && typeof value === 'string' ? mask(value) : value];
    }),
  );
