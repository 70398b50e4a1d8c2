import { randomUUID } from 'node:crypto';
import { later, type Timestamp } from '../../timestamp.ts';
import * as endpoints from '../endpoints/queries.ts';
import { type Sign, signerOf } from '../endpoints/secrets.ts';
import type { WebhookParts } from '../dependencies.ts';
import * as deliveries from './take-queries.ts';
import type { Scheduler } from './scheduler.ts';

/** After this time the process that took a delivery counts as crashed. */
const leaseMs = 60_000;

interface Target {
  readonly url: string;
  /** Null if the secret cannot be decrypted. */
  readonly sign: Sign | null;
}

/** A delivery that this process has taken, until its lease ends. */
export interface Taken extends deliveries.TakenDelivery {
  readonly lease: string;
  readonly until: Timestamp;
  readonly target: Target;
}

interface Taker {
  /** Takes due deliveries, shared by organization and endpoint; returns whether there may be more. */
  take(): Promise<boolean>;
}

interface Parts extends WebhookParts {
  readonly scheduler: Scheduler<Taken>;
  /** Gives up the remaining deliveries of endpoints that are disabled. */
  readonly giveUp: (endpointIds: readonly number[]) => void;
  readonly isGivenUp: (endpointId: number) => boolean;
}

export function createTaker({ scheduler, giveUp, isGivenUp, ...parts }: Parts): Taker {
  let cursor = deliveries.beginning;

  /** The next batch of endpoints with due deliveries. Each is checked once before any is checked again. */
  async function dueLanes(now: Timestamp): Promise<{ due: deliveries.Lane[]; isMore: boolean }> {
    const lanes = await deliveries.lanesAfter(parts.db, cursor);
    const last = lanes.at(-1);
    const isMore = lanes.length === deliveries.lanesAtOnce && last !== undefined;
    cursor = isMore ? last : deliveries.beginning;
    const due = lanes.filter((lane) => lane.next_attempt_at <= now && !isGivenUp(lane.endpoint_id));
    return { due, isMore };
  }

  return {
    async take() {
      const now = parts.now();
      const { due, isMore } = await dueLanes(now);
      const portions = scheduler.portions(due);
      if (portions.length === 0) return isMore;
      const lease = randomUUID();
      const until = later(now, leaseMs);
      const rows = await deliveries.take(parts.db, { now, until, lease, portions });
      const targets = await targetsOf(parts, rows, { now, giveUp });
      for (const [endpoint_id, taken] of Map.groupBy(rows, (row) => row.endpoint_id)) {
        const found = targets.get(endpoint_id);
        const [first] = taken;
        if (!found || !first) continue;
        const { target, isFailing } = found;
        const items = taken.map((row) => ({ ...row, lease, until, target }));
        scheduler.add(first, items, isFailing);
      }
      return rows.length > 0 || isMore;
    },
  };
}

interface Found {
  readonly target: Target;
  readonly isFailing: boolean;
}

/** The targets by endpoint, without disabled ones. */
async function targetsOf(
  parts: WebhookParts,
  rows: readonly deliveries.TakenDelivery[],
  { now, giveUp }: Pick<Parts, 'giveUp'> & { readonly now: Timestamp },
): Promise<ReadonlyMap<number, Found>> {
  if (rows.length === 0) return new Map();
  const ids = [...new Set(rows.map((row) => row.endpoint_id))];
  const found = await endpoints.listWithSecrets(parts.db, ids);
  giveUp(found.filter(({ status }) => status === 'disabled').map(({ id }) => id));
  return new Map(
    found
      .filter(({ status }) => status === 'enabled')
      .map((row) => [
        row.id,
        {
          target: { url: row.url, sign: signerOrNull(parts, row, now) },
          isFailing: row.failing_since !== null,
        },
      ]),
  );
}

function signerOrNull(
  { secrets, log }: WebhookParts,
  row: Parameters<typeof signerOf>[1] & { readonly id: number },
  now: Timestamp,
): Sign | null {
  try {
    return signerOf(secrets, row, now);
  } catch (error) {
    log.error({ err: error, endpoint_id: row.id }, 'a webhook secret cannot be read');
    return null;
  }
}
