import { later, type Timestamp, msBetween } from '../../timestamp.ts';

/** What is wrong with an endpoint's URL without resolving its host; undefined if nothing is. */
export function urlFault(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'Send a complete URL, such as https://hooks.example.com/voice.';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'Send a URL that starts with https://: events contain call data and must be encrypted in transit.';
  if (url.username !== '' || url.password !== '')
    return 'Send a URL without user and password; verify the signature instead.';
  if (normalizedUrl(text).length > maxUrl)
    return `Send a URL of at most ${maxUrl} characters, counted as it is called: with its characters percent-encoded.`;
  return undefined;
}

const maxUrl = 2048;

/** The URL as it is called: resolved and percent-encoded, its host in lower case, without a fragment. */
export function normalizedUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** The host of a URL as an address; IPv6 without brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

const rotationMs = 24 * 60 * 60 * 1000;
const patienceMs = 5 * 24 * 60 * 60 * 1000;

/** When the previous secret stops signing. */
export const previousSecretExpiry = (rotatedAt: Timestamp): Timestamp =>
  later(rotatedAt, rotationMs);

/** Whether an endpoint has failed long enough to be disabled. */
export const hasFailedTooLong = (failingSince: Timestamp | null, now: Timestamp): boolean =>
  failingSince !== null && msBetween(failingSince, now) >= patienceMs;
