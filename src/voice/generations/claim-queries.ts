import { sql, type Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { Database, Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { leaseMs, maxAttempts, maxRunning } from './rules.ts';

type Trx = Transaction<Database>;

/** One process's hold on a generation. */
export interface Claim {
  readonly id: string;
  readonly attempts: number;
}

const claimed = (db: Db, { id, attempts }: Claim) =>
  db
    .updateTable('generations')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'running');

/**
 * Claims the oldest generation of the organization whose last turn is longest ago. Undefined if no organization has one
 * that waits and fewer running than allowed.
 */
export async function claim(trx: Trx, now: Timestamp) {
  const { rows } = await sql<{ organization_id: number }>`
    update generation_queues set turn_at = ${now} where organization_id = (
      select organization_id from generation_queues as queue
      where waiting > 0 and ${running(sql.ref('queue.organization_id'))} < ${maxRunning.perOrganization}
      order by turn_at, organization_id limit 1 for no key update skip locked
    ) returning organization_id`.execute(trx);
  const [queue] = rows;
  if (!queue) return undefined;
  const { organization_id } = queue;
  const next = await trx
    .selectFrom('generations')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('status', '=', 'queued')
    // Again, now that no other process claims for the organization.
    .where(sql<boolean>`${running(sql.val(organization_id))} < ${maxRunning.perOrganization}`)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!next) return undefined;
  return trx
    .updateTable('generations')
    .from('voice_profiles as profile')
    .set((eb) => ({
      status: 'running',
      attempts: eb('generations.attempts', '+', 1),
      lease_ends_at: later(now, leaseMs),
      started_at: now,
      parts: null,
      parts_done: 0,
      revision: eb('generations.revision', '+', 1),
    }))
    .whereRef('profile.id', '=', 'generations.profile_id')
    .where('generations.id', '=', next.id)
    .returning([
      'generations.id',
      'generations.organization_id',
      'generations.attempts',
      'generations.text',
      'generations.language',
      'generations.engine',
      'generations.model',
      'generations.voice',
      'generations.seed',
      'generations.instruct',
      'profile.design_prompt',
    ])
    .executeTakeFirstOrThrow();
}

const running = (organizationId: ReturnType<typeof sql>) => sql`(
  select count(*) from generations where organization_id = ${organizationId} and status = 'running')`;

/** Renews a claim; false if it no longer holds. */
export async function renew(db: Db, claim: Claim, now: Timestamp): Promise<boolean> {
  const { numUpdatedRows } = await claimed(db, claim)
    .set({ lease_ends_at: later(now, leaseMs) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface PartsDone {
  readonly parts: number;
  readonly parts_done: number;
}

/** Stores how far it is; false if the claim no longer holds. */
export async function saveProgress(db: Db, claim: Claim, progress: PartsDone): Promise<boolean> {
  const { numUpdatedRows } = await claimed(db, claim).set(progress).executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface Completed {
  readonly duration: number;
  readonly now: Timestamp;
}

/** Completes a generation; false if the claim no longer holds, and then nothing else is to be written. */
export async function complete(trx: Trx, claim: Claim, { duration, now }: Completed) {
  const { numUpdatedRows } = await claimed(trx, claim)
    .set((eb) => ({
      status: 'completed',
      duration,
      lease_ends_at: null,
      ended_at: now,
      revision: eb('revision', '+', 1),
    }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface GenerationError {
  readonly error_code: components['schemas']['GenerationFailureCode'];
  readonly error_message: string;
}

export const fail = (db: Db, claim: Claim, error: GenerationError, now: Timestamp) =>
  claimed(db, claim)
    .set((eb) => ({
      ...error,
      status: 'failed',
      lease_ends_at: null,
      ended_at: now,
      revision: eb('revision', '+', 1),
    }))
    .execute();

/** Gives a claim back, as if it had not been made. */
export const giveBack = (db: Db, claim: Claim) =>
  claimed(db, claim)
    .set((eb) => ({
      status: 'queued',
      attempts: eb('attempts', '-', 1),
      lease_ends_at: null,
      started_at: null,
      parts: null,
      parts_done: 0,
      revision: eb('revision', '+', 1),
    }))
    .execute();

const batchSize = 100;

/** Queues generations again whose process has ended; fails those that were begun too often. */
export const endLeases = (db: Db, now: Timestamp) =>
  sql`
    update generations set
      status = case when attempts < ${maxAttempts} then 'queued' else 'failed' end,
      error_code = case when attempts < ${maxAttempts} then null else 'interrupted' end,
      error_message = case when attempts < ${maxAttempts} then null
        else 'The server stopped each time while the text was spoken.' end,
      ended_at = case when attempts < ${maxAttempts} then null else ${now}::timestamptz end,
      lease_ends_at = null, parts = null, parts_done = 0, revision = revision + 1
    where id = any(array(
      select id from generations where status = 'running' and lease_ends_at <= ${now}
      order by lease_ends_at limit ${batchSize} for update skip locked))`.execute(db);

export type ClaimedGeneration = NonNullable<Awaited<ReturnType<typeof claim>>>;
