import { StaleColumns } from './driver/statement.ts';

/** The embedded database has stopped, and only another start of the process opens it again. */
export class EmbeddedDatabaseFailed extends Error {}

/**
 * PostgreSQL's error classes for lost connections, a server that starts or stops or only reads, an idle transaction that
 * was ended, and a server whose own files are away, as while it is upgraded.
 */
const awayCodes = /^(08|57P0|58|53300|25P03|25006)/;
/** PostgreSQL's codes for a statement timeout and a lock timeout. */
const lateCodes = /^(57014|55P03)$/;
/** PostgreSQL's codes for a transaction that lost against others. */
const conflictCodes = /^(40001|40P01)$/;
/** PostgreSQL's codes for a password, user or database that the server rejects. */
const refusedCodes = /^(28000|28P01|3D000)$/;
const awaySystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'ENOENT',
]);
/** Errors of connections to the database: other servers' have the same codes. */
const errorsOfDatabase = new WeakSet<object>();

/** Marks an error as one of a connection to the database; returns it. */
export function ofDatabase<E>(error: E): E {
  if (error instanceof Error) errorsOfDatabase.add(error);
  return error;
}

const networkCalls = new Set(['connect', 'read', 'write', 'getaddrinfo']);
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The database system is|Cannot use a pool after calling end|Client was closed|Query read timeout)/;
/** A Citus whose node ended while it worked, with the code of a fault (XX000). */
const awayNodeMessages =
  /^(failure on connection marked as essential|server closed the connection unexpectedly)/;

/** An error may be its own cause. */
const maxDepth = 5;

/** Whether a driver error means that the database is unreachable, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown, depth = 0, isOurs = false): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  const fromDatabase = isOurs || errorsOfDatabase.has(error);
  if (error instanceof AggregateError)
    return error.errors.some((each) => isDatabaseAway(each, depth + 1, fromDatabase));
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code !== undefined && awayCodes.test(code)) return true;
  // File operations use the same codes; a connection error names its system call.
  if (fromDatabase && awaySystemCodes.has(code ?? '') && networkCalls.has(syscall ?? 'read'))
    return true;
  return (
    awayMessages.test(error.message) ||
    (code === 'XX000' && awayNodeMessages.test(error.message)) ||
    (error.cause !== undefined && isDatabaseAway(error.cause, depth + 1, fromDatabase))
  );
}

/** Whether an error or one of its causes has such a code. */
function hasCode(error: unknown, codes: RegExp, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  return codes.test(codeOf(error)) || hasCode(error.cause, codes, depth + 1);
}

/** Whether a driver error means that the database canceled a statement because it took too long. */
export const isDatabaseLate = (error: unknown): boolean => hasCode(error, lateCodes);

/** Whether a disk has no room: the database's for a change, or one of this machine for a file. */
export const isStorageFull = (error: unknown): boolean => hasCode(error, /^(53100|ENOSPC|EDQUOT)$/);

/** Whether the database has no memory for a statement. */
export const isOutOfMemory = (error: unknown): boolean => hasCode(error, /^53200$/);

/**
 * Whether a transaction lost against others: it was part of a deadlock, could not be serialized, or its row's month was
 * made meanwhile, so that the row no longer belongs in the default partition. A check that a row violates has a name,
 * a partition's bounds have none.
 */
export const isConflict = (error: unknown): boolean =>
  hasCode(error, conflictCodes) || (hasCode(error, /^23514$/) && constraintOf(error) === undefined);

/** Whether a table changed after its statement was prepared, so that the statement has to be prepared again. */
export const isStale = (error: unknown): boolean =>
  error instanceof StaleColumns ||
  (hasCode(error, /^0A000$/) && (error as Error).message.startsWith('cached plan must not change'));

/** Whether a statement would have stored twice what the unique index admits once. */
export const isDuplicate = (error: unknown, index: string): boolean =>
  hasCode(error, /^23505$/) && constraintOf(error) === index;

/** The constraint that a row violates; Citus has it only in its message, with the number of the shard. */
function constraintOf(error: unknown): string | undefined {
  const { constraint, message } = error as { constraint?: string; message?: string };
  return constraint ?? /constraint "(\w+?)(?:_\d{6,})?"$/.exec(message ?? '')?.[1];
}

/** pg's error when the client gives up on a statement because the server does not answer. */
export const silence = (): Error => new Error('Query read timeout');
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * Citus' warning that a node did not answer a commit: whether it is done, nobody knows, as when a server does not answer.
 * The error that follows, if one does, has the code of a fault of Citus.
 */
export const isCommitInDoubt = (warning: string | undefined): boolean =>
  warning?.startsWith('failed to commit ') ?? false;
export const commitInDoubt = (cause: unknown): Error =>
  Object.assign(new Error('A node of the database did not answer the commit.', { cause }), {
    code: '08007',
  });

/** Whether the server takes no changes: a standby, or a primary that was made read-only. */
export const isReadOnlyServer = (error: unknown): boolean => codeOf(error) === '25006';

/** Whether a statement waited longer for a lock than it may, or in a circle. */
export const isHeldUp = (error: unknown): boolean => hasCode(error, /^(55P03|40P01)$/);

/** Whether a statement waited longer for a lock than it may. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** Whether the database server rejected the connection: its password, user or database. */
export const isRefusedByDatabase = (error: unknown): boolean => refusedCodes.test(codeOf(error));

/**
 * SQLSTATE classes whose messages quote only our own names: tables, columns and constraints. Others quote values too.
 */
const namesOnly = /^(08|23|25|28|40|42(?!601)|53|54|55|57|58)/;

/** Whether PostgreSQL sent the error and its message may quote values of rows: its errors alone have a severity. */
export const quotesValues = (error: Error): boolean =>
  'severity' in error && codeOf(error) !== '' && !namesOnly.test(codeOf(error));

/** The error's code, an SQLSTATE where PostgreSQL sent it; empty without one. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether a row was refused by a constraint of its table. */
export const isConstraintViolation = (error: unknown): boolean => codeOf(error).startsWith('23');
