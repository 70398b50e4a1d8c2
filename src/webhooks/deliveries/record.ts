import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { recordChange } from '../../audit/actions.ts';
import { announceDisabled } from '../endpoints/disabling.ts';
import * as endpoints from '../endpoints/queries.ts';
import { hasFailedTooLong } from '../endpoints/rules.ts';
import type { WebhookParts } from '../dependencies.ts';
import { useIndexes } from '../plan-queries.ts';
import type { Posted } from './post.ts';
import * as deliveries from './record-queries.ts';
import { retryWaitMs, verdictOn } from './rules.ts';
import { settleDelivered } from './settle-queries.ts';
import type { Leasing, TakenRow } from './take-queries.ts';

/** An attempted delivery and its result. */
export interface Tried {
  readonly id: number;
  readonly endpoint_id: number;
  readonly event_created_at: Timestamp;
  readonly lease: string;
  readonly at: Timestamp;
  readonly posted: Posted;
}

interface LockedEndpoint {
  readonly id: number;
  readonly organization_id: number;
  readonly url: string;
  readonly description: string | null;
  readonly status: 'enabled' | 'disabled';
  failing_since: Timestamp | null;
  disabled_reason?: 'gone' | 'failing';
}

interface SettledAttempts {
  /** The others. They include the few successful ones that change more than their delivery, or wait for a lock. */
  readonly rest: readonly Tried[];
  /** The next deliveries of their subjects, as far as they are taken at once. */
  readonly next: readonly TakenRow[];
}

/** Records the attempts that succeeded, in one statement for all. */
export async function settle(
  parts: WebhookParts,
  all: readonly Tried[],
  taking: Leasing,
): Promise<SettledAttempts> {
  // The later of two attempts of a delivery, which has its lease.
  const delivered = new Map<number, Tried>();
  for (const tried of all)
    if (verdictOn(tried.posted.status) === 'delivered') delivered.set(tried.id, tried);
  if (delivered.size === 0) return { rest: all, next: [] };
  const made = [...delivered.values()].map(({ posted, ...tried }) => ({ ...tried, ...posted }));
  const { ids, next } = await parts.db.transaction().execute(async (trx) => {
    await useIndexes(trx);
    return settleDelivered(trx, made, taking);
  });
  const rest = all.filter((tried) => !ids.has(tried.id) || delivered.get(tried.id) !== tried);
  return { rest, next };
}

/**
 * Records the results of attempts in one transaction: the attempts, the next retry of each delivery, and the effect on
 * its endpoint. If another process has taken the delivery meanwhile, only the attempt is recorded. Without `wait`,
 * attempts of locked endpoints are left.
 */
export async function record(
  parts: WebhookParts,
  all: readonly Tried[],
  { wait }: { readonly wait: boolean },
): Promise<Recorded> {
  if (all.length === 0) return { disabled: [], left: [] };
  const now = parts.now();
  const { closed, left } = await parts.db.transaction().execute(async (trx) => {
    await useIndexes(trx);
    const endpointIds = [...new Set(all.map(({ endpoint_id }) => endpoint_id))];
    const targets = new Map<number, LockedEndpoint>();
    for (const row of await endpoints.lockAll(trx, endpointIds, { wait }))
      targets.set(row.id, { ...row });
    const missing = endpointIds.filter((id) => !targets.has(id));
    const held = wait || missing.length === 0 ? none : await endpoints.existing(trx, missing);
    const tried = all.filter(({ endpoint_id }) => !held.has(endpoint_id));
    const before = structuredClone(targets);
    const locked = new Map((await deliveries.lockAll(trx, tried)).map((row) => [row.id, row]));

    const attempted = new Map<number, deliveries.AttemptedDelivery>();
    const attempts: deliveries.Attempt[] = [];
    for (const { id, lease, at, posted } of tried) {
      const row = attempted.get(id) ?? locked.get(id);
      const endpoint = row && targets.get(row.endpoint_id);
      // Both are deleted together with their endpoint.
      if (!row || !endpoint) continue;
      const { status, duration_ms, answer, error } = posted;
      const attempt_count = row.attempt_count + 1;
      attempts.push({
        delivery_id: id,
        number: attempt_count,
        at,
        status,
        duration_ms,
        answer,
        error,
      });
      const isOurs = row.state === 'pending' && row.lease === lease;
      const next = isOurs ? after(row, posted, now) : row;
      attempted.set(id, { ...next, attempt_count, last_status: status });
      if (!isOurs) continue;
      updateHealth(endpoint, status, now);
    }
    if (attempts.length > 0)
      await deliveries.settleAll(trx, { rows: [...attempted.values()], attempts, now });
    return {
      closed: await settleEndpoints(trx, { before, targets, now }),
      left: all.filter(({ endpoint_id }) => held.has(endpoint_id)),
    };
  });
  for (const { id, disabled_reason: reason } of closed)
    if (reason) parts.log.info({ endpoint_id: id, reason }, 'a webhook endpoint was disabled');
  return { disabled: closed.map(({ id }) => id), left };
}

interface Recorded {
  /** Endpoints that are now disabled; their remaining deliveries must be given up. */
  readonly disabled: readonly number[];
  readonly left: readonly Tried[];
}

const none: ReadonlySet<number> = new Set();

/** The delivery after an attempt. */
function after(
  row: deliveries.LockedDelivery,
  { status, retry_after_ms }: Posted,
  now: Timestamp,
): deliveries.LockedDelivery {
  const tries = row.tries + 1;
  const verdict = verdictOn(status);
  const tried = { ...row, tries, lease: null };
  if (verdict === 'delivered')
    return { ...tried, state: 'delivered', next_attempt_at: null, settled_at: now };
  const wait = retryWaitMs({ tries, retryAfterMs: retry_after_ms, chance: Math.random() });
  if (verdict === 'gone' || wait === undefined)
    return { ...tried, state: 'failed', next_attempt_at: null, settled_at: now };
  return { ...tried, next_attempt_at: later(now, wait) };
}

/** Updates an endpoint's health after an attempt; a disabled endpoint keeps its reason. */
function updateHealth(endpoint: LockedEndpoint, status: number | null, now: Timestamp): void {
  const verdict = verdictOn(status);
  if (verdict === 'delivered') {
    endpoint.failing_since = null;
    return;
  }
  endpoint.failing_since ??= now;
  if (endpoint.status === 'disabled') return;
  if (verdict === 'gone') endpoint.disabled_reason = 'gone';
  else if (hasFailedTooLong(endpoint.failing_since, now)) endpoint.disabled_reason ??= 'failing';
}

interface EndpointChanges {
  readonly before: ReadonlyMap<number, LockedEndpoint>;
  readonly targets: ReadonlyMap<number, LockedEndpoint>;
  readonly now: Timestamp;
}

/** Writes the changes of the endpoints; returns those that are disabled, with the reason if it is new. */
async function settleEndpoints(
  trx: Transaction<Database>,
  { before, targets, now }: EndpointChanges,
): Promise<LockedEndpoint[]> {
  for (const endpoint of targets.values()) {
    const { id, failing_since, disabled_reason } = endpoint;
    if (disabled_reason) {
      const disabled = endpoints.disabled(disabled_reason, now);
      await endpoints.update(trx, id, { failing_since, ...disabled, updated_at: now });
      const cause = { caller: null, requestId: null, at: now };
      await recordChange(trx, cause, {
        action: 'webhook_endpoint.disabled',
        organization_id: endpoint.organization_id,
        subject_id: id,
        before: { status: 'enabled' },
        after: { status: 'disabled', disabled_reason },
      });
      await announceDisabled(trx, { endpoint, disabled_reason, caller: null, now });
    } else if (failing_since !== before.get(id)?.failing_since) {
      await endpoints.setFailingSince(trx, id, failing_since);
    }
  }
  return [...targets.values()].filter(
    ({ status, disabled_reason }) => status === 'disabled' || disabled_reason,
  );
}

/** Gives up the remaining deliveries of an endpoint that is now disabled. */
export async function giveUpDisabled(parts: WebhookParts, endpointId: number): Promise<void> {
  await parts.db.transaction().execute(async (trx) => {
    const [locked] = await endpoints.lockAll(trx, [endpointId]);
    if (locked?.status === 'disabled') await deliveries.giveUpAll(trx, locked, parts.now());
  });
}
