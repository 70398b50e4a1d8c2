import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { limitReached } from '../../errors.ts';
import { inForce } from '../calling-hours/queries.ts';
import { keep } from '../../workflows/queries.ts';
import * as numbers from './queries.ts';
import * as pools from './pool-queries.ts';
import { type CallerNumber, type Day, dayAt } from './pool-rules.ts';

interface Counting {
  readonly organization_id: number;
  /** One for each call. */
  readonly callers: readonly CallerNumber[];
  readonly now: Timestamp;
}

/** Counts calls from numbers with a cap. */
export async function countCalls(
  trx: Transaction<Database>,
  { organization_id, callers, now }: Counting,
): Promise<void> {
  const capped = callers.filter(({ daily_cap }) => daily_cap !== null);
  if (capped.length === 0) return;
  const made = Map.groupBy(capped, ({ id }) => id);
  await pools.count(trx, new Map([...made].map(([id, calls]) => [id, calls.length])), {
    day: await dayOf(trx, organization_id, now),
    now,
  });
}

/** The organization's day: that of its calling hours, or of UTC without them. */
async function dayOf(db: Db, organizationId: number, now: Timestamp): Promise<Day> {
  const hours = await inForce(db, organizationId);
  return dayAt(now, hours?.timezone ?? 'UTC');
}

/** Each call is weighed against every number of the pool. */
const maxPool = 100;

/** Throws if the pool of the configuration, which is locked, is full. */
export async function mustHaveRoom(
  trx: Transaction<Database>,
  configurationId: number,
): Promise<void> {
  if ((await numbers.poolSize(trx, configurationId)) < maxPool) return;
  throw limitReached('caller_number_pool', {
    limit: maxPool,
    detail: `The telephony configuration has ${maxPool} numbers in its pool, which is the maximum.`,
    telephony_configuration_id: configurationId,
    param: 'is_in_pool',
  });
}

interface Capping {
  readonly number: numbers.PhoneNumberRow & { readonly organization_id: number };
  readonly daily_cap: number | null;
  readonly now: Timestamp;
}

/** What a cap has counted of its day when it is set; a number that has one already goes on counting. */
export async function countedFor(trx: Transaction<Database>, { number, daily_cap, now }: Capping) {
  if (number.daily_cap !== null || daily_cap === null) return {};
  const { begins_at, ends_at } = await dayOf(trx, number.organization_id, now);
  const calls_counted = await numbers.callsSince(trx, number, begins_at);
  return { calls_counted, counted_from: begins_at, counted_until: ends_at };
}

/** Throws unless the workflow of a number, if it has one, is the organization's; it is not deleted meanwhile. */
export async function mustBeOwn(
  trx: Transaction<Database>,
  organizationId: number,
  workflowId: number | null,
): Promise<void> {
  if (workflowId !== null) await keep(trx, organizationId, workflowId, 'inbound_workflow_id');
}
