import type { components } from '../../../generated/api.ts';

type Schemas = components['schemas'];

/** How deep an answer is nested at most. */
export const maxLevels = 64;

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

interface Outcome {
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

const codes = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  lost: 'connection_lost',
  refused: 'target_refused',
  too_large: 'result_too_large',
  encoded: 'result_not_json',
} as const;

/** An outcome without a result: unknown if what was asked may have been done. */
export const withoutResult = (
  isUnknown: boolean,
  reason: Pick<Outcome, 'error_code' | 'http_status'>,
): Outcome => ({ status: isUnknown ? 'unknown' : 'failed', ...reason, result: null });

/** What came of a request without an answer that can be used. */
export const outcomeOf = (failed: FailedRequest, isWrite: boolean): Outcome =>
  withoutResult(isWrite && mayBeDone(failed), {
    error_code: codeOf(failed),
    http_status: failed.status,
  });

/**
 * Whether the server may have done what was asked although there is no result: it may have got the request, and has not
 * refused it. README.md has the rule.
 */
const mayBeDone = ({ failure, isSent, status }: FailedRequest): boolean =>
  failure === 'status' ? isAfterwards(status) : isSent;

/** Statuses that a server may send after it has acted: 302 and 303 lead from a form to its result. */
const isAfterwards = (status: number | null): boolean =>
  status !== null && (status === 302 || status === 303 || status >= 500);

function codeOf({ failure, status }: FailedRequest): Schemas['ToolErrorCode'] {
  if (failure !== 'status') return codes[failure];
  return status !== null && status < 400 && status !== 304 ? 'redirected' : 'http_error';
}
