import { sql, type Transaction } from 'kysely';
import type { Timestamp } from '../timestamp.ts';
import { lockKey } from './advisory-locks.ts';
import type { Database, Db } from './connect.ts';

/** The answer of a request with an Idempotency-Key, and what identifies the request. */
export interface KeptAnswer {
  readonly fingerprint: Buffer;
  readonly answer_encrypted: Buffer;
}

interface NewAnswer extends KeptAnswer {
  readonly organization_id: number;
  readonly key: string;
  readonly created_at: Timestamp;
  readonly expires_at: Timestamp;
}

/** Locks a name until the transaction ends; false if another transaction holds it. */
export async function tryLock(trx: Transaction<Database>, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey('keptAnswers')}, hashtext(${name})) as taken`.execute(
    trx,
  );
  return rows[0]?.taken === true;
}

export const find = (
  db: Db,
  { organizationId, key, now }: { organizationId: number; key: string; now: Timestamp },
): Promise<KeptAnswer | undefined> =>
  db
    .selectFrom('idempotent_answers')
    .select(['fingerprint', 'answer_encrypted'])
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** An expired answer of the same key is overwritten. */
export const keep = (trx: Transaction<Database>, answer: NewAnswer) =>
  trx
    .insertInto('idempotent_answers')
    .values(answer)
    .onConflict((on) => on.columns(['organization_id', 'key']).doUpdateSet(answer))
    .execute();

/** How many kept answers one statement removes. */
const removedAtOnce = 1000;

/** Removes the answers that have expired. */
export async function removeExpired(db: Db, now: Timestamp): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotent_answers where ctid = any(array(
        select ctid from idempotent_answers where expires_at <= ${now} limit ${removedAtOnce}
      ))`.execute(db);
    if (numAffectedRows < BigInt(removedAtOnce)) return;
  }
}

interface KeyedAnswer extends Pick<KeptAnswer, 'answer_encrypted'> {
  readonly key: string;
}

/** The next answers of an organization in the order of their keys. */
export const after = (
  db: Db,
  { organizationId, key, limit }: { organizationId: number; key: string; limit: number },
): Promise<KeyedAnswer[]> =>
  db
    .selectFrom('idempotent_answers')
    .select(['key', 'answer_encrypted'])
    .where('organization_id', '=', organizationId)
    .where('key', '>', key)
    .orderBy('key')
    .limit(limit)
    .execute();

export const remove = (
  trx: Transaction<Database>,
  organizationId: number,
  keys: readonly string[],
) =>
  sql`
    delete from idempotent_answers
    where organization_id = ${organizationId} and key = any(${[...keys]}::text[])`.execute(trx);

/** What binds an encrypted answer to this table. */
export const answerPurpose = 'idempotent_answer';
