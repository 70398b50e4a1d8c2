import type { Transaction } from 'kysely';
import type { ApiKeyCaller, RunCaller, SessionCaller } from '../caller.ts';
import type { Database, Db } from '../db/connect.ts';
import { mustMatch, type Revised } from '../http/etag.ts';
import type { Timestamp } from '../timestamp.ts';
import { type AuditAction, insertEvent } from './queries.ts';
import { differenceOf, type Members } from './rules.ts';

type Actor =
  | Pick<SessionCaller, 'kind' | 'user_id'>
  | Pick<ApiKeyCaller, 'kind' | 'api_key_id'>
  | Pick<RunCaller, 'kind' | 'run_id'>
  /** A client without valid credentials. */
  | { readonly kind: 'anonymous' };

/** Who made a change, and when. */
export interface Cause {
  /** Null if the service acts by itself. */
  readonly caller: Actor | null;
  /** Null if no request caused it. */
  readonly requestId: string | null;
  readonly at: Timestamp;
}

export interface Change {
  readonly action: AuditAction;
  /** The owner of the subject; null if it belongs to the platform. */
  readonly organization_id: number | null;
  readonly subject_id: number | string;
  /** The subject as the API shows it, read under a lock; null if it did not exist. Never contains secrets. */
  readonly before: Members | null;
  readonly after: Members | null;
}

/**
 * Records who changed what, from which values to which, in the transaction that makes the change. Stores only the
 * members that changed, large ones as their size, and nothing if none changed.
 */
export async function recordChange(
  trx: Transaction<Database>,
  cause: Cause,
  change: Change,
): Promise<void> {
  const difference = differenceOf(change.before, change.after);
  if (!difference) return;
  await insertEvent(trx, {
    created_at: cause.at,
    organization_id: change.organization_id,
    ...actorOf(cause.caller),
    action: change.action,
    subject_id: String(change.subject_id),
    before: difference.before && JSON.stringify(difference.before),
    after: difference.after && JSON.stringify(difference.after),
    request_id: cause.requestId,
  }).execute();
}

/** Who changes something of an organization. */
type Changer = Actor & { readonly organization_id: number };

/** What a request says of the change that it makes. */
interface ChangeRequest<Caller extends Changer = Changer> {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly caller: Caller;
  readonly requestId: string;
}

interface ChangeApp {
  readonly db: Db;
  readonly now: () => Timestamp;
}

/** The subject before and after, one of them null or left out if it did not exist; its owner if that is not the caller's. */
type Recorded = Partial<Pick<Change, 'organization_id'>> &
  (
    | (Pick<Change, 'before'> & Partial<Pick<Change, 'after'>>)
    | (Pick<Change, 'after'> & { readonly before?: undefined })
  );

/** What a change works with while its transaction is open. */
export interface OpenChange<Caller extends Changer = Changer> {
  readonly trx: Transaction<Database>;
  readonly at: Timestamp;
  readonly cause: Cause & { readonly caller: Caller };
  /** The caller's. */
  readonly organization_id: number;
  /** Throws 412 unless the request's If-Match allows a change of the row, which the transaction has locked. */
  readonly mustMatch: (row: Revised) => void;
  /** `recordChange` with the request as its cause. */
  readonly record: (
    action: AuditAction,
    subject_id: Change['subject_id'],
    change: Recorded,
  ) => Promise<void>;
}

/**
 * Runs a request's change in one transaction: all of it is done, with its audit event, or nothing. An export only records
 * that somebody takes data out, before its first byte is sent.
 */
export function makeChange<Caller extends Changer, Result>(
  request: Pick<ChangeRequest<Caller>, 'headers' | 'caller' | 'requestId'> & {
    /** The time of the change, if something has been decided by it before. */
    readonly at?: Timestamp;
  },
  app: ChangeApp,
  work: (change: OpenChange<Caller>) => Promise<Result>,
): Promise<Result> {
  const { caller, requestId, at = app.now() } = request;
  const { organization_id } = caller;
  const { 'if-match': header } = request.headers;
  const ifMatch = typeof header === 'string' ? header : undefined;
  const cause = { caller, requestId, at };
  return app.db.transaction().execute((trx) =>
    work({
      trx,
      at,
      cause,
      organization_id,
      mustMatch: (row) => mustMatch(ifMatch, row),
      record: (action, subject_id, { before = null, after = null, ...owner }) =>
        recordChange(trx, cause, { action, organization_id, subject_id, before, after, ...owner }),
    }),
  );
}

/** A handler that is one change, and does nothing before or after it. `work` gets the request's own members beside those of the change. */
export const asChange =
  <Request extends ChangeRequest, App extends ChangeApp, Result>(
    work: (
      request: Pick<Request, keyof ChangeRequest> & OpenChange<Request['caller']>,
      app: App,
    ) => Promise<Result>,
  ) =>
  (request: Request, app: App): Promise<Result> =>
    makeChange<Request['caller'], Result>(request, app, (change) =>
      work({ ...request, ...change }, app),
    );

/** The actor's columns; without a caller, the service itself. */
export function actorOf(caller: Actor | null) {
  if (!caller) return { actor_kind: 'system', actor_id: null } as const;
  if (caller.kind === 'anonymous') return { actor_kind: 'anonymous', actor_id: null } as const;
  if (caller.kind === 'run_token')
    return { actor_kind: 'run_token', actor_id: caller.run_id } as const;
  if (caller.kind === 'session') return { actor_kind: 'user', actor_id: caller.user_id } as const;
  return { actor_kind: 'api_key', actor_id: caller.api_key_id } as const;
}
