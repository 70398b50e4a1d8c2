import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The header that carries the signature of a callback of the simulated network. */
export const signatureHeader = 'x-simulated-signature';

/**
 * HMAC-SHA256 over the path and query that are called and the body, in hex. Not over the host: the service may listen
 * elsewhere by the time that a call ends.
 */
export const sign = (key: KeyObject, url: string, body: string | Buffer): string =>
  createHmac('sha256', key).update(pathOf(url)).update('\n').update(body).digest('hex');

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Whether any of the keys made the signature. */
export const isSigned = (
  keys: readonly KeyObject[],
  { url, body, signature }: { url: string; body: Buffer; signature: string },
): boolean =>
  keys.some((key) => {
    const expected = Buffer.from(sign(key, url, body));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
