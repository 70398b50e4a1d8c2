import type { Transaction } from 'kysely';
import type { ApiKeyCaller, SessionCaller } from '../caller.ts';
import type { Database } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import { type AuditAction, insertEvent } from './queries.ts';
import { differenceOf, type Members } from './rules.ts';

type Actor =
  | Pick<SessionCaller, 'kind' | 'user_id'>
  | Pick<ApiKeyCaller, 'kind' | 'api_key_id'>
  /** Somebody whose credentials were not accepted. */
  | { readonly kind: 'anonymous' };

/** Who made a change, and when. */
export interface Cause {
  /** Null for what the service does by itself. */
  readonly caller: Actor | null;
  /** Null for what no request asked for. */
  readonly requestId: string | null;
  readonly at: Timestamp;
}

export interface Change {
  readonly action: AuditAction;
  /** Whose the subject is; null for what belongs to the platform. */
  readonly organization_id: number | null;
  readonly subject_id: number | string;
  /** The subject as the API shows it, read under a lock: null for one that was not there. Never with secrets. */
  readonly before: Members | null;
  readonly after: Members | null;
}

/**
 * Writes down who changed what from what to what, in the transaction that changes it: neither is ever there without the
 * other. Only the members that became others are kept, large ones as their size; nothing is written if none did.
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

/** The actor's columns; the service itself without a caller. */
export function actorOf(caller: Actor | null) {
  if (!caller) return { actor_kind: 'system', actor_id: null } as const;
  if (caller.kind === 'anonymous') return { actor_kind: 'anonymous', actor_id: null } as const;
  if (caller.kind === 'session') return { actor_kind: 'user', actor_id: caller.user_id } as const;
  return { actor_kind: 'api_key', actor_id: caller.api_key_id } as const;
}
