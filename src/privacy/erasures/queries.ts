import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { Erasures } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Position } from './rules.ts';

type Trx = Transaction<Database>;
export type ErasureRow = Selectable<Erasures>;

/** No parameter, so that the plan of a prepared statement has the index of these. */
const inProgress = sql.lit('in_progress' as const);

const ofOrganization = (db: Db, organizationId: number) =>
  db.selectFrom('erasures').selectAll().where('organization_id', '=', organizationId);

export const list = (db: Db, organizationId: number, query: PageQuery) =>
  ofOrganization(db, organizationId).$call(newestFirst(query)).execute();

export const get = (db: Db, organizationId: number, id: number) =>
  ofOrganization(db, organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Erasure', 'erasure_id'));

/** The erasure of a number that is in progress. The number has an HMAC for each configured key. */
export const findInProgress = (db: Db, organizationId: number, hmacs: readonly Buffer[]) =>
  ofOrganization(db, organizationId)
    .where('state', '=', inProgress)
    .where('number_hmac', 'in', [...hmacs])
    .executeTakeFirst();

/** The newest erasure of a number, which has one. */
export const getNewest = (trx: Trx, organizationId: number, hmacs: readonly Buffer[]) =>
  ofOrganization(trx, organizationId)
    .where('number_hmac', 'in', [...hmacs])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

export async function countInProgress(trx: Trx, organizationId: number): Promise<number> {
  const { erasures } = await trx
    .selectFrom('erasures')
    .select(({ fn }) => fn.countAll<number>().as('erasures'))
    .where('organization_id', '=', organizationId)
    .where('state', '=', inProgress)
    .executeTakeFirstOrThrow();
  return erasures;
}

/** Undefined if another transaction has inserted one for the number. */
export const insert = (trx: Trx, erasure: Insertable<Erasures>) =>
  trx
    .insertInto('erasures')
    .values(erasure)
    .onConflict((on) =>
      on.columns(['organization_id', 'number_hmac']).where('state', '=', inProgress).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();

export type DueErasure = Pick<ErasureRow, 'id' | 'organization_id'>;

/**
 * The next erasure of each organization that has one due. The organizations on which nobody worked for longest come first: by the
 * newest of theirs, so that many erasures of one organization get no more turns than one.
 */
export async function due(db: Db, now: Timestamp): Promise<DueErasure[]> {
  const { rows } = await sql<DueErasure>`
    select organization_id, (array_agg(id order by due_at, id))[1] as id from erasures
    where state = 'in_progress' and due_at <= ${now}
    group by organization_id order by max(due_at), organization_id`.execute(db);
  return rows;
}

/** The erasure if it is still due, unless another process works on it. */
export const lockDue = (trx: Trx, { organization_id, id }: DueErasure, now: Timestamp) =>
  ofOrganization(trx, organization_id)
    .where('id', '=', id)
    .where('state', '=', inProgress)
    .where('due_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

interface Progress {
  readonly step: number;
  readonly position: Position;
  readonly counts: Readonly<Record<string, number>>;
  readonly due_at: Timestamp;
}

export const advance = (trx: Trx, id: number, { step, position, counts, due_at }: Progress) =>
  trx
    .updateTable('erasures')
    .set({
      step,
      position: JSON.stringify(position),
      counts: JSON.stringify(counts),
      due_at,
    })
    .where('id', '=', id)
    .execute();

/** Ends an erasure; from then on nobody can tell which number it was without the number itself. */
export const complete = (trx: Trx, id: number, completed_at: Timestamp) =>
  trx
    .updateTable('erasures')
    .set({ state: 'completed', number_encrypted: null, position: null, completed_at })
    .where('id', '=', id)
    .execute();

/** A batch failed: the next one of the erasure comes after a pause. Others of the organization do not wait for it. */
export const postpone = (db: Db, { organization_id, id }: DueErasure, due_at: Timestamp) =>
  db
    .updateTable('erasures')
    .set({ due_at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('state', '=', inProgress)
    .execute();
