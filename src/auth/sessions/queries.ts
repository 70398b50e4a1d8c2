import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { later, type Timestamp } from '../../timestamp.ts';

/** How often the last use of a session or key is written at most. */
export const usedEveryMs = 60_000;

/** The user's sessions that have not expired. */
export const list = (db: Db, userId: number, query: PageQuery & { readonly now: Timestamp }) =>
  db
    .selectFrom('sessions')
    .select((eb) => [
      'id',
      'address',
      'user_agent',
      'created_at',
      eb.fn.coalesce('last_used_at', 'created_at').as('last_used_at'),
      'expires_at',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', query.now)
    .$call(newestFirst(query))
    .execute();

/** Ends one of the user's sessions; undefined if there is no such session. */
export const end = (trx: Transaction<Database>, userId: number, id: number) =>
  trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['id', 'expires_at'])
    .executeTakeFirst();

/** Ends the user's sessions, but for one if it is given; returns those it ended. */
export async function endAll(
  trx: Transaction<Database>,
  userId: number,
  kept?: number,
): Promise<number[]> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(kept !== undefined, (query) => query.where('id', '<>', kept!))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Several processes that use a session at once write once. */
export const markUsed = (db: Db, id: number, now: Timestamp) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb(eb.fn.coalesce('last_used_at', 'created_at'), '<', later(now, -usedEveryMs)))
    .execute();
