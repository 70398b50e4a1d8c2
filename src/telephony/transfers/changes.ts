import { sql, type Transaction, type UpdateObject } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Timestamp } from '../../timestamp.ts';
import { announceTransfers, wakeAfter } from '../../webhooks/actions.ts';
import { wakeSessions } from '../../workflows/instructions/actions.ts';
import { columns, type Due, type TransferRow } from './queries.ts';
import { canceledFallback, type FailureCode, lostMs, ringsFallback } from './rules.ts';
import {
  isConnecting,
  type Stage,
  statesBefore,
  type TransferEvent,
  transferTransitions,
} from './transition-rules.ts';
import { transferEvent } from './views.ts';

type Trx = Transaction<Database>;
type Waking = Pick<Jobs, 'wakeAfter'>;
type Columns = UpdateObject<Database, 'run_transfers'>;

interface Changed {
  /** They are locked. */
  readonly changed: readonly TransferRow[];
  readonly now: Timestamp;
}

/** Inserts the events of transfers that have changed, and wakes the streams of their runs. */
export async function announce(trx: Trx, jobs: Waking, { changed, now }: Changed): Promise<void> {
  const events = changed.map((row) => transferEvent(row, now));
  await announceTransfers(trx, { events, now });
  await wakeAfter(trx, jobs);
  await wakeSessions(
    trx,
    jobs,
    changed.map(({ run_id }) => run_id),
  );
}

/** Processes have clocks of their own, and a transfer does not end before it began. */
const notBefore = (at: Timestamp) => sql<Timestamp>`greatest(created_at, ${at}::timestamptz)`;

/**
 * From when on a call is taken back of which the carrier may have heard: what overtook the request for its transfer would take back nothing.
 * An update of a distributed schema adds an interval to a column only without a zone.
 */
const recallAt = (at: Timestamp, isMeant = sql`true`) => sql<Timestamp | null>`case
  when sending_at is null or not (${isMeant}) then recall_at
  when answered_at is null and leg_id is null then greatest(
    ${at}::timestamptz, (sending_at at time zone 'UTC' + make_interval(secs => ${lostMs / 1000})) at time zone 'UTC'
  )
  else ${at}::timestamptz end`;

const ifFallback = (value: ReturnType<typeof sql>) =>
  sql<null>`case when fallback is not null then ${value} end`;

/** What an end writes. The briefing goes with the transfer, unless the fallback is to hear it. */
const endedBy = (at: Timestamp, failure?: FailureCode): Columns => ({
  step_at: null,
  ended_at: notBefore(at),
  ...(failure && ringsFallback[failure]
    ? {
        fallback_at: ifFallback(sql`${at}::timestamptz`),
        briefing: ifFallback(sql`briefing`),
        briefing_language: ifFallback(sql`briefing_language`),
      }
    : { briefing: null, briefing_language: null }),
});

interface Happening {
  readonly at: Timestamp;
  /** Whether the carrier gets commands about the call to the destination, and does not ask for a document. */
  readonly byCommand?: boolean;
  /** The carrier's id of the call to the destination, unless it is known. */
  readonly leg_id?: string | undefined;
  /** The command whose answer it is; the answer to an earlier one changes nothing. */
  readonly only_at?: { readonly stage: Stage; readonly step_tries: number };
}

/** What an event writes beside the status, commands to the carrier included: `step_at`, `recall_at`. */
function columnsOf(event: TransferEvent, { at, byCommand = false }: Happening): Columns {
  switch (event.by) {
    case 'ring':
      return {};
    case 'brief':
    case 'connect':
      return { stage: event.by, step_at: byCommand ? at : null, step_tries: 0 };
    case 'bridge':
      return { ...endedBy(at), bridged_at: notBefore(at) };
    case 'cancel':
      return { ...endedBy(at), recall_at: recallAt(at) };
    case 'fail':
      return {
        ...endedBy(at, event.failure),
        failure: event.failure,
        carrier_code: event.carrier_code ?? null,
        ...(event.hangs_up && {
          recall_at: recallAt(at, sql`detects or kind in ('warm', 'handoff')`),
        }),
      };
    case 'giveBack':
      return {
        failure: 'hung_up',
        bridged_at: null,
        ended_at: notBefore(at),
        // What it would hear is removed.
        fallback_refusal: ifFallback(sql`'too_late'`),
      };
  }
}

/** Keeps the carrier's id of the call to the destination of a transfer that has ended. */
export const keepLeg = (trx: Trx, { id, organization_id }: Due, leg_id: string) =>
  trx
    .updateTable('run_transfers')
    .set(legOf({ leg_id }))
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute();

export const legOf = ({ leg_id }: { readonly leg_id?: string | undefined }) =>
  leg_id === undefined ? {} : { leg_id: sql<string>`coalesce(leg_id, ${leg_id})` };

/** The update that an event makes: of nothing that is in no state for it. */
const happening = (trx: Trx, event: TransferEvent, how: Happening) =>
  trx
    .updateTable('run_transfers')
    .set({
      ...columnsOf(event, how),
      ...legOf(how),
      ...(event.by !== 'connect' && { status: transferTransitions[event.by].to }),
    })
    .where('status', 'in', statesBefore(event.by))
    .$if(how.only_at !== undefined, (rows) => rows.where((row) => row.and(how.only_at!)))
    // The call goes on with its agent.
    .$if(event.by === 'giveBack', (rows) =>
      rows
        .where('kind', '<>', 'handoff')
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('workflow_runs as run')
              .select('run.id')
              .whereRef('run.organization_id', '=', 'run_transfers.organization_id')
              .whereRef('run.id', '=', 'run_transfers.run_id')
              .where('run.state', '<>', 'completed'),
          ),
        ),
    )
    .returning(columns);

/** Has something happen to a transfer; undefined if it is in no state for that. Everything that changes a transfer's status goes through here. */
export async function change(
  trx: Trx,
  jobs: Waking,
  { id, organization_id, event, ...how }: Due & Happening & { readonly event: TransferEvent },
): Promise<TransferRow | undefined> {
  const row = await happening(trx, event, how)
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .executeTakeFirst();
  if (row && event.by !== 'connect') await announce(trx, jobs, { changed: [row], now: how.at });
  return row;
}

/** The fallback of one that has failed is rung by another transfer, or is not rung; undefined if none was to be rung. */
export const endFallback = (
  db: Db,
  { id, organization_id }: Due,
  result: { readonly fallback_id: number } | { readonly fallback_refusal: string },
) =>
  db
    .updateTable('run_transfers')
    .set({ ...result, fallback_at: null, briefing: null, briefing_language: null })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('fallback_at', 'is not', null)
    .returning(columns)
    .executeTakeFirst();

/** Cancels a transfer, or the fallback of one that has failed; undefined if there is nothing to cancel. */
export const cancel = async (
  trx: Trx,
  jobs: Waking,
  { at, ...due }: Due & { readonly at: Timestamp },
): Promise<TransferRow | undefined> =>
  (await change(trx, jobs, { ...due, event: { by: 'cancel' }, at })) ??
  endFallback(trx, due, { fallback_refusal: canceledFallback });

interface EndedCall {
  readonly id: number;
  readonly organization_id: number;
  readonly started_at: Timestamp | null;
}

const callEnded = { by: 'fail', failure: 'call_ended', hangs_up: true } as const;

/** Ends the transfers of calls that end, whose runs are locked, in their transaction. Only answered calls have any. */
export async function endWithCalls(
  trx: Trx,
  jobs: Waking,
  { calls, now }: { readonly calls: readonly EndedCall[]; readonly now: Timestamp },
): Promise<void> {
  const answered = calls.filter(({ started_at }) => started_at !== null);
  if (answered.length === 0) return;
  const changed = await happening(trx, callEnded, { at: now })
    .where('organization_id', '=', anyOf(new Set(answered.map((call) => call.organization_id))))
    .where('run_id', '=', anyOf(answered.map(({ id }) => id)))
    .execute();
  if (changed.length > 0) await announce(trx, jobs, { changed, now });
}

interface Overdue extends Due {
  readonly stage: Stage | null;
  readonly state: string;
}

/** How many transfers one transaction ends. */
const overdueLimit = 100;

/**
 * Ends those of which the carrier has reported nothing for too long, and those whose calls were ended by a process of an earlier
 * release. Leaves out those that somebody else changes.
 */
export async function endOverdue(
  trx: Trx,
  jobs: Waking,
  now: Timestamp,
): Promise<readonly TransferRow[]> {
  const { rows: overdue } = await sql<Overdue>`
    select transfer.id, transfer.organization_id, transfer.stage, run.state
    from run_transfers as transfer
    join workflow_runs as run
      on run.id = transfer.run_id and run.organization_id = transfer.organization_id
    where transfer.status in ('requested', 'ringing', 'briefing')
      and (run.state = 'completed' or (
        transfer.deadline_at <= ${now} and transfer.sending_at is not null
        and (transfer.kind <> 'handoff' or transfer.answered_at is null)
      ))
    order by transfer.id limit ${overdueLimit} for no key update of transfer skip locked`.execute(
    trx,
  );
  const changed: TransferRow[] = [];
  for (const { id, organization_id, stage, state } of overdue) {
    // Perhaps the two talk.
    const unknown = { by: 'fail', failure: 'unknown', hangs_up: !isConnecting(stage) } as const;
    changed.push(
      await happening(trx, state === 'completed' ? callEnded : unknown, { at: now })
        .where('organization_id', '=', organization_id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
  }
  if (changed.length > 0) await announce(trx, jobs, { changed, now });
  return changed;
}
