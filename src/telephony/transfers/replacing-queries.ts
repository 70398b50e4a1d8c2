import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { lostMs } from './rules.ts';
import type { Due, SendingRow } from './sending-queries.ts';

type Trx = Transaction<Database>;

interface Among {
  /** Only a handoff changes the agent of a call whose carrier keeps the call to a destination apart. */
  readonly handoffsAlone: boolean;
}

interface Replacing extends Among {
  /** Whether the transfer changes the agent of the call, or takes the call from it; else it waits until the agent has the call. */
  readonly replaces: boolean;
}

const older = (
  trx: Trx,
  { id, organization_id, run_id }: Due & { readonly run_id: number },
  { handoffsAlone }: Among,
) =>
  trx
    .selectFrom('run_transfers')
    .select(['id', 'recall_at'])
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '<', id)
    .where('recall_at', 'is not', null)
    .$if(handoffsAlone, (rows) => rows.where('kind', '=', 'handoff'));

/**
 * Whether a transfer may be sent where a recall acts on the whole call: not while the carrier may be hearing of an earlier
 * one. A recall that is due waits until it is known whether this transfer has replaced the earlier one. Where the agent keeps its
 * stream beside a transfer, a handoff is taken back before: no stream begins beside a call of two who are connected.
 */
export async function mayReplace(
  trx: Trx,
  transfer: SendingRow,
  { now, replaces, ...among }: Replacing & { readonly now: Timestamp },
): Promise<boolean> {
  const earlier = await older(trx, transfer, among).forNoKeyUpdate().skipLocked().execute();
  // Somebody else may be taking one.
  if (
    earlier.some(({ recall_at }) => recall_at! > now) ||
    (await older(trx, transfer, among).execute()).length > earlier.length ||
    (!replaces && earlier.length > 0)
  )
    return false;
  if (earlier.length > 0)
    await trx
      .updateTable('run_transfers')
      .set({ recall_at: later(now, lostMs) })
      .where('organization_id', '=', transfer.organization_id)
      .where(
        'id',
        'in',
        earlier.map(({ id }) => id),
      )
      .execute();
  return true;
}

/** Whether the carrier may have heard of a later transfer of the call, and has not refused it. */
export async function isReplaced(
  db: Db,
  { id, organization_id, run_id }: Due & { readonly run_id: number },
  { handoffsAlone }: Among,
): Promise<boolean> {
  const next = await db
    .selectFrom('run_transfers')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '>', id)
    .where('sending_at', 'is not', null)
    .$if(handoffsAlone, (rows) => rows.where('kind', '=', 'handoff'))
    .where((row) =>
      row.or([
        row('failure', 'is', null),
        row('failure', 'not in', ['refused', 'connection_error']),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return next !== undefined;
}
