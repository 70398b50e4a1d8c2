import type { Selectable, Transaction } from 'kysely';
import type { CallingHours } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

export type CallingHoursRow = Selectable<CallingHours>;

/** Those of an organization that never set them: calls are placed at any time. */
const notSet = {
  enabled: false,
  timezone: 'UTC',
  slots: [],
  holidays: [],
  min_callback_delay_seconds: 300,
  max_callbacks_per_day: 3,
  revision: 0,
  updated_at: null,
} satisfies Omit<CallingHoursRow, 'organization_id'>;

const columns = [
  'organization_id',
  'enabled',
  'timezone',
  'slots',
  'holidays',
  'min_callback_delay_seconds',
  'max_callbacks_per_day',
  'revision',
  'updated_at',
] as const satisfies readonly (keyof CallingHours)[];

const ofOrganization = (db: Db, organizationId: number) =>
  db.selectFrom('calling_hours').select(columns).where('organization_id', '=', organizationId);

export async function get(db: Db, organization_id: number): Promise<CallingHoursRow> {
  const row = await ofOrganization(db, organization_id).executeTakeFirst();
  return row ?? { organization_id, ...notSet };
}

/** The hours that calls must obey; null: none. */
export async function inForce(db: Db, organizationId: number): Promise<CallingHoursRow | null> {
  const row = await ofOrganization(db, organizationId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return row ?? null;
}

/** Those of workflows that have some, as they are stored, which may be anything. */
export async function ofWorkflows(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, unknown>> {
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'calling_hours'])
    .where('id', '=', anyOf(new Set(ids)))
    .where('calling_hours', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, calling_hours }) => [id, calling_hours]));
}

/** The hours, locked until the transaction ends. */
export async function lock(
  trx: Transaction<Database>,
  organization_id: number,
): Promise<CallingHoursRow> {
  await trx
    .insertInto('calling_hours')
    .values({ organization_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ofOrganization(trx, organization_id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

type Settings = Omit<CallingHoursRow, 'organization_id' | 'revision' | 'updated_at'>;

/** Replaces the hours, which are locked. */
export const replace = (
  trx: Transaction<Database>,
  organizationId: number,
  { slots, holidays, ...hours }: Settings & { readonly updated_at: Timestamp },
) =>
  trx
    .updateTable('calling_hours')
    .set((eb) => ({
      ...hours,
      slots: JSON.stringify(slots),
      holidays: JSON.stringify(holidays),
      revision: eb('revision', '+', 1),
    }))
    .where('organization_id', '=', organizationId)
    .returning(columns)
    .executeTakeFirstOrThrow();
