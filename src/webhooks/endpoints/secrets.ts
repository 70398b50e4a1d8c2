import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Timestamp } from '../../timestamp.ts';
import type { Secrets } from '../../db/secrets.ts';

/** Signs the deliveries of one endpoint. */
export type Sign = (
  webhookId: string,
  body: string | Buffer,
  at: Timestamp,
) => Record<string, string>;

const prefix = 'whsec_';

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** Bound to the organization, so that a ciphertext copied to another organization's row cannot be decrypted. */
export const purposeOf = (organizationId: number): string =>
  `webhook_endpoint of organization ${organizationId}`;

export const sealSecret = (secrets: Secrets, organizationId: number, secret: string): Buffer =>
  secrets.seal(purposeOf(organizationId), secret);

interface Sealed {
  readonly organization_id: number;
  readonly secret_encrypted: Buffer;
  readonly previous_secret_encrypted: Buffer | null;
  readonly previous_secret_expires_at: Timestamp | null;
}

/** Creates the headers of Standard Webhooks, with two signatures while the secret is being rotated. */
export function signerOf(secrets: Secrets, endpoint: Sealed, now: Timestamp): Sign {
  const { previous_secret_encrypted: previous, previous_secret_expires_at: until } = endpoint;
  const sealed = [endpoint.secret_encrypted];
  if (previous !== null && until !== null && now < until) sealed.push(previous);
  return signerWith(sealed.map((each) => secrets.open(purposeOf(endpoint.organization_id), each)));
}

/** Signs with each of the secrets. Throws for one without a key. */
export function signerWith(secrets: readonly string[]): Sign {
  const keys = secrets.map(keyOf);
  return (webhookId, body, at) => {
    const seconds = String(Math.floor(Date.parse(at) / 1000));
    const signed = `${webhookId}.${seconds}.`;
    return {
      'webhook-id': webhookId,
      'webhook-timestamp': seconds,
      'webhook-signature': keys.map((key) => signatureBy(key, signed, body)).join(' '),
    };
  };
}

const signatureBy = (key: KeyObject, signed: string, body: string | Buffer): string =>
  `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`;

/** A key object, because Node examines a key of bytes at every use, which costs more than the signature. */
function keyOf(secret: string): KeyObject {
  const key = Buffer.from(secret.replace(prefix, ''), 'base64');
  if (key.length === 0) throw new Error('A webhook secret without a key signs nothing.');
  return createSecretKey(key);
}
