import type { components, ProblemMembers } from './contract.ts';

type Schemas = components['schemas'];

/** A problem code of the contract, or one that was added after this version. */
export type ProblemCode = (keyof ProblemMembers & string) | (string & {});

/** The code of a refusal with 422, which has faults in place of a code of the contract. */
export type ErrorCode = ProblemCode | 'validation_failed';

/** The problem with a code, with the members that this code adds. */
export type ProblemWith<C extends string> = Schemas['Problem'] & {
  readonly code: C;
} & (C extends keyof ProblemMembers ? ProblemMembers[C] : unknown);

export type ValidationFault = Schemas['ValidationFault'];

/** An answer that is no success. It never has the request or its headers. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** The status of the answer. */
  readonly status: number;
  /** The `X-Request-Id` of the answer, to be reported with it; undefined if there is none. */
  readonly requestId: string | undefined;
  /** The `Retry-After` of the answer in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, answer: AnswerOf) {
    super(message);
    this.status = answer.status;
    this.requestId = answer.requestId;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

interface AnswerOf {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** A refusal as the contract defines it: a problem with a `code`, or 422 with faults. `isProblem` narrows it by code. */
export class ProblemError<C extends string = ErrorCode> extends ApiError {
  override name = 'ProblemError';
  /** The problem's code, or `validation_failed` for 422 with faults. */
  readonly code: C;
  /** What is wrong with the request, one entry per fault; empty unless the code is `validation_failed`. */
  readonly errors: readonly ValidationFault[];
  /** The problem with the members of its code; undefined for `validation_failed`. */
  readonly problem: C extends 'validation_failed' ? undefined : ProblemWith<C>;

  constructor(
    message: string,
    answer: AnswerOf,
    { code, errors, problem }: Pick<ProblemError<C>, 'code' | 'errors' | 'problem'>,
  ) {
    super(message, answer);
    this.code = code;
    this.errors = errors;
    this.problem = problem;
  }
}

/** Whether an error is a refusal with one of these codes; without codes, whether it is one at all. */
export function isProblem<C extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is ProblemError<C> {
  if (!(error instanceof ProblemError)) return false;
  const { code }: ProblemError = error;
  return codes.length === 0 || codes.some((each) => each === code);
}

/** The error that an answer means, whose body was read already. */
export function errorOf(
  status: number,
  body: unknown,
  { requestId, retryAfterMs }: Omit<AnswerOf, 'status'>,
): ApiError {
  const answer = { status, requestId, retryAfterMs };
  if (isObject(body) && typeof body['code'] === 'string') {
    const problem = body as ProblemWith<ErrorCode>;
    const message = `${status} ${problem.code}: ${problem.detail}`;
    return new ProblemError(message, answer, { code: problem.code, errors: [], problem });
  }
  if (status === 422 && isObject(body) && Array.isArray(body['detail'])) {
    const errors = body['detail'] as ValidationFault[];
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    // Without the fault's `input`, which can be personal.
    const message = `422 validation_failed: ${first?.loc.join('.')}: ${first?.msg}${more}`;
    const details = { code: 'validation_failed', errors, problem: undefined } as const;
    return new ProblemError<'validation_failed'>(message, answer, details);
  }
  return new ApiError(`The server answered ${status} without a problem of this API.`, answer);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
