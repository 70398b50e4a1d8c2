import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import { leaseMs } from './rules.ts';

type Trx = Transaction<Database>;

interface PendingMail {
  readonly id: string;
  readonly organization_id: number;
  readonly template: string;
  readonly content_encrypted: Buffer;
  readonly created_at: Timestamp;
}

export const insert = (trx: Trx, mail: PendingMail) =>
  trx
    .insertInto('pending_mails')
    .values({ ...mail, next_attempt_at: mail.created_at })
    .execute();

/**
 * Claims the email that is due for longest of the organization whose last turn is longest ago, for the time of a lease.
 * Undefined if none is due.
 */
export async function claim(trx: Trx, now: Timestamp) {
  const { rows } = await sql<{ organization_id: number }>`
    update mail_queues set turn_at = ${now} where organization_id = (
      select organization_id from mail_queues as queue
      where pending > 0 and exists (
        select from pending_mails as mail
        where mail.organization_id = queue.organization_id and mail.next_attempt_at <= ${now})
      order by turn_at, organization_id limit 1 for no key update skip locked
    ) returning organization_id`.execute(trx);
  const [queue] = rows;
  if (!queue) return undefined;
  return trx
    .updateTable('pending_mails')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: later(now, leaseMs),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('pending_mails')
        .select('id')
        .where('organization_id', '=', queue.organization_id)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'organization_id', 'template', 'content_encrypted', 'attempts', 'created_at'])
    .executeTakeFirst();
}

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claim>>>;

type Claim = Pick<ClaimedMail, 'id' | 'attempts'>;

/** Removes an email that was sent or given up. Has no effect if another process has claimed it since. */
export const remove = (db: Db, { id, attempts }: Claim) =>
  db.deleteFrom('pending_mails').where('id', '=', id).where('attempts', '=', attempts).execute();

/** Has a claimed mail tried again at this time. */
export const defer = (db: Db, { id, attempts }: Claim, next_attempt_at: Timestamp) =>
  db
    .updateTable('pending_mails')
    .set({ next_attempt_at })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();

/** Gives a claim back, as if it had not been made. */
export const giveBack = (db: Db, { id, attempts }: Claim, now: Timestamp) =>
  db
    .updateTable('pending_mails')
    .set({ attempts: attempts - 1, next_attempt_at: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
