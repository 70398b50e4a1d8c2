import { randomUUID } from 'node:crypto';
import { later, type Timestamp } from '../../timestamp.ts';
import * as endpoints from '../endpoints/queries.ts';
import { type Sign, signerOf } from '../endpoints/secrets.ts';
import type { WebhookParts } from '../dependencies.ts';
import type { TakingComposed } from '../events/compose.ts';
import * as deliveries from './take-queries.ts';
import type { Scheduler } from './scheduler.ts';

/** After this time the process that took a delivery counts as crashed. */
const leaseMs = 60_000;

interface Target {
  /** As text if it is none, which the attempt then says. */
  readonly url: string | URL;
  /** Null if the secret cannot be decrypted. */
  readonly sign: Sign | null;
}

/** A delivery that this process has taken, until its lease ends. */
export interface Taken extends deliveries.TakenDelivery {
  readonly lease: string;
  readonly until: Timestamp;
  readonly target: Target;
}

interface Taker extends TakingComposed {
  /** Takes due deliveries, shared by organization and endpoint; returns whether there may be more. */
  take(): Promise<boolean>;
  /** Whether deliveries of the endpoint were due for which there was no room. */
  isBehind(endpointId: number): boolean;
  /** A lease from now on; of a process that stops without a name, with which nothing is taken. */
  leasing(): deliveries.Leasing;
  /** Has deliveries sent that were taken as the next of their subjects. */
  takenNext(rows: readonly deliveries.TakenRow[], leasing: deliveries.Leasing): Promise<void>;
}

interface Parts extends WebhookParts {
  readonly scheduler: Scheduler<Taken>;
  /** Gives up the remaining deliveries of endpoints that are disabled. */
  readonly giveUp: (endpointIds: readonly number[]) => void;
  readonly isGivenUp: (endpointId: number) => boolean;
  readonly isStopping: () => boolean;
}

export function createTaker({ scheduler, giveUp, isGivenUp, isStopping, ...parts }: Parts): Taker {
  let cursor = deliveries.beginning;
  let behind: ReadonlySet<number> = new Set();

  /** The next batch of endpoints with due deliveries. Each is checked once before any is checked again. */
  async function dueLanes(now: Timestamp): Promise<{ due: deliveries.Lane[]; isMore: boolean }> {
    const lanes = await deliveries.lanesAfter(parts.db, cursor);
    const last = lanes.at(-1);
    const isMore = lanes.length === deliveries.lanesAtOnce && last !== undefined;
    cursor = isMore ? last : deliveries.beginning;
    const due = lanes.filter((lane) => lane.next_attempt_at <= now && !isGivenUp(lane.endpoint_id));
    return { due, isMore };
  }

  function leasing(): deliveries.Leasing {
    const now = parts.now();
    if (isStopping()) return deliveries.takingNone(now);
    return { now, until: later(now, leaseMs), lease: randomUUID() };
  }

  async function add(
    rows: readonly deliveries.TakenDelivery[],
    { now, until, lease }: deliveries.Leasing,
  ): Promise<void> {
    if (lease === null) return;
    const targets = await targetsOf(parts, rows, { now, giveUp });
    for (const [endpoint_id, taken] of Map.groupBy(rows, (row) => row.endpoint_id)) {
      const found = targets.get(endpoint_id);
      const [first] = taken;
      if (!found || !first) continue;
      const { target, isFailing } = found;
      const items = taken.map((row) => ({ ...row, lease, until, target }));
      scheduler.add(first, items, isFailing);
    }
  }

  return {
    leasing,
    isBehind: (endpointId) => behind.has(endpointId),
    async take() {
      const lease = leasing();
      const { due, isMore } = await dueLanes(lease.now);
      const portions = scheduler.portions(due);
      behind = new Set(due.map(({ endpoint_id }) => endpoint_id));
      if (portions.length === 0) return isMore;
      const rows = await deliveries.take(parts.db, { ...lease, portions });
      await add(rows, lease);
      return rows.length > 0 || isMore;
    },
    async begin(trx, organizations) {
      const due = await endpoints.healthyOf(trx, organizations);
      return {
        ...leasing(),
        portions: scheduler.portions(due.filter(({ endpoint_id }) => !isGivenUp(endpoint_id))),
      };
    },
    taken: add,
    takenNext: async (rows, lease) => add(await deliveries.withMessages(parts.db, rows), lease),
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
          target: { url: URL.parse(row.url) ?? row.url, sign: signerOrNull(parts, row, now) },
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
