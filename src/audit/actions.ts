import type { Transaction } from 'kysely';
import type { ApiKeyCaller, RunCaller, SessionCaller } from '../caller.ts';
import type { Database, Db } from '../db/connect.ts';
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

/** The actor's columns; without a caller, the service itself. */
export function actorOf(caller: Actor | null) {
  if (!caller) return { actor_kind: 'system', actor_id: null } as const;
  if (caller.kind === 'anonymous') return { actor_kind: 'anonymous', actor_id: null } as const;
  if (caller.kind === 'run_token')
    return { actor_kind: 'run_token', actor_id: caller.run_id } as const;
  if (caller.kind === 'session') return { actor_kind: 'user', actor_id: caller.user_id } as const;
  return { actor_kind: 'api_key', actor_id: caller.api_key_id } as const;
}

/** What is exported, of which subject. */
type Export = Pick<Change, 'action' | 'subject_id' | 'after'> & {
  readonly organization_id: number;
};

/** Records that somebody takes data out of the service, before its first byte is sent. */
export const recordExport = (db: Db, cause: Cause, exported: Export): Promise<void> =>
  db.transaction().execute((trx) => recordChange(trx, cause, { ...exported, before: null }));
