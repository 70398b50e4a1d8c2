import { later, type Timestamp, msBetween } from '../../timestamp.ts';

/** What is wrong with an endpoint's URL by itself; undefined if nothing is. */
export function urlFault(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'Send a complete URL, such as https://hooks.example.com/voice.';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'Send a URL that starts with https://: events contain call data and must be encrypted in transit.';
  if (url.username !== '' || url.password !== '')
    return 'Send a URL without user and password; verify the signature instead.';
  return undefined;
}

/** The host of a URL if it is an address: that of IPv6 without its brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

const rotationMs = 24 * 60 * 60 * 1000;
const patienceMs = 5 * 24 * 60 * 60 * 1000;

/** Until when the secret before the rotation signs too. */
export const previousSecretExpiry = (rotatedAt: Timestamp): Timestamp =>
  later(rotatedAt, rotationMs);

/** Whether nothing but failures for so long is reason to stop. */
export const isHopeless = (failingSince: Timestamp | null, now: Timestamp): boolean =>
  failingSince !== null && msBetween(failingSince, now) >= patienceMs;
