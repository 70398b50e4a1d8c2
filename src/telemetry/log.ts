import pino, { type DestinationStream, type Logger } from 'pino';
import { isDatabaseAway, quotesValues } from '../db/errors.ts';
import { InvalidRequest } from '../errors.ts';
import { withSourcePlaces } from '../system/bundle.ts';

/**
 * The log: one JSON object per line. Everything logged as `err` passes through `describeError`, which keeps rows,
 * credentials and request data out of the log.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: (error: unknown) => describeError(error),
        path: withoutNumbers,
        detail: withoutNumbers,
      },
    },
    destination,
  );

interface DescribedError {
  readonly name: string;
  readonly message?: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly stack?: string;
  readonly cause?: DescribedError;
  readonly errors?: readonly DescribedError[];
}

const maxDepth = 5;
const maxErrors = 10;
const maxFrames = 20;
const maxText = 1000;

/**
 * The parts of an error that hold no data. Omits PostgreSQL's `detail` (whole rows), `where`, `hint` and queries, and
 * the requests and responses of HTTP clients. Redacts values that messages quote.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return describeOther(error);
  const { code, constraint, table } = error as Error & Record<string, unknown>;
  const below = (inner: unknown): DescribedError => describeError(inner, depth + 1);
  const stack = isDatabaseAway(error) ? undefined : framesOf(error);
  return {
    name: cut(error.name),
    message: messageOf(error),
    ...textPart('code', code),
    ...textPart('constraint', constraint),
    ...textPart('table', table),
    ...(stack !== undefined && { stack }),
    ...(depth < maxDepth && error.cause !== undefined && { cause: below(error.cause) }),
    ...(depth < maxDepth &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, maxErrors).map(below),
      }),
  };
}

/** Some libraries emit objects that look like errors. */
function describeOther(error: unknown): DescribedError {
  const { message, code } = (error ?? {}) as {
    readonly message?: unknown;
    readonly code?: unknown;
  };
  const text =
    typeof message === 'string' ? withoutValues(withoutNumbers(cut(message))) : undefined;
  return {
    name: typeof error,
    ...(text !== undefined && { message: text }),
    ...textPart('code', code),
  };
}

const textPart = (name: string, value: unknown): object =>
  typeof value === 'string' || typeof value === 'number' ? { [name]: cut(String(value)) } : {};

const cut = (text: string): string => text.slice(0, maxText);

function messageOf(error: Error): string {
  if (error instanceof InvalidRequest) return 'The request does not fit the contract.';
  const message = cut(error.message);
  // JSON.parse quotes the text it could not read.
  if (quotesValues(error) || error instanceof SyntaxError) return withoutValues(message);
  return withoutNumbers(message);
}

/**
 * Turns `invalid input syntax for type json: "..."` into a message without the quoted value and without what follows a
 * colon.
 */
const withoutValues = (message: string): string =>
  message.replace(/".*"/s, '"[redacted]"').replace(/: .*$/s, '');

/** A possible phone number: at least 7 digits with a plus, at least 10 without. Ids are shorter. */
const number = /(?<![\w-])(?:(?:\+|%2B)\d{7,15}|\d{10,15})(?![\w-])/gi;

/** The text with phone numbers redacted. */
export function withoutNumbers(text: string): string;
export function withoutNumbers(value: unknown): unknown;
export function withoutNumbers(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(number, '[number]') : value;
}

/** The stack frames; the first lines of a stack repeat the message. */
function framesOf({ stack, message }: Error): string | undefined {
  const frames = stack?.slice(stack.indexOf(message) + message.length).split('\n') ?? [];
  return withSourcePlaces(
    frames
      .filter((line) => /^\s+at \S/.test(line))
      .slice(0, maxFrames)
      .join('\n'),
  );
}
