import { mask, MissingKey, type Secrets } from '../secrets.ts';

/** What a provider asks for: secrets and names are texts, a pace is a number. */
export type Credentials = Readonly<Record<string, string | number | boolean>>;

/** Bound to the organization, so that a ciphertext copied into another one's row does not open. */
const purposeOf = (organizationId: number): string =>
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

/** Undefined where they need a key that the server was not started with. */
export function readableCredentials(
  secrets: Secrets,
  organizationId: number,
  sealed: Buffer,
): Credentials | undefined {
  try {
    return openCredentials(secrets, organizationId, sealed);
  } catch (error) {
    if (error instanceof MissingKey) return undefined;
    throw error;
  }
}

/** The credentials as they may be shown: every text masked, numbers and flags as they are. */
export const maskCredentials = (credentials: Credentials): Credentials =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      typeof value === 'string' ? mask(value) : value,
    ]),
  );
