import { setTimeout } from 'node:timers/promises';
import { timestampOf } from '../../timestamp.ts';
import type { Credentials } from '../credentials.ts';
import type { Asked, RawCallback } from './carrier.ts';

/**
 * What a status says about a call that was asked for. 4xx is a clear no, 429 among them: the carrier turned the request
 * away before it acted on it. 408 tells of a request that got lost on the way, and 5xx of a carrier or a gateway that
 * failed somewhere between the request and its answer: the call may have been placed, so nobody may place it again.
 */
export function refusalOf(carrier: string, status: number, code: string | undefined): Asked {
  const named = code === undefined ? '' : ` and error ${code}`;
  return status >= 400 && status < 500 && status !== 408
    ? { kind: 'refused', detail: `${carrier} refused the call with HTTP ${status}${named}.` }
    : {
        kind: 'unknown',
        detail: `${carrier} answered HTTP ${status}${named}: the call may have been placed.`,
      };
}

/**
 * What an error of the network says. The clients put the whole request into their errors, credentials included, so
 * nothing of an error is shown but its code.
 */
export function lossOf(carrier: string, error: unknown): Asked {
  const code = neverSent(error);
  return code === undefined
    ? {
        kind: 'unknown',
        detail: `No answer came from ${carrier}: the call may have been placed.`,
      }
    : { kind: 'unreachable', detail: `${carrier} could not be reached (${code}).` };
}

export const noCaller = (carrier: string): Asked => ({
  kind: 'refused',
  detail: `${carrier} needs a number to call from, and the telephony configuration has none.`,
});

const untrusted = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The code of an error that came before the first byte of a request: no name, no connection, no trust. */
function neverSent(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const connecting =
    'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');
  if (connecting || code === 'UND_ERR_CONNECT_TIMEOUT' || untrusted.has(code)) return code;
  // A name with several addresses fails with one error for each: all of them must have failed so.
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  const codes = parts.map((part) => neverSent(part, depth + 1));
  return codes.includes(undefined) ? undefined : codes[0];
}

/**
 * Rejects when the time is up, however much of an answer has come by then: the time-out of a client may begin anew with
 * each piece of it. What was asked for goes on and its answer is lost.
 */
export async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  const over = new AbortController();
  const timeIsUp = setTimeout(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error('The time is up.');
  });
  try {
    return await Promise.race([asked, timeIsUp]);
  } finally {
    over.abort();
  }
}

export const textOf = (credentials: Credentials, name: string): string =>
  String(credentials[name] ?? '');

export function headerOf({ headers }: RawCallback, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** When a carrier says that something was, as far as it says it in a form that can be read. */
export function timeIn(text: string | undefined): { at?: string } {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? {} : { at: timestampOf(date) };
}
