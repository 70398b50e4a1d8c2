import { sql, type Transaction } from 'kysely';
import { type Author, callerOf } from '../../auth/author-rules.ts';
import { recordChange } from '../../audit/actions.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Secrets } from '../../db/secrets.ts';
import { Failure } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Slots } from '../calls/slots.ts';
import { type Engine, mustTalk, place, Replaced } from './actions.ts';
import { setFollowed } from './ending-queries.ts';
import { findRun, type TransferRow } from './queries.ts';
import { canceledFallback, fallbackMs } from './rules.ts';
import type { Due } from './sending-queries.ts';
import { audited } from './views.ts';

/** A transfer that has failed, whose fallback is to be rung. */
interface Followed extends Author {
  readonly id: number;
  readonly run_id: number;
  readonly requested_destination: string;
  readonly fallback: string;
  readonly ring_number: number;
  readonly kind: TransferRow['kind'];
  /** What the destination hears before it is connected, and in which language. */
  readonly briefing: string | null;
  readonly briefing_language: string | null;
}

interface Parts {
  readonly db: Db;
  readonly slots: Slots;
  readonly secrets: Secrets;
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
  readonly now: () => Timestamp;
}

/**
 * Requests the transfer to the fallback of one that has failed, once, or keeps why it may not be requested. Undefined if
 * there is nothing to ring.
 */
export async function followUp(
  { db, slots, secrets, jobs, now }: Parts,
  due: Due,
): Promise<Due | undefined> {
  try {
    return await db.transaction().execute(async (trx) => {
      const failed = await lockFailed(trx, due);
      if (!failed) return undefined;
      const at = now();
      if (later(failed.fallback_at, fallbackMs) <= at) {
        await setRefused(trx, due, 'too_late');
        return undefined;
      }
      const next = await requestFallback(trx, { slots, secrets, jobs }, { of: failed, now: at });
      await setFollowed(trx, due, next);
      const { organization_id, run_id } = failed;
      await recordChange(
        trx,
        { caller: null, requestId: null, at },
        {
          action: 'workflow_run.transfer_requested',
          organization_id,
          subject_id: run_id,
          before: null,
          after: { transfer: { ...audited(next), fallback_of_id: due.id } },
        },
      );
      return { id: next.id, organization_id };
    });
  } catch (error) {
    if (!(error instanceof Failure) && !(error instanceof Replaced)) throw error;
    await setRefused(db, due, error instanceof Replaced ? canceledFallback : error.problem.code);
    return undefined;
  }
}

/** A transfer whose fallback is to be rung, locked; undefined if there is none, or if somebody else has it. */
async function lockFailed(trx: Transaction<Database>, { id, organization_id }: Due) {
  const found = await trx
    .selectFrom('run_transfers as transfer')
    .leftJoin('api_keys as key', (join) =>
      join
        .onRef('key.id', '=', 'transfer.api_key_id')
        .onRef('key.organization_id', '=', 'transfer.organization_id'),
    )
    .select([
      'transfer.id',
      'transfer.organization_id',
      'transfer.run_id',
      'transfer.fallback',
      'transfer.fallback_at',
      'transfer.ring_number',
      'transfer.kind',
      'transfer.briefing',
      'transfer.briefing_language',
      'transfer.user_id',
      'transfer.api_key_id',
      'key.connector_name',
      'key.scopes',
    ])
    .select(sql<string>`coalesce(requested_destination, destination)`.as('requested_destination'))
    .where('transfer.id', '=', id)
    .where('transfer.organization_id', '=', organization_id)
    .where('transfer.fallback_at', 'is not', null)
    .forNoKeyUpdate('transfer')
    .skipLocked()
    .executeTakeFirst();
  const { fallback, fallback_at, ...transfer } = found ?? { fallback: null, fallback_at: null };
  if (fallback === null || fallback_at === null || !('run_id' in transfer)) return undefined;
  return { ...transfer, fallback, fallback_at };
}

const setRefused = (db: Db, { id, organization_id }: Due, fallback_refusal: string) =>
  db
    .updateTable('run_transfers')
    .set({ fallback_at: null, fallback_refusal, briefing: null, briefing_language: null })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('fallback_at', 'is not', null)
    .execute();

/** Requests the transfer to the fallback of one that has failed, as `request` does for whoever requested that. */
async function requestFallback(
  trx: Transaction<Database>,
  engine: Engine,
  { of, now }: { readonly of: Followed; readonly now: Timestamp },
): Promise<TransferRow> {
  const key = { organization_id: of.organization_id, run_id: of.run_id };
  const responsible = callerOf(of);
  return place(trx, engine, {
    key,
    run: mustTalk(await findRun(trx, key), responsible),
    caller: responsible,
    responsible,
    requested: of.requested_destination,
    name: of.fallback,
    ring_number: of.ring_number + 1,
    follows: of.id,
    kind: of.kind,
    briefing:
      of.briefing === null
        ? undefined
        : {
            text: of.briefing,
            ...(of.briefing_language !== null && { language: of.briefing_language }),
          },
    now,
  });
}
