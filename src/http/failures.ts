import type { Express, Response } from 'express';
import {
  Failure,
  InvalidRequest,
  methodNotAllowed,
  type ProblemCode,
  unavailable,
} from '../errors.ts';
import { shown } from './bounded-faults.ts';

/** PostgreSQL's classes for connection trouble, a server that is starting or stopping, and one that ended an idle transaction. */
const awayCodes = /^(08|57P0|53300|25P03)/;
/** PostgreSQL's codes for a statement that took too long, and for a lock that was not to be had. */
const lateCodes = /^(57014|55P03)$/;
const awaySystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'ENOENT',
]);
const networkCalls = new Set(['connect', 'read', 'write', 'getaddrinfo']);
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The database system is|Cannot use a pool after calling end|Query read timeout)/;

/** An error may be its own cause. */
const maxDepth = 5;

/** Whether an error of the driver says that the database cannot be reached, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  if (error instanceof AggregateError)
    return error.errors.some((each) => isDatabaseAway(each, depth + 1));
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code !== undefined && awayCodes.test(code)) return true;
  // The same codes come from files; a connection says what it was doing.
  if (code !== undefined && awaySystemCodes.has(code) && networkCalls.has(syscall ?? 'read'))
    return true;
  return (
    awayMessages.test(error.message) ||
    (error.cause !== undefined && isDatabaseAway(error.cause, depth + 1))
  );
}

/** Whether an error of the driver says that the database gave a statement up because of the time that it took. */
export function isDatabaseLate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && lateCodes.test(error.code)) return true;
  return isDatabaseLate(error.cause);
}

/** What the caller is told of whatever was thrown: undefined for a failure of ours. */
function told(error: unknown): Failure | InvalidRequest | undefined {
  if (error instanceof Failure || error instanceof InvalidRequest) return error;
  if (isDatabaseLate(error))
    return unavailable(
      'The database took too long for this and gave it up. Try again shortly, a change best with the same Idempotency-Key.',
      error,
    );
  if (!isDatabaseAway(error)) return undefined;
  return unavailable(
    'The database cannot be reached at the moment. Try again shortly, a change best with the same Idempotency-Key.',
    error,
  );
}

/** Writes the error answer, unless the answer has begun; returns the status that was sent. */
export function sendFailure(res: Response, error: unknown, requestId: string): number {
  if (res.headersSent) {
    res.destroy();
    return res.statusCode;
  }
  const failure = told(error);
  if (failure instanceof InvalidRequest) {
    res.status(422).json({ detail: shown(failure.faults) });
    return 422;
  }
  const { status, code, detail, members, headers } = failure?.problem ?? internal;
  for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
  res.setHeader('Content-Type', 'application/problem+json');
  res.status(status).json({
    type: `/problems/${code}`,
    title: titleOf(code),
    status,
    detail,
    instance: res.req.originalUrl.split('?', 1)[0],
    code,
    request_id: requestId,
    ...members,
  });
  return status;
}

const internal: {
  status: number;
  code: ProblemCode;
  detail: string;
  members?: object;
  headers?: Record<string, string>;
} = {
  status: 500,
  code: 'internal_error',
  detail: 'Something failed on our side. Tell us the request id if it happens again.',
};

const titleOf = (code: ProblemCode): string => {
  const words = code.replaceAll('_', ' ').replace(/\bapi\b/g, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Answers 405 on paths outside the contract that can only be read. */
export function refuseOtherMethods(http: Express, paths: readonly string[]): void {
  http.all([...paths], (req, res) => {
    const allowed = ['GET', 'HEAD', 'OPTIONS'];
    res.setHeader('Allow', allowed.join(', '));
    if (req.method === 'OPTIONS') res.status(204).end();
    else
      sendFailure(
        res,
        methodNotAllowed(req.method, allowed),
        String(res.getHeader('X-Request-Id')),
      );
  });
}
