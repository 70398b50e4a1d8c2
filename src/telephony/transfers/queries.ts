import { type Insertable, sql, type Transaction } from 'kysely';
import type { RunTransfers } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { holderColumns, type Key } from '../../workflows/runs/read-queries.ts';
import { unfinishedStates } from './transition-rules.ts';

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
  'leg_id',
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

/** A transfer that was found before. */
export interface Due {
  readonly id: number;
  readonly organization_id: number;
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

/** The last transfer of a call, whose run is locked: the only one that may be unfinished; how many there are, and how often the agent has changed. */
export const last = (trx: Trx, { organization_id, run_id }: Key) =>
  trx
    .selectFrom('run_transfers')
    .select([
      'id',
      'ended_at',
      sql<number>`count(*) over ()`.as('transfers'),
      sql<number>`count(*) filter (where kind = 'handoff' and status = 'bridged') over ()`.as(
        'handoffs',
      ),
    ])
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

/** The agent's part of what a carrier is told of a call, as its run has it, and whether somebody else is rung for it. */
export const agentOf = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs as run')
    .innerJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .leftJoin('run_transfers as held', (join) =>
      join
        .onRef('held.id', '=', 'run.handoff_id')
        .onRef('held.organization_id', '=', 'run.organization_id'),
    )
    .select(['run.handoff_id', 'run.state', 'run.to_number', 'run.from_number'])
    .select((eb) => [
      eb.fn.coalesce('held.to_workflow_id', 'run.workflow_id').as('workflow_id'),
      eb.fn.coalesce('held.to_workflow_version', 'version.version_number').as('workflow_version'),
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('run_transfers as transfer')
            .select('transfer.id')
            .whereRef('transfer.run_id', '=', 'run.id')
            .whereRef('transfer.organization_id', '=', 'run.organization_id')
            .where((transfer) =>
              transfer.or([
                transfer('transfer.fallback_at', 'is not', null),
                transfer('transfer.status', 'in', unfinishedStates),
              ]),
            ),
        )
        .as('is_ringing_next'),
    )
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .executeTakeFirst();
