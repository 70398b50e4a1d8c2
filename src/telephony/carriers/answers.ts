import { timestampOf } from '../../timestamp.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { Credentials } from '../credentials.ts';
import type { PlacementResult, RawCallback } from './carrier.ts';

/**
 * What an HTTP status means for a call that is being placed. 4xx, including 429, is a definite rejection: the carrier
 * did not act on the request. 408 means that the request was lost, and 5xx that the carrier or a gateway failed on the
 * way: the call may have been placed, so it must not be placed again.
 */
export function refusalOf(
  carrier: string,
  status: number,
  code: string | undefined,
): PlacementResult {
  const named = code === undefined ? '' : ` and error ${code}`;
  return status >= 400 && status < 500 && status !== 408
    ? { kind: 'refused', detail: `${carrier} refused the call with HTTP ${status}${named}.` }
    : {
        kind: 'unknown',
        detail: `${carrier} responded with HTTP ${status}${named}: the call may have been placed.`,
      };
}

/**
 * What a network error means. Client errors contain the whole request, including credentials, so only the code is
 * shown.
 */
export function lossOf(carrier: string, error: unknown): PlacementResult {
  const code = neverSent(error);
  return code === undefined
    ? {
        kind: 'unknown',
        detail: `${carrier} did not respond: the call may have been placed.`,
      }
    : { kind: 'unreachable', detail: `${carrier} could not be reached (${code}).` };
}

export const noCaller = (carrier: string): PlacementResult => ({
  kind: 'refused',
  detail: `${carrier} needs a caller number, and the telephony configuration has none.`,
});

const untrusted = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The code of an error that occurred before the first byte was sent: DNS, connection or TLS. */
function neverSent(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const connecting =
    'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');
  if (connecting || code === 'UND_ERR_CONNECT_TIMEOUT' || untrusted.has(code)) return code;
  // A name with several addresses fails with one error each; all of them must be such errors.
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  const codes = parts.map((part) => neverSent(part, depth + 1));
  return codes.includes(undefined) ? undefined : codes[0];
}

/**
 * Rejects when the time is up, even if part of the response has arrived: a client's own timeout may restart with each
 * part. The request continues and its response is lost.
 */
export const within = <T>(ms: number, request: Promise<T>): Promise<T> =>
  withTimeout(ms, request, () => {
    throw new Error('The request timed out.');
  });

export const textOf = (credentials: Credentials, name: string): string =>
  String(credentials[name] ?? '');

export function headerOf({ headers }: RawCallback, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The time of a carrier's event, if it is given in a readable form. */
export function timeIn(text: string | undefined): { at?: string } {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? {} : { at: timestampOf(date) };
}
