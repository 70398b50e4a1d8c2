import { parseJson } from '../../http/json.ts';
import { retryAfterMs } from '../../time/retry-after.ts';
import { timestampOf } from '../../timestamp.ts';
import type { Credentials } from '../credentials.ts';
import type {
  CallStatusAnswer,
  CommandResult,
  InboundReading,
  NotAccepted,
  PlacementResult,
  RawCallback,
} from './carrier.ts';
import { type HttpAnswer, NeverSent } from './http.ts';

/** What a carrier's error code is about, which its HTTP status does not always tell. */
export type Subject = 'account' | 'call' | 'rate';

interface CarrierError {
  readonly code?: string | undefined;
  readonly subject?: Subject | undefined;
  /** The pause that the carrier requested in its own way. */
  readonly pauseMs?: number | undefined;
}

const maxPauseMs = 3_600_000;

/** Statuses of the account: no credentials, no balance, no permission. */
const accountStatuses = new Set([401, 402, 403]);

/**
 * What an HTTP answer that is no success means for a call that is being placed. 408 means that the request was lost,
 * and 5xx but 503 that the carrier failed at it, or a gateway on the way: the call may have been placed. 4xx and 503
 * mean that the carrier did not act on the request.
 */
export function refusalOf(
  carrier: string,
  { status, headers }: HttpAnswer,
  { code, subject, pauseMs }: CarrierError = {},
): NotAccepted {
  const answered = `HTTP ${status}${code === undefined ? '' : ` and error ${code}`}`;
  const pause = pauseMs ?? retryAfterMs(headers, maxPauseMs);
  if (status === 429 || (status === 503 && pause !== undefined) || isAbout('rate', status, subject))
    return {
      kind: 'rate_limited',
      detail: `${carrier} accepts no more calls now: ${answered}.`,
      retry_after_ms: pause === undefined ? null : Math.min(pause, maxPauseMs),
    };
  const named = code === undefined ? {} : { carrier_code: code };
  if (status === 503)
    return {
      kind: 'unavailable',
      detail: `${carrier} could not process the call: ${answered}.`,
      ...named,
    };
  if (status < 400 || status === 408 || status >= 500)
    return {
      kind: 'unknown',
      detail: `${carrier} responded with ${answered}: the call may have been placed.`,
    };
  if (subject === 'account' || (subject === undefined && accountStatuses.has(status)))
    return {
      kind: 'account_refused',
      detail: `${carrier} accepts no calls of this account with ${answered}. Check its status, its balance and the telephony configuration.`,
      ...named,
    };
  return { kind: 'refused', detail: `${carrier} refused the call with ${answered}.`, ...named };
}

const isAbout = (what: Subject, status: number, subject: Subject | undefined): boolean =>
  subject === what && status >= 400 && status < 500 && status !== 408;

/** What it means that there is no answer. */
export const lossOf = (carrier: string, error: unknown): NotAccepted =>
  error instanceof NeverSent
    ? { kind: 'unavailable', detail: `${carrier} could not be reached (${error.message}).` }
    : {
        kind: 'unknown',
        detail: `${carrier} did not respond: the call may have been placed.`,
      };

/** What the carrier answered about a call; an error tells nothing about it. Its message may contain credentials. */
export async function statusFrom(
  carrier: string,
  ask: () => Promise<CallStatusAnswer>,
): Promise<CallStatusAnswer> {
  try {
    return await ask();
  } catch (error) {
    const status = memberOf(error, 'status');
    const reason = typeof status === 'number' ? `HTTP ${status}` : 'no answer';
    return silent(`${carrier} does not tell the state of the call (${reason}).`);
  }
}

/** Statuses that tell nothing about the call: of the account, a request that was lost, and too many requests. */
const passing = new Set([...accountStatuses, 408, 429]);

/** What the carrier answered to a request about a call. The message of an error may contain credentials. */
export async function commandFrom(
  carrier: string,
  command: () => Promise<unknown>,
): Promise<CommandResult> {
  try {
    await command();
    return { kind: 'accepted' };
  } catch (error) {
    const status = memberOf(error, 'status');
    if (typeof status !== 'number')
      return { kind: 'failed', detail: `${carrier} did not answer the request.` };
    const detail = `${carrier} did not accept the request: HTTP ${status}.`;
    const isAboutCall = status >= 400 && status < 500 && !passing.has(status);
    return { kind: isAboutCall ? 'refused' : 'failed', detail };
  }
}

export const silent = (detail: string): CallStatusAnswer => ({ kind: 'silent', detail });

export const noRuntime = {
  kind: 'refused',
  detail: 'The telephony configuration names no agent runtime.',
} as const;

export const noCaller = (carrier: string): PlacementResult => ({
  kind: 'account_refused',
  detail: `${carrier} needs a caller number, and the telephony configuration has none.`,
});

export const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

export const textOf = (credentials: Credentials, name: string): string =>
  String(credentials[name] ?? '');

export function headerOf({ headers }: RawCallback, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** A carrier's own code: the first of the members that is one short word, so that no other data leaks. */
export function codeIn(report: unknown, ...names: readonly string[]): { carrier_code?: string } {
  const carrier_code = names
    .map((name) => memberOf(report, name))
    .find((value): value is string => typeof value === 'string' && isCode(value));
  return carrier_code === undefined ? {} : { carrier_code };
}

/** Telnyx says `unspecified` where there is no code. */
const isCode = (value: string): boolean => value !== 'unspecified' && shortWord.test(value);

const shortWord = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Longer ids of calls are not stored. */
const maxIdLength = 200;

export const isId = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && id.length <= maxIdLength;

/** An incoming call as its carrier describes it; ignored without an id. */
export const incoming = (
  id: unknown,
  { to, from }: { readonly to: unknown; readonly from: unknown },
): InboundReading =>
  isId(id)
    ? { kind: 'incoming', carrier_call_id: id, to: wordOf(to), from: wordOf(from) }
    : { kind: 'ignored' };

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The time of a carrier's event, if it is given in a readable form. */
export function timeIn(text: string | undefined): { at?: string } {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? {} : { at: timestampOf(date) };
}

/** The member of a parsed JSON object, undefined if there is none; a text as it can be stored. */
export function memberOf(value: unknown, name: string): unknown {
  const member: unknown =
    typeof value === 'object' && value !== null
      ? Object.getOwnPropertyDescriptor(value, name)?.value
      : undefined;
  return typeof member === 'string' ? storable(member) : member;
}

/** A text without NUL and unpaired surrogates, which PostgreSQL refuses. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}');

/**
 * The JSON of a report whose signature was verified over its bytes. A report is all that a carrier ever says of what
 * happened, so none is refused for what another reader would read differently: of a repeated member the last counts,
 * large integers are rounded, and texts are stored as far as they can be. Throws the validation error for what is no JSON.
 */
export function reportIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return parseJson(bytes);
  }
}

/** The parsed JSON of an answer; undefined if it is none, such as the page of a gateway. */
export function jsonIn({ text }: HttpAnswer): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
