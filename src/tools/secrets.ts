import type { Secrets } from '../db/secrets.ts';

/** Bound to the organization, so that a ciphertext copied to another organization's row cannot be decrypted. */
export const purposeOf = (organizationId: number): string =>
  `tool of organization ${organizationId}`;

export const sealSecret = (secrets: Secrets, organizationId: number, secret: string): Buffer =>
  secrets.seal(purposeOf(organizationId), secret);
