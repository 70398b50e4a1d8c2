import { type Insertable, sql, type Transaction } from 'kysely';
import type { RunTransfers } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { holderColumns, type Key } from '../../workflows/runs/read-queries.ts';
import { lostMs, type Stage, transferTransitions } from './rules.ts';

type Trx = Transaction<Database>;

export const columns = [
  'id',
  'organization_id',
  'run_id',
  'kind',
  'requested_destination',
  'destination',
  'phone_number',
  'sip_uri',
  'fallback',
  'fallback_at',
  'fallback_id',
  'fallback_refusal',
  'status',
  'failure',
  'carrier_code',
  'detects',
  'stage',
  'briefing',
  'briefing_language',
  'to_workflow_id',
  'to_workflow_version',
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

export const lockIfAny = (trx: Trx, key: TransferKey) =>
  one(trx, key).forNoKeyUpdate().executeTakeFirst();

export const list = (db: Db, { organization_id, run_id }: Key, query: PageQuery) =>
  db
    .selectFrom('run_transfers')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .$call(newestFirst(query))
    .execute();

/** A call has one unfinished transfer at a time, so that there is rarely more than one more. */
const sinceLimit = 20;

/** The transfers from this one on, oldest first; without one, the last. */
export const listSince = (db: Db, { organization_id, run_id }: Key, id: number | undefined) =>
  db
    .selectFrom('run_transfers')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .$call((rows) =>
      id === undefined
        ? rows.orderBy('id', 'desc').limit(1)
        : rows.where('id', '>=', id).orderBy('id').limit(sinceLimit),
    )
    .execute();

export const insert = (trx: Trx, row: Insertable<RunTransfers>) =>
  trx.insertInto('run_transfers').values(row).returning(columns).executeTakeFirstOrThrow();

export const unfinishedStates = transferTransitions.cancel.from;

/** The last transfer of a call, whose run is locked: the only one that may be unfinished; and how many there are. */
export const last = (trx: Trx, { organization_id, run_id }: Key) =>
  trx
    .selectFrom('run_transfers')
    .select(['id', 'ended_at', sql<number>`count(*) over ()`.as('transfers')])
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .orderBy('id', 'desc')
    .limit(1)
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
    .leftJoin('run_transfers as held', (join) =>
      join
        .onRef('held.id', '=', 'run.handoff_id')
        .onRef('held.organization_id', '=', 'run.organization_id'),
    )
    // That of the agent which has the call, whose destinations count.
    .select((eb) =>
      eb.fn.coalesce('held.to_workflow_id', 'run.workflow_id').as('agent_workflow_id'),
    )
    .select([
      'run.id',
      'run.organization_id',
      'run.workflow_id',
      'run.mode',
      'run.state',
      'run.outcome',
      'run.created_at',
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
      'live.wanted',
    ])
    .select(holderColumns)
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id);

export const findRun = (db: Db, key: Key) => runs(db, key).executeTakeFirst();

export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** The run, locked: its call does not end before the transaction, nor does anybody begin to end it. */
export async function lockRun(trx: Trx, key: Key): Promise<RunRow | undefined> {
  await runs(trx, key).forNoKeyUpdate('run').executeTakeFirst();
  // Whoever held the lock may have changed the live row alone.
  return findRun(trx, key);
}

/** The carrier's id of the call to the destination, unless it is known. */
export const legOf = ({ leg_id }: { readonly leg_id?: string | undefined }) =>
  leg_id === undefined ? {} : { leg_id: sql<string>`coalesce(leg_id, ${leg_id})` };

/** The destination rings; undefined if that was known, or the transfer has ended. */
export async function setRinging(
  trx: Trx,
  { organization_id, run_id, transfer_id }: TransferKey,
  leg: { readonly leg_id?: string | undefined },
) {
  const { from, to } = transferTransitions.ring;
  const transfer = trx
    .updateTable('run_transfers')
    .set(legOf(leg))
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '=', transfer_id);
  const rings = await transfer
    .set({ status: to })
    .where('status', 'in', from)
    .returning(columns)
    .executeTakeFirst();
  // The id of the call to the destination is kept, whatever has become of the transfer.
  if (!rings && leg.leg_id !== undefined) await transfer.execute();
  return rings;
}

interface Step {
  readonly stage: Stage;
  /** From when on the carrier gets a command; null: it asks for a document instead. */
  readonly step_at: Timestamp | null;
}

/** Goes on to a stage, where the carrier has something else to do. The transfer is locked. */
export const setStage = (
  trx: Trx,
  { organization_id, run_id, transfer_id }: TransferKey,
  { stage, step_at }: Step,
) =>
  trx
    .updateTable('run_transfers')
    .set({
      stage,
      step_at,
      step_tries: 0,
      ...(stage === 'brief' && { status: transferTransitions.brief.to }),
    })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('id', '=', transfer_id)
    .where('status', 'in', unfinishedStates)
    .returning(columns)
    .executeTakeFirst();

/**
 * From when on a call is taken back: what overtook the request for its transfer would take back nothing. An update of a
 * distributed schema adds an interval to a column only without a zone.
 */
export const recallAt = (at: Timestamp) => sql<Timestamp>`case
  when answered_at is null and leg_id is null then greatest(
    ${at}::timestamptz, (sending_at at time zone 'UTC' + make_interval(secs => ${lostMs / 1000})) at time zone 'UTC'
  )
  else ${at}::timestamptz end`;

/** The carrier gets requests to take the call back, if it may have heard of the transfer. */
export const setRecall = (trx: Trx, { organization_id, transfer_id }: TransferKey, at: Timestamp) =>
  trx
    .updateTable('run_transfers')
    .set({ recall_at: recallAt(at) })
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
    // One that was canceled meanwhile is to be recalled.
    .where((row) =>
      row.or([row('status', 'in', unfinishedStates), row('recall_at', 'is not', null)]),
    )
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
