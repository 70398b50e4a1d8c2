import { sql, type Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import {
  columns,
  legOf,
  recallAt,
  type TransferKey,
  type TransferRow,
  unfinishedStates,
} from './queries.ts';
import {
  canceledFallback,
  type Ending,
  type FailureCode,
  ringsFallback,
  type Stage,
  transferTransitions,
} from './rules.ts';

type Trx = Transaction<Database>;

export interface Ended {
  readonly status: Ending;
  readonly at: Timestamp;
  readonly failure?: FailureCode;
  readonly carrier_code?: string | undefined;
  readonly leg_id?: string | undefined;
  /** Whether the carrier is told to end the call to the destination, where that is apart, or to take the call back from another agent. */
  readonly hangs_up?: boolean | undefined;
  /** The command whose answer ends it; the answer to an earlier one changes nothing. */
  readonly only_at?: { readonly stage: Stage; readonly step_tries: number } | undefined;
}

/** Ends an unfinished transfer; undefined if it has ended. */
export const setEnded = (
  trx: Trx,
  { organization_id, run_id, transfer_id }: TransferKey,
  ended: Ended,
) =>
  trx
    .updateTable('run_transfers')
    .set({ ...columnsOf(ended), ...legOf(ended) })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '=', transfer_id)
    .where('status', 'in', unfinishedStates)
    .$if(ended.only_at !== undefined, (rows) => rows.where((row) => row.and(ended.only_at!)))
    .returning(columns)
    .executeTakeFirst();

/**
 * A transfer that was taken for bridged connected nobody, and the call goes on with its agent; undefined if the call has ended.
 * Its fallback is not rung: what that would hear is removed.
 */
export const setGivenBack = (
  trx: Trx,
  { organization_id, run_id, transfer_id }: TransferKey,
  at: Timestamp,
) =>
  trx
    .updateTable('run_transfers')
    .set({
      status: transferTransitions.giveBack.to,
      failure: 'hung_up',
      bridged_at: null,
      ended_at: notBefore(at),
      fallback_refusal: sql<string | null>`case when fallback is not null then 'too_late' end`,
    })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '=', transfer_id)
    .where('status', 'in', transferTransitions.giveBack.from)
    .where('kind', '<>', 'handoff')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('workflow_runs as run')
          .select('run.id')
          .where('run.organization_id', '=', organization_id)
          .where('run.id', '=', run_id)
          .where('run.state', '<>', 'completed'),
      ),
    )
    .returning(columns)
    .executeTakeFirst();

/** Processes have clocks of their own, and a transfer does not end before it began. */
const notBefore = (at: Timestamp) => sql<Timestamp>`greatest(created_at, ${at}::timestamptz)`;

const columnsOf = ({ status, at, failure, carrier_code, hangs_up = false }: Ended) => ({
  status,
  step_at: null,
  ...keptFor(failure),
  ...(hangs_up && {
    recall_at: sql<Timestamp>`case when (detects or kind in ('warm', 'handoff')) and sending_at is not null then ${recallAt(at)} end`,
  }),
  ended_at: notBefore(at),
  bridged_at: status === 'bridged' ? notBefore(at) : null,
  failure: failure ?? null,
  carrier_code: carrier_code ?? null,
  fallback_at: rings(failure)
    ? sql<Timestamp | null>`case when fallback is not null then ${at}::timestamptz end`
    : null,
});

const rings = (failure: FailureCode | undefined): boolean =>
  failure !== undefined && ringsFallback[failure];

/** The briefing goes with the transfer, unless the fallback is to hear it. */
const keptFor = (failure: FailureCode | undefined) => ({
  briefing: rings(failure)
    ? sql<string | null>`case when fallback is not null then briefing end`
    : null,
  briefing_language: rings(failure)
    ? sql<string | null>`case when fallback is not null then briefing_language end`
    : null,
});

/** Ends the unfinished transfers of calls that end, whose runs are locked. */
export const endWithCalls = (trx: Trx, runs: readonly Key[], now: Timestamp) =>
  trx
    .updateTable('run_transfers')
    .set(columnsOf({ status: 'failed', failure: 'call_ended', at: now, hangs_up: true }))
    .where('organization_id', '=', anyOf(new Set(runs.map((run) => run.organization_id))))
    .where('run_id', '=', anyOf(runs.map(({ run_id }) => run_id)))
    .where('status', 'in', unfinishedStates)
    .returning(columns)
    .execute();

const isConnecting = (stage: Stage | null): boolean =>
  stage === 'connect' || stage === 'connecting';

interface Overdue {
  readonly id: number;
  readonly organization_id: number;
  readonly stage: Stage | null;
  readonly state: string;
}

/** How many transfers one transaction ends. */
const overdueLimit = 100;

/**
 * Ends those of which the carrier has reported nothing for too long, and those whose calls were ended by a process of an earlier
 * release. Leaves out those that somebody else changes.
 */
export async function endOverdue(trx: Trx, now: Timestamp): Promise<readonly TransferRow[]> {
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
  const ended: TransferRow[] = [];
  for (const { id, organization_id, stage, state } of overdue)
    ended.push(
      await trx
        .updateTable('run_transfers')
        .set(
          columnsOf({
            status: 'failed',
            failure: state === 'completed' ? 'call_ended' : 'unknown',
            at: now,
            // Perhaps the two talk.
            hangs_up: state === 'completed' || !isConnecting(stage),
          }),
        )
        .where('organization_id', '=', organization_id)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow(),
    );
  return ended;
}

/** Another transfer rings the fallback of one that has failed. */
export const setFollowed = (
  trx: Trx,
  { id, organization_id }: { readonly id: number; readonly organization_id: number },
  next: Pick<TransferRow, 'id'>,
) =>
  trx
    .updateTable('run_transfers')
    .set({ fallback_at: null, fallback_id: next.id, briefing: null, briefing_language: null })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute();

/** The fallback of one that has failed is not rung; undefined if none was to be rung. */
export const cancelFallback = (trx: Trx, { organization_id, run_id, transfer_id }: TransferKey) =>
  trx
    .updateTable('run_transfers')
    .set({
      fallback_at: null,
      fallback_refusal: canceledFallback,
      briefing: null,
      briefing_language: null,
    })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '=', transfer_id)
    .where('fallback_at', 'is not', null)
    .returning(columns)
    .executeTakeFirst();
