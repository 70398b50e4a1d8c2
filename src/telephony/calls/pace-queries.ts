import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { backoffMs, nextAt, paceSlotsAt } from './pace-rules.ts';

interface Taking {
  readonly configuration_id: number;
  /** Null: no limit. */
  readonly calls_per_second: number | null;
  readonly wanted: number;
  readonly now: Timestamp;
}

/** The times at which calls may be placed, at most as many as wanted, and when the next ones are free. */
interface PaceSlots {
  readonly times: readonly Timestamp[];
  readonly next_free_at: Timestamp;
}

/**
 * Takes pace slots of the configuration within the next second, in the order of the transactions, whichever process they
 * belong to.
 */
export async function takePaceSlots(
  trx: Transaction<Database>,
  taking: Taking,
): Promise<PaceSlots> {
  const { configuration_id, calls_per_second, now } = taking;
  const started = { next_free_at: now, errors: 0 };
  const known = await lockPace(trx, configuration_id);
  // Without a limit there is nothing to share until the carrier asks for a pause.
  if (!known && calls_per_second === null) return paceSlotsAt({ ...taking, ...started });
  const pace = known ?? (await begin(trx, configuration_id, now)) ?? started;
  const slots = paceSlotsAt({ ...taking, ...pace });
  if (slots.next_free_at !== pace.next_free_at)
    await trx
      .updateTable('call_paces')
      .set({ next_free_at: slots.next_free_at })
      .where('telephony_configuration_id', '=', configuration_id)
      .execute();
  return slots;
}

/** When the configuration's next call may be placed, if nobody else takes the slot. */
export async function nextPaceSlot(
  db: Db,
  configurationId: number,
  now: Timestamp,
): Promise<Timestamp> {
  const pace = await paceWith(db, configurationId).executeTakeFirst();
  return nextAt({ next_free_at: pace?.next_free_at ?? now, now });
}

const paceWith = (db: Db, configurationId: number) =>
  db
    .selectFrom('call_paces')
    .select(['next_free_at', 'errors'])
    .where('telephony_configuration_id', '=', configurationId);

const lockPace = (trx: Transaction<Database>, configurationId: number) =>
  paceWith(trx, configurationId).forNoKeyUpdate().executeTakeFirst();

const ofPace = ['organization_id', 'telephony_configuration_id', 'next_free_at', 'errors'] as const;

const paceOf =
  (configurationId: number, nextFreeAt: Timestamp, errors = 0) =>
  (eb: ExpressionBuilder<Database, 'call_paces'>) =>
    eb
      .selectFrom('telephony_configurations')
      .where('id', '=', configurationId)
      .select([
        'organization_id',
        'id',
        eb.val(nextFreeAt).as('next_free_at'),
        eb.val(errors).as('errors'),
      ]);

async function begin(trx: Transaction<Database>, configurationId: number, now: Timestamp) {
  await trx
    .insertInto('call_paces')
    .columns(ofPace)
    .expression(paceOf(configurationId, now))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return lockPace(trx, configurationId);
}

/** No further call before the time: the carrier asked for a pause. */
export const pauseUntil = (db: Db, configurationId: number, until: Timestamp) =>
  db
    .insertInto('call_paces')
    .columns(ofPace)
    .expression(paceOf(configurationId, until))
    .onConflict((conflict) =>
      conflict.column('telephony_configuration_id').doUpdateSet({
        next_free_at: sql<Timestamp>`greatest(call_paces.next_free_at, excluded.next_free_at)`,
      }),
    )
    .execute();

/** Counts that the carrier was unavailable; several times in a row slow the configuration down. */
export async function slowDown(db: Db, configurationId: number, now: Timestamp): Promise<void> {
  const pace = await db
    .insertInto('call_paces')
    .columns(ofPace)
    .expression(paceOf(configurationId, now, 1))
    .onConflict((conflict) =>
      conflict
        .column('telephony_configuration_id')
        .doUpdateSet({ errors: sql<number>`call_paces.errors + 1` }),
    )
    .returning('errors')
    .executeTakeFirst();
  // A configuration that was deleted meanwhile has no pace.
  const ms = backoffMs(pace?.errors ?? 0);
  if (ms > 0) await pauseUntil(db, configurationId, later(now, ms));
}

/** The carrier answered again. */
export const recovered = (db: Db, configurationId: number) =>
  db
    .updateTable('call_paces')
    .set({ errors: 0 })
    .where('telephony_configuration_id', '=', configurationId)
    .where('errors', '>', 0)
    .execute();
