import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import type { RunTransfers } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import { type Ending, type FailureCode, transferTransitions } from './rules.ts';

type Trx = Transaction<Database>;

const columns = [
  'id',
  'run_id',
  'kind',
  'destination',
  'phone_number',
  'status',
  'failure',
  'carrier_code',
  'created_at',
  'sending_at',
  'bridged_at',
  'ended_at',
] as const;

export type TransferRow = Awaited<ReturnType<typeof get>>;

export interface TransferKey extends Key {
  readonly transfer_id: number;
}

const missing = () => notFound('Transfer', 'transfer_id');

const one = (db: Db, { organization_id, run_id, transfer_id }: TransferKey) =>
  db
    .selectFrom('run_transfers')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '=', transfer_id);

export const get = (db: Db, key: TransferKey) => one(db, key).executeTakeFirstOrThrow(missing);

export const lock = (trx: Trx, key: TransferKey) =>
  one(trx, key).forNoKeyUpdate().executeTakeFirstOrThrow(missing);

export const list = (db: Db, { organization_id, run_id }: Key, query: PageQuery) =>
  db
    .selectFrom('run_transfers')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .$call(newestFirst(query))
    .execute();

export const insert = (trx: Trx, row: Insertable<RunTransfers>) =>
  trx.insertInto('run_transfers').values(row).returning(columns).executeTakeFirstOrThrow();

const unfinishedStates = transferTransitions.cancel.from;

/** The unfinished transfer of a call, whose run is locked. */
export const unfinished = (trx: Trx, { organization_id, run_id }: Key) =>
  trx
    .selectFrom('run_transfers')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('status', 'in', unfinishedStates)
    .executeTakeFirst();

/** The run with what a transfer of its call needs; undefined if the organization has no such run. */
const runs = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs as run')
    .leftJoin('api_keys as key', (join) =>
      join
        .onRef('key.id', '=', 'run.api_key_id')
        .onRef('key.organization_id', '=', 'run.organization_id'),
    )
    .leftJoin('live_calls as live', (join) =>
      join
        .onRef('live.run_id', '=', 'run.id')
        .onRef('live.organization_id', '=', 'run.organization_id'),
    )
    .select([
      'run.id',
      'run.organization_id',
      'run.workflow_id',
      'run.mode',
      'run.state',
      'run.outcome',
      'run.started_at',
      'run.hang_up_requested_at',
      'run.from_number',
      'run.to_number',
      'run.telephony_configuration_id',
      'run.user_id',
      'run.api_key_id',
      'key.connector_name',
      'key.scopes',
      'live.approval_policy_id',
    ])
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id);

export const findRun = (db: Db, key: Key) => runs(db, key).executeTakeFirst();

export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** The run, locked: its call does not end before the transaction. */
export const lockRun = (trx: Trx, key: Key) =>
  runs(trx, key).forNoKeyUpdate('run').executeTakeFirst();

interface Ended {
  readonly status: Ending;
  readonly at: Timestamp;
  readonly failure?: FailureCode;
  readonly carrier_code?: string | undefined;
  readonly leg_id?: string | undefined;
}

/** Ends an unfinished transfer; undefined if it has ended. */
export const end = (db: Db, { organization_id, run_id, transfer_id }: TransferKey, ended: Ended) =>
  db
    .updateTable('run_transfers')
    .set({ ...columnsOf(ended), ...legOf(ended) })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '=', transfer_id)
    .where('status', 'in', unfinishedStates)
    .returning(columns)
    .executeTakeFirst();

const columnsOf = ({ status, at, failure, carrier_code }: Ended): Updateable<RunTransfers> => ({
  status,
  ended_at: at,
  bridged_at: status === 'bridged' ? at : null,
  failure: failure ?? null,
  carrier_code: carrier_code ?? null,
});

const legOf = ({ leg_id }: { readonly leg_id?: string | undefined }) =>
  leg_id === undefined ? {} : { leg_id: sql<string>`coalesce(leg_id, ${leg_id})` };

/** The destination rings. The id of the call to it is kept, whatever has become of the transfer. */
export async function ring(
  db: Db,
  { organization_id, run_id, transfer_id }: TransferKey,
  leg: { readonly leg_id?: string | undefined },
): Promise<void> {
  const { from, to } = transferTransitions.ring;
  await db
    .updateTable('run_transfers')
    .set({
      status: sql<
        typeof to
      >`case when status = any(${[...from]}::text[]) then ${to} else status end`,
      ...legOf(leg),
    })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '=', transfer_id)
    .execute();
}

interface Overdue extends TransferKey {
  readonly failure: FailureCode;
}

/** Ends those whose calls have ended, and those of which the carrier has reported nothing for too long. */
export async function endOverdue(db: Db, now: Timestamp): Promise<readonly Overdue[]> {
  const { rows } = await sql<Overdue>`
    update run_transfers as transfer set status = 'failed', ended_at = ${now},
      failure = case run.state when 'completed' then 'call_ended' else 'unknown' end
    from workflow_runs as run
    where run.id = transfer.run_id and run.organization_id = transfer.organization_id
      and transfer.status in ('requested', 'ringing')
      and (run.state = 'completed' or (transfer.deadline_at <= ${now} and transfer.sending_at is not null))
    returning transfer.organization_id, transfer.run_id, transfer.id as transfer_id, transfer.failure`.execute(
    db,
  );
  return rows;
}

/** The carrier gets requests from now on to take the call back, if it may have heard of the transfer. */
export const setRecall = (trx: Trx, { organization_id, transfer_id }: TransferKey, at: Timestamp) =>
  trx
    .updateTable('run_transfers')
    .set({ recall_at: at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', transfer_id)
    .where('sending_at', 'is not', null)
    .execute();

/** No further request to take the call back. */
export const setRecalled = (
  db: Db,
  { id, organization_id }: { id: number; organization_id: number },
) =>
  db
    .updateTable('run_transfers')
    .set({ recall_at: null })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute();

interface Placing {
  readonly organization_id: number;
  readonly approval_policy_id?: string;
  readonly phone_numbers?: readonly string[];
  readonly since: Timestamp;
  readonly until: Timestamp;
}

/** Whether a carrier may be hearing right now of such a transfer that was marked within the period. */
export async function isSending(db: Db, placing: Placing): Promise<boolean> {
  const { organization_id, approval_policy_id, phone_numbers, since, until } = placing;
  const found = await db
    .selectFrom('run_transfers')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('status', 'in', unfinishedStates)
    .where('sending_at', '>', since)
    .where('sending_at', '<=', until)
    .where('answered_at', 'is', null)
    .$if(approval_policy_id !== undefined, (rows) =>
      rows.where('approval_policy_id', '=', approval_policy_id!),
    )
    .$if(phone_numbers !== undefined, (rows) =>
      rows.where('phone_number', '=', anyOf([...(phone_numbers ?? [])], 'text')),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The agent's part of what a carrier is told of a call, as its run has it. */
export const agentOf = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs as run')
    .innerJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .select(['run.workflow_id', 'version.version_number as workflow_version', 'run.state'])
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .executeTakeFirst();
