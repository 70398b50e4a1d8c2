import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Timestamp } from '../../timestamp.ts';
import type { Secrets } from '../../secrets.ts';

/** Signs the deliveries of one endpoint. */
export type Sign = (webhookId: string, body: string, at: Date) => Record<string, string>;

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Bound to the organization, so that a ciphertext copied to another organization's row cannot be decrypted. */
const purposeOf = (organizationId: number): string =>
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
  const webhooks = sealed.map(
    (each) => new Webhook(secrets.open(purposeOf(endpoint.organization_id), each)),
  );
  return (webhookId, body, at) => ({
    'webhook-id': webhookId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': webhooks.map((webhook) => webhook.sign(webhookId, at, body)).join(' '),
  });
}
