import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { ScheduledCalls } from '../../../generated/database.ts';
import { withExternalId } from '../../db/client-data.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { listedMs, maxScheduled, pauseMs, restored } from './rules.ts';
import { type Refusal, storedRefusal } from '../refusals.ts';

type Trx = Transaction<Database>;
export type ScheduledCallRow = Selectable<ScheduledCalls>;

export const insert = (trx: Trx, call: Insertable<ScheduledCalls>) =>
  withExternalId(
    'scheduled_calls_external_id_key',
    trx.insertInto('scheduled_calls').values(call).returningAll().executeTakeFirstOrThrow(),
  );

/** Whether the organization has as many scheduled calls as it can have. Requests at once may exceed that a little. */
export async function isFull(trx: Trx, organizationId: number): Promise<boolean> {
  const { rows } = await sql<{ calls: number }>`
    select count(*) as calls from (
      select 1 from scheduled_calls where organization_id = ${organizationId} and state = 'scheduled'
      limit ${maxScheduled}
    ) as scheduled`.execute(trx);
  return rows[0]!.calls >= maxScheduled;
}

interface Filter extends PageQuery {
  readonly status?: ScheduledCallRow['state'];
}

export const list = (db: Db, organizationId: number, { status, ...page }: Filter) =>
  db
    .selectFrom('scheduled_calls')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(status !== undefined, (rows) => rows.where('state', '=', status!))
    .$call(newestFirst(page))
    .execute();

const one = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('scheduled_calls')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id);

const missing = () => notFound('Scheduled call', 'scheduled_call_id');

export const get = (db: Db, organizationId: number, id: number) =>
  one(db, organizationId, id).executeTakeFirstOrThrow(missing);

export const lock = (trx: Trx, organizationId: number, id: number) =>
  one(trx, organizationId, id).forNoKeyUpdate().executeTakeFirstOrThrow(missing);

/** How many callbacks led to a run, each agreed in the call before. */
export async function chainLength(trx: Trx, runId: number): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    with recursive chain (run_id) as (
      select callback_of_run_id from scheduled_calls where run_id = ${runId} and callback_of_run_id is not null
      union all
      select call.callback_of_run_id from chain join scheduled_calls as call on call.run_id = chain.run_id
      where call.callback_of_run_id is not null
    )
    select count(*) as calls from chain`.execute(trx);
  return rows[0]!.calls;
}

interface Change {
  readonly user_id: number | null;
  readonly api_key_id: number | null;
  readonly scheduled_at?: Timestamp;
  readonly due_at?: Timestamp;
  readonly waits_until?: null;
  readonly initial_context?: string;
  readonly external_id?: string | null;
  readonly metadata?: string | null;
}

/** Writes the given columns and increments the revision. */
export const update = (trx: Trx, id: number, changes: Change) =>
  withExternalId(
    'scheduled_calls_external_id_key',
    trx
      .updateTable('scheduled_calls')
      .set((eb) => ({ ...changes, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

type Settlement =
  | { readonly state: 'initiated'; readonly run_id: number }
  | { readonly state: 'refused'; readonly refusal: Refusal }
  | { readonly state: 'canceled' };

/** The run has the context and metadata of a call that was initiated, and nobody needs that of another. */
const settled = (settlement: Settlement, now: Timestamp) => ({
  state: settlement.state,
  initial_context: '{}',
  metadata: null,
  run_id: settlement.state === 'initiated' ? settlement.run_id : null,
  refusal: settlement.state === 'refused' ? storedRefusal(settlement.refusal) : null,
  due_at: null,
  waits_until: null,
  settled_at: now,
  revision: sql<number>`revision + 1`,
});

/** Settles a call, which is locked. */
export const settle = (trx: Trx, id: number, settlement: Settlement, now: Timestamp) =>
  trx
    .updateTable('scheduled_calls')
    .set(settled(settlement, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Refuses a call that is still scheduled for the same time. */
export const refuse = (
  db: Db,
  { id, scheduled_at }: Pick<ScheduledCallRow, 'id' | 'scheduled_at'>,
  refusal: Refusal,
  now: Timestamp,
) =>
  db
    .updateTable('scheduled_calls')
    .set(settled({ state: 'refused', refusal }, now))
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('scheduled_at', '=', scheduled_at)
    .execute();

/** At most so many calls are taken by one turn of the sweep, and of one organization. */
const batch = 200;
const perOrganization = 20;

export type DueCall = Pick<ScheduledCallRow, 'id' | 'organization_id' | 'scheduled_at'>;

/** Calls that are due: the first of each organization before the second of any, without those of some organizations. */
export async function due(
  db: Db,
  now: Timestamp,
  without: readonly number[] = [],
): Promise<readonly DueCall[]> {
  const { rows } = await sql<DueCall>`
    select id, organization_id, scheduled_at from (
      select id, organization_id, scheduled_at, due_at,
        row_number() over (partition by organization_id order by due_at, id) as turn
      from scheduled_calls
      where due_at <= ${now} and organization_id <> all(${[...without]}::bigint[])
    ) as calls
    where turn <= ${perOrganization} order by turn, due_at, id limit ${batch}`.execute(db);
  return rows;
}

/** The first calls of an organization that are due. */
export const dueOf = (db: Db, organizationId: number, now: Timestamp): Promise<DueCall[]> =>
  db
    .selectFrom('scheduled_calls')
    .select(['id', 'organization_id', 'scheduled_at'])
    .where('organization_id', '=', organizationId)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(perOrganization)
    .execute();

/** A call that is due, unless somebody else works on it or has settled it, with the API key that answers for it. */
export const lockDue = (trx: Trx, id: number, now: Timestamp) =>
  trx
    .selectFrom('scheduled_calls as call')
    .leftJoin('api_keys as key', 'key.id', 'call.api_key_id')
    .selectAll('call')
    .select(['key.connector_name', 'key.scopes', 'key.archived_at'])
    .where('call.id', '=', id)
    .where('call.due_at', '<=', now)
    .forNoKeyUpdate('call')
    .skipLocked()
    .executeTakeFirst();

/** Tries a call again after a pause. */
export const postpone = (db: Db, id: number, now: Timestamp) =>
  db
    .updateTable('scheduled_calls')
    .set({ due_at: later(now, pauseMs) })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .execute();

/** Lets a call that is still scheduled for the same time wait until calling hours open. */
export const delayUntil = (
  db: Db,
  { id, scheduled_at }: Pick<ScheduledCallRow, 'id' | 'scheduled_at'>,
  opens_at: Timestamp,
) =>
  db
    .updateTable('scheduled_calls')
    .set((eb) => ({ due_at: opens_at, waits_until: opens_at, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('scheduled_at', '=', scheduled_at)
    .execute();

/** Refuses the calls that may have been initiated after the backup. */
export const refuseDue = (db: Db, now: Timestamp) =>
  db
    .updateTable('scheduled_calls')
    .set(settled({ state: 'refused', refusal: restored }, now))
    .where('due_at', 'is not', null)
    .where('scheduled_at', '<=', now)
    .execute();

/** How many settled calls one statement removes. */
export const removedAtOnce = 1000;

/** Removes calls that were settled long ago. */
export async function removeSettled(db: Db, now: Timestamp): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from scheduled_calls where id = any(array(
        select id from scheduled_calls where settled_at < ${later(now, -listedMs)} order by settled_at
        limit ${removedAtOnce}
      ))`.execute(db);
    if (numAffectedRows < BigInt(removedAtOnce)) return;
  }
}

/** Removes the call that became a run; one that was scheduled in it stays. */
export async function removeOfRun(trx: Transaction<Database>, runId: number): Promise<void> {
  await trx.deleteFrom('scheduled_calls').where('run_id', '=', runId).execute();
  await trx
    .updateTable('scheduled_calls')
    .set({ callback_of_run_id: null })
    .where('callback_of_run_id', '=', runId)
    .execute();
}
