import { sql, type Transaction } from 'kysely';
import { callerOf } from '../../auth/rules.ts';
import { recordChange } from '../../audit/actions.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Secrets } from '../../db/secrets.ts';
import { Failure } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Slots } from '../calls/slots.ts';
import { mustTalk, place, Replaced, settingsFor } from './actions.ts';
import { endFallback } from './changes.ts';
import { destinationsOf } from './destination-rules.ts';
import { type Due, findRun } from './queries.ts';
import { canceledFallback, fallbackMs } from './rules.ts';
import { audited } from './views.ts';

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
        await endFallback(trx, due, { fallback_refusal: 'too_late' });
        return undefined;
      }
      const { organization_id, run_id, briefing, briefing_language } = failed;
      const key = { organization_id, run_id };
      const responsible = callerOf(failed);
      const run = mustTalk(await findRun(trx, key), responsible);
      const next = await place(
        trx,
        { slots, secrets, jobs },
        {
          key,
          run,
          destinations: destinationsOf(await settingsFor(trx, run)),
          caller: responsible,
          responsible,
          requested: failed.requested_destination,
          name: failed.fallback,
          ring_number: failed.ring_number + 1,
          follows: due.id,
          kind: failed.kind,
          briefing:
            briefing === null
              ? undefined
              : { text: briefing, language: briefing_language ?? undefined },
          now: at,
        },
      );
      await endFallback(trx, due, { fallback_id: next.id });
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
    const fallback_refusal = error instanceof Replaced ? canceledFallback : error.problem.code;
    await endFallback(db, due, { fallback_refusal });
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
