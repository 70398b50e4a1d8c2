import { sql, type Transaction, type UpdateObject } from 'kysely';
import { settingsInCall } from '../../auth/run-token-queries.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Room } from '../../fairness/begun-work.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { legOf } from './changes.ts';
import type { Due, TransferKey } from './queries.ts';
import { maxRecalls, recallPauseMs } from './rules.ts';

type Trx = Transaction<Database>;

/** What a transfer is due for, the first first; a handoff is `believed` that was accepted, and neither failed nor used by its agent in time. */
const works = ['request', 'step', 'believe', 'recall', 'follow'] as const;

interface DueTransfer extends Due {
  readonly work: (typeof works)[number];
}

const isUnreported = (now: Timestamp) =>
  sql<boolean>`run_transfers.kind = 'handoff' and run_transfers.status = 'requested'
    and run_transfers.answered_at is not null and run_transfers.deadline_at <= ${now}`;

interface Look extends Room {
  readonly now: Timestamp;
}

/** Transfers whose carrier gets a request now, or whose fallback is to be rung: the first of each organization before the second of any. */
export async function due(
  db: Db,
  { now, limit, perOrganization, busy }: Look,
): Promise<readonly DueTransfer[]> {
  const found = sql`select id, organization_id, `;
  const { rows } = await sql<Due & { readonly work: number }>`
    select id, organization_id, work from (
      select id, organization_id, min(work) as work,
        row_number() over (partition by organization_id order by id) as turn from (
        ${found} 0 as work from run_transfers where status = 'requested' and sending_at is null
        union all ${found} 1 from run_transfers where step_at <= ${now}
        union all ${found} 2 from run_transfers where ${isUnreported(now)}
        union all ${found} 3 from run_transfers where recall_at <= ${now}
        union all ${found} 4 from run_transfers where fallback_at <= ${now}
      ) as found
      where organization_id <> all(${[...busy]}::bigint[])
      group by id, organization_id
    ) as turns
    where turn <= ${perOrganization} order by turn, id limit ${limit}`.execute(db);
  return rows.map(({ work, ...each }) => ({ ...each, work: works[work]! }));
}

const transfers = (trx: Trx, { id, organization_id }: Due) =>
  trx
    .selectFrom('run_transfers as transfer')
    .innerJoin('workflow_runs as run', (join) =>
      join
        .onRef('run.id', '=', 'transfer.run_id')
        .onRef('run.organization_id', '=', 'transfer.organization_id'),
    )
    .innerJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .leftJoin('run_transfers as held', (join) =>
      join
        .onRef('held.id', '=', 'run.handoff_id')
        .onRef('held.organization_id', '=', 'run.organization_id'),
    )
    .innerJoin('workflows as workflow', (join) =>
      join.on(sql<boolean>`workflow.id = coalesce(held.to_workflow_id, run.workflow_id)`),
    )
    .leftJoin('telephony_configurations as configuration', (join) =>
      join
        .onRef('configuration.id', '=', 'run.telephony_configuration_id')
        .onRef('configuration.organization_id', '=', 'run.organization_id'),
    )
    .leftJoin('live_calls as live', (join) =>
      join
        .onRef('live.run_id', '=', 'run.id')
        .onRef('live.organization_id', '=', 'run.organization_id'),
    )
    .select([
      'transfer.id',
      'transfer.organization_id',
      'transfer.run_id',
      'transfer.destination',
      'transfer.phone_number',
      'transfer.sip_uri',
      'transfer.from_number',
      'transfer.timezone',
      'transfer.approval_policy_id',
      'transfer.deadline_at',
      'transfer.leg_id',
      'transfer.recalls',
      'transfer.status',
      'transfer.kind',
      'transfer.detects',
      'transfer.stage',
      'transfer.briefing',
      'transfer.briefing_language',
      'transfer.step_tries',
      'transfer.to_workflow_id',
      'transfer.to_workflow_version',
      'run.workflow_id',
      'run.handoff_id',
      'workflow.id as agent_workflow_id',
      'run.state',
      'run.hang_up_requested_at',
      'live.wanted',
      'run.carrier_call_id',
      'run.to_number as run_to_number',
      'run.from_number as run_from_number',
      'run.telephony_configuration_id as configuration_id',
      'configuration.provider',
      'configuration.credentials_encrypted',
    ])
    .select((eb) =>
      eb.fn
        .coalesce('held.to_workflow_version', 'version.version_number')
        .as('agent_workflow_version'),
    )
    .select(sql`${settingsInCall('workflow')} -> 'transfer_destinations'`.as('destinations'))
    .where('transfer.id', '=', id)
    .where('transfer.organization_id', '=', organization_id)
    .forNoKeyUpdate('transfer')
    .skipLocked();

export type SendingRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof transfers>['executeTakeFirst']>>
>;

/** What the sender writes of a transfer: no state, which `change` alone writes. */
type Columns = Omit<UpdateObject<Database, 'run_transfers'>, 'status' | 'failure' | 'stage'>;

/** Writes what is known of the requests about a transfer. */
export const keep = (db: Db, { id, organization_id }: Due, columns: Columns) =>
  db
    .updateTable('run_transfers')
    .set(columns)
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute();

/** No further request to take the call back. */
export const setRecalled = (db: Db, found: Due) => keep(db, found, { recall_at: null });

/** A transfer of which no carrier has heard, locked; undefined if somebody else has it. */
export const lockUnsent = (trx: Trx, found: Due) =>
  transfers(trx, found)
    .where('transfer.status', '=', 'requested')
    .where('transfer.sending_at', 'is', null)
    .executeTakeFirst();

interface Answered {
  readonly now: Timestamp;
  /** Whether the carrier may ring the destination. */
  readonly rings: boolean;
  readonly leg_id?: string | undefined;
}

/** The carrier has answered, perhaps with its id of the call to the destination: a recall waits no longer. */
export const setAnswered = (db: Db, found: Due, { now, rings, leg_id }: Answered) =>
  keep(db, found, {
    answered_at: now,
    ...legOf({ leg_id }),
    recall_at: sql<Timestamp | null>`case when recall_at is not null and ${rings}::boolean then ${now}::timestamptz end`,
  });

/**
 * Takes a canceled transfer whose call is to be taken back; nobody else takes it before its pause is over. After the last
 * request a later transfer waits for that pause, too.
 */
export async function takeRecall(
  trx: Trx,
  found: Due,
  now: Timestamp,
): Promise<SendingRow | undefined> {
  const transfer = await transfers(trx, found)
    .where('transfer.recall_at', '<=', now)
    .executeTakeFirst();
  if (!transfer) return undefined;
  const isOver = transfer.recalls >= maxRecalls;
  const recalls = isOver ? transfer.recalls : transfer.recalls + 1;
  await keep(trx, found, { recalls, recall_at: isOver ? null : later(now, recallPauseMs) });
  return isOver ? undefined : { ...transfer, recalls };
}

/** Takes a transfer whose carrier gets a command about the destination; nobody else takes it before its pause is over. */
export async function takeStep(
  trx: Trx,
  found: Due,
  now: Timestamp,
): Promise<SendingRow | undefined> {
  const transfer = await transfers(trx, found)
    .where('transfer.step_at', '<=', now)
    .executeTakeFirst();
  if (!transfer) return undefined;
  const step_tries = transfer.step_tries + 1;
  await keep(trx, found, { step_tries, step_at: later(now, recallPauseMs) });
  return { ...transfer, step_tries };
}

/** The carrier does what it was told; if it has reported more meanwhile, that stays. */
export const setAccepted = (db: Db, { id, organization_id }: Due, stage: 'brief' | 'connect') =>
  db
    .updateTable('run_transfers')
    .set({ stage: stage === 'brief' ? 'briefing' : 'connecting', step_at: null })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('stage', '=', stage)
    .execute();

/** A handoff that its carrier has accepted and of which it has reported nothing in time. */
export const findUnreported = (
  db: Db,
  { id, organization_id }: Due,
  now: Timestamp,
): Promise<TransferKey | undefined> =>
  db
    .selectFrom('run_transfers')
    .select(['organization_id', 'run_id', 'id as transfer_id'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where(isUnreported(now))
    .executeTakeFirst();
