import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Due } from './queries.ts';
import { lostMs } from './rules.ts';
import { keep } from './sending-queries.ts';

type Trx = Transaction<Database>;

interface OfRun extends Due {
  readonly run_id: number;
}

interface Replacing {
  /** Only a handoff changes the agent of a call whose carrier keeps the call to a destination apart. */
  readonly handoffsAlone: boolean;
  /** Whether the transfer changes the agent of the call, or takes the call from it; else it waits until the agent has the call. */
  readonly replaces: boolean;
}

const ofRun = (db: Db, { organization_id, run_id }: OfRun, handoffsAlone: boolean) =>
  db
    .selectFrom('run_transfers')
    .select(['id', 'organization_id', 'recall_at'])
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .$if(handoffsAlone, (rows) => rows.where('kind', '=', 'handoff'));

/**
 * Whether a transfer may be sent where a recall acts on the whole call: not while the carrier may be hearing of an earlier
 * one. A recall that is due waits until it is known whether this transfer has replaced the earlier one. Where the agent keeps its
 * stream beside a transfer, a handoff is taken back before: no stream begins beside a call of two who are connected.
 */
export async function mayReplace(
  trx: Trx,
  transfer: OfRun,
  { now, replaces, handoffsAlone }: Replacing & { readonly now: Timestamp },
): Promise<boolean> {
  const older = ofRun(trx, transfer, handoffsAlone)
    .where('id', '<', transfer.id)
    .where('recall_at', 'is not', null);
  const earlier = await older.forNoKeyUpdate().skipLocked().execute();
  // Somebody else may be taking one.
  if (
    earlier.some(({ recall_at }) => recall_at! > now) ||
    (await older.execute()).length > earlier.length ||
    (!replaces && earlier.length > 0)
  )
    return false;
  for (const each of earlier) await keep(trx, each, { recall_at: later(now, lostMs) });
  return true;
}

/** Whether the carrier may have heard of a later transfer of the call, and has not refused it. */
export async function isReplaced(
  db: Db,
  transfer: OfRun,
  { handoffsAlone }: Pick<Replacing, 'handoffsAlone'>,
): Promise<boolean> {
  const next = await ofRun(db, transfer, handoffsAlone)
    .where('id', '>', transfer.id)
    .where('sending_at', 'is not', null)
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
