import type { components } from '../../../generated/api.ts';
import { mapped } from '../masking-rules.ts';

type Schemas = components['schemas'];

/** What came of a request. */
export type Answer =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      readonly bytes: Buffer;
    }
  | FailedRequest;

/** A request without an answer that can be used. */
export interface FailedRequest {
  readonly failure:
    | 'timeout'
    | 'unreachable'
    | 'lost'
    | 'refused'
    | 'status'
    | 'too_large'
    | 'encoded';
  /** Whether the server may have got the request. */
  readonly isSent: boolean;
  readonly status: number | null;
}

export interface Outcome {
  readonly status: Extract<Schemas['ToolExecutionStatus'], 'succeeded' | 'failed' | 'unknown'>;
  readonly error_code: Schemas['ToolErrorCode'] | null;
  readonly http_status: number | null;
  readonly result: unknown;
}

/** An outcome with what the server says about a failure. */
export interface Told {
  readonly outcome: Outcome;
  readonly detail: string | null;
}

/** What is kept of a request. */
export interface Sent extends Outcome {
  /** Where the result breaks its schema, or what an MCP server says about a failure. */
  readonly error_detail: string | null;
  readonly duration_ms: number;
}

/** Without an answer nobody knows whether the server has done what was asked. */
const codes = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  lost: 'connection_lost',
  refused: 'target_refused',
  too_large: 'result_too_large',
  encoded: 'result_not_json',
} as const;

/** What an answer means, before the result is checked. A read without an answer has failed; of a write nobody knows. */
export function outcomeOf(answer: Answer, isWrite: boolean): Outcome {
  const { status: http_status } = answer;
  const failed = (error_code: Schemas['ToolErrorCode'], status: Outcome['status'] = 'failed') => ({
    status,
    error_code,
    http_status,
    result: null,
  });
  if ('failure' in answer) {
    const { failure, isSent } = answer;
    if (failure === 'status') {
      const isRedirect = http_status !== null && http_status < 400 && http_status !== 304;
      const isOfGateway = http_status === 502 || http_status === 504;
      return failed(
        isRedirect ? 'redirected' : 'http_error',
        isWrite && isOfGateway ? 'unknown' : 'failed',
      );
    }
    const isLost = isWrite && isSent && (failure === 'timeout' || failure === 'lost');
    return failed(codes[failure], isLost ? 'unknown' : 'failed');
  }
  const result = jsonIn(answer.bytes);
  if (result === undefined) return failed('result_not_json');
  return { status: 'succeeded', error_code: null, http_status, result };
}

const maxLevels = 64;

/** The value; null for nothing, and undefined for what is no JSON or nested deeper than 64 levels. */
export function jsonIn(bytes: Buffer): unknown {
  if (bytes.length === 0) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isDeep(value) ? undefined : storable(value);
  } catch {
    return undefined;
  }
}

/** Level by level, because a recursion would exceed the stack. */
function isDeep(value: unknown): boolean {
  let level = [value];
  for (let levels = 0; level.length > 0; levels += 1) {
    if (levels > maxLevels) return true;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return false;
}

/** What PostgreSQL stores: no NUL, and no half of a pair of surrogates. */
const storable = (value: unknown): unknown =>
  mapped(value, (text) => text.replaceAll('\0', '\u{fffd}').toWellFormed());
