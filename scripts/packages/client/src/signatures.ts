/** A request that its signature does not prove. The message says why and never has a secret or a signature. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

export type SignedHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface SignedRequest {
  /** The body as it came, before it is parsed. */
  readonly body: string | Uint8Array | ArrayBuffer;
  readonly headers: SignedHeaders;
  /** The secret, `whsec_` and base64, or several of them while one replaces another. */
  readonly secrets: string | readonly string[];
  /** How far the time of the request may be from that of this machine; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The time of this machine in milliseconds, for tests. */
  readonly now?: number;
}

/** Signatures after this one are not looked at, so that a header costs no more than a few of them. */
const maxSignatures = 16;

/**
 * Verifies a signature of Standard Webhooks (`v1`, HMAC-SHA256) with Web Crypto, which compares in constant time, and
 * returns the body as text. Throws a WebhookVerificationError.
 */
export async function verifySignature(request: SignedRequest): Promise<string> {
  const id = headerOf(request.headers, 'webhook-id');
  const timestamp = headerOf(request.headers, 'webhook-timestamp');
  const signatures = signaturesIn(headerOf(request.headers, 'webhook-signature'));
  const { toleranceSeconds = 300, now = Date.now() } = request;
  if (!/^[0-9]{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('webhook-timestamp is not a time in seconds.');
  // Also if the tolerance is not a number.
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError(
      `webhook-timestamp is more than ${toleranceSeconds} seconds from the time of this machine.`,
    );
  const body = bytesOf(request.body);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const secrets = typeof request.secrets === 'string' ? [request.secrets] : request.secrets;
  if (secrets.length === 0) throw new WebhookVerificationError('There is no secret.');
  for (const key of await Promise.all(secrets.map(keyOf)))
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return typeof request.body === 'string' ? request.body : new TextDecoder().decode(body);
  throw new WebhookVerificationError('No signature is that of the body and a secret.');
}

function headerOf(headers: SignedHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`The header ${name} is missing or sent twice.`);
  return value;
}

const signaturesIn = (header: string): Uint8Array<ArrayBuffer>[] =>
  header
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .slice(0, maxSignatures)
    .flatMap((each) => bytesOfBase64(each.slice(3)) ?? []);

async function keyOf(secret: string) {
  const bytes = bytesOfBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookVerificationError('A secret is not "whsec_" and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const bytesOf = (body: SignedRequest['body']): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
