import {
  isConflict,
  isDatabaseAway,
  isDatabaseLate,
  isOutOfMemory,
  isStale,
  isStorageFull,
} from '../db/errors.ts';
import {
  Failure,
  type FailureKind,
  type Fault,
  InvalidRequest,
  type ProblemCode,
  storageFull,
  unavailable,
} from '../errors.ts';
import { shown } from './bounded-faults.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { RequestState } from './state.ts';

const again = 'Try again shortly; repeat a change with the same Idempotency-Key.';

/** Errors of the database that pass, each with what is wrong. The first that applies counts. */
const passing: readonly (readonly [applies: (error: unknown) => boolean, what: string])[] = [
  [isDatabaseLate, 'The database statement timed out.'],
  [isConflict, 'The change met others of the same objects several times, and nothing was changed.'],
  [isStale, 'A table of the database has just been changed.'],
  [isOutOfMemory, 'The database has no memory left for the request.'],
  [isDatabaseAway, 'The database is unreachable.'],
];

/** The failure to show the caller; undefined for an internal error. */
export function failureFor(error: unknown): Failure | InvalidRequest | undefined {
  if (error instanceof Failure || error instanceof InvalidRequest) return error;
  if (isStorageFull(error)) return storageFull(error);
  const what = passing.find(([applies]) => applies(error))?.[1];
  return what === undefined ? undefined : unavailable(`${what} ${again}`, error);
}

/** Answers a request whose processing failed, with the headers that do not belong to its success. */
export function fail(state: RequestState, error: unknown): void {
  const { res, headers, kept } = state;
  if (res.headersSent) return void res.destroy();
  const answer = answerFor(error, state);
  // A quota that is exhausted is shown in place of another one.
  const before = headers
    .slice(0, kept)
    .filter((_, index, all) => !answer.headers.includes(all[index - (index % 2)] ?? ''));
  res.writeHead(answer.status, [...before, ...answer.headers]).end(answer.text);
}

interface FailedRequest {
  readonly path: string;
  readonly requestId: string;
}

interface FailureAnswer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly text: string;
}

export function answerFor(error: unknown, { path, requestId }: FailedRequest): FailureAnswer {
  const failure = failureFor(error);
  if (failure instanceof InvalidRequest) {
    const body = { detail: shown(failure.faults.map(withPlus)) };
    return jsonAnswer(422, 'application/json; charset=utf-8', body);
  }
  const status = failure ? statusOf(failure) : 500;
  const { code, detail, members } = failure?.problem ?? internal;
  const answer = jsonAnswer(status, 'application/problem+json; charset=utf-8', {
    type: `/problems/${code}`,
    title: titleOf(code),
    status,
    detail,
    instance: path,
    code,
    request_id: requestId,
    param: null,
    ...members,
  });
  if (!failure) return answer;
  const headers = Object.entries(headersOf(failure)).flat();
  return { ...answer, headers: [...headers, ...answer.headers] };
}

/** The offset of a time, or a phone number, whose `+` has become a space. */
const lostPlus = /^ \d{6}|\d \d\d:?\d\d$/;

/** In a query `+` is a space, which callers who write an offset or a phone number there do not see. */
const withPlus = (fault: Fault): Fault =>
  fault.loc[0] === 'query' && typeof fault.input === 'string' && lostPlus.test(fault.input)
    ? {
        ...fault,
        msg: `${fault.msg} A + in a query is read as a space: send %2B in its place${fault.input.startsWith(' ') ? '' : ', or Z for +00:00'}.`,
      }
    : fault;

function jsonAnswer(status: number, type: string, body: object): FailureAnswer {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return { status, headers: ['Content-Type', type, 'Content-Length', length], text };
}

const internal: Pick<Failure['problem'], 'code' | 'detail' | 'members'> = {
  code: 'internal_error',
  detail: 'The server failed. If it happens again, report the request id to the operator.',
};

const statuses: Readonly<Record<FailureKind, number>> = {
  unauthorized: 401,
  forbidden: 403,
  malformed: 400,
  too_late: 408,
  headers_too_large: 431,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  range_not_satisfiable: 416,
  unsupported: 415,
  misdirected: 421,
  too_many: 429,
  unavailable: 503,
  bad_gateway: 502,
  gateway_timeout: 504,
};

export const statusOf = ({ problem }: Failure): number => statuses[problem.kind];

const headersOf = ({
  problem: { kind, members, retryAfterSeconds: seconds, quota },
}: Failure): Record<string, string> => ({
  ...(kind === 'range_not_satisfiable' && {
    'Content-Range': `bytes */${String(members?.['bytes'])}`,
  }),
  ...(kind === 'method_not_allowed' && {
    Allow: String(members?.['allowed']).replaceAll(',', ', '),
  }),
  ...(kind === 'unauthorized' && { 'WWW-Authenticate': 'Bearer' }),
  ...(seconds !== undefined && { 'Retry-After': String(seconds) }),
  ...(seconds !== undefined && quota && rateLimitHeaders(quota, 0, seconds)),
});

const titleOf = (code: ProblemCode): string => {
  const words = code.replaceAll('_', ' ').replace(/\bapi\b/g, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
