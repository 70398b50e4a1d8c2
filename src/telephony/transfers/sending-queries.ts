import { sql, type Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { isInForce as isApproved } from '../../approvals/authorization-queries.ts';
import { settingsInCall } from '../../auth/call-settings-queries.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Room } from '../../fairness/begun-work.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { inForce, ofWorkflows } from '../calling-hours/queries.ts';
import { hoursOfWorkflow } from '../calling-hours/rules.ts';
import { type Withheld, withheldBy } from '../calls/permission-rules.ts';
import { isInForce as isListed } from '../do-not-call/queries.ts';
import { closedAt, destinationsIn, isAt } from './destination-rules.ts';
import { maxRecalls, recallPauseMs } from './rules.ts';

type Trx = Transaction<Database>;
type Schemas = components['schemas'];

export interface Due {
  readonly id: number;
  readonly organization_id: number;
}

interface DueTransfer extends Due {
  readonly kind: Schemas['TransferKind'];
}

/** Whether a handoff was accepted, and neither failed nor used by its agent in time. */
export const isUnreported = (now: Timestamp) =>
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
  const { rows } = await sql<DueTransfer>`
    select id, organization_id, kind from (
      select id, organization_id, kind, row_number() over (partition by organization_id order by id) as turn from (
        select id, organization_id, kind from run_transfers
        where status = 'requested' and sending_at is null
        union all
        select id, organization_id, kind from run_transfers where step_at <= ${now}
        union all
        select id, organization_id, kind from run_transfers where recall_at <= ${now}
        union all
        select id, organization_id, kind from run_transfers where fallback_at <= ${now}
        union all
        select id, organization_id, kind from run_transfers where ${isUnreported(now)}
      ) as found
      where organization_id <> all(${[...busy]}::bigint[])
    ) as turns
    where turn <= ${perOrganization} order by turn, id limit ${limit}`.execute(db);
  return rows;
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

/** A transfer of which no carrier has heard, locked; undefined if somebody else has it. */
export const lockUnsent = (trx: Trx, due: Due) =>
  transfers(trx, due)
    .where('transfer.status', '=', 'requested')
    .where('transfer.sending_at', 'is', null)
    .executeTakeFirst();

/** Why the carrier may not hear of a transfer now, by the rules of the gate, which was passed. */
export async function withheld(
  trx: Trx,
  transfer: SendingRow,
  now: Timestamp,
): Promise<Withheld | 'destination_closed' | 'destination_removed' | undefined> {
  const destination = destinationsIn(transfer.destinations).find(
    ({ name }) => name === transfer.destination,
  );
  if (!destination || !isAt(destination, transfer)) return 'destination_removed';
  if (closedAt(destination, now)) return 'destination_closed';
  const { organization_id, agent_workflow_id, approval_policy_id, provider } = transfer;
  const known = await trx
    .selectFrom('organizations as organization')
    .leftJoin('do_not_call_numbers as listed', (join) =>
      join
        .onRef('listed.organization_id', '=', 'organization.id')
        .on('listed.phone_number', '=', transfer.phone_number ?? '')
        .on(isListed(now, 'listed')),
    )
    .select(
      sql<boolean>`organization.suspended_at is not null or organization.deleted_at is not null`.as(
        'is_suspended',
      ),
    )
    .select(sql<boolean>`listed.id is not null`.as('is_listed'))
    .where('organization.id', '=', organization_id)
    .executeTakeFirstOrThrow();
  const stored = await ofWorkflows(trx, [agent_workflow_id]);
  return withheldBy({
    call: { ...known, ...transfer, provider, lacks_consent: false },
    hours: {
      organization: await inForce(trx, organization_id),
      workflow: hoursOfWorkflow(stored.get(agent_workflow_id)),
    },
    lost_approval: approval_policy_id !== null && !(await isApproved(trx, approval_policy_id, now)),
    campaign: undefined,
    now,
  });
}

/** From now on the carrier may have heard of the transfer, which is locked. */
export const setSending = (trx: Trx, { id, organization_id }: Due, now: Timestamp) =>
  trx
    .updateTable('run_transfers')
    .set({ sending_at: now })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute();

interface Answered {
  readonly now: Timestamp;
  /** Whether the carrier may ring the destination. */
  readonly rings: boolean;
  readonly leg_id?: string | null | undefined;
}

/** The carrier has answered, perhaps with its id of the call to the destination: a recall waits no longer. */
export const setAnswered = (
  db: Db,
  { id, organization_id }: Due,
  { now, rings, leg_id = null }: Answered,
) =>
  db
    .updateTable('run_transfers')
    .set({
      answered_at: now,
      leg_id: sql<string | null>`coalesce(leg_id, ${leg_id}::text)`,
      recall_at: sql<Timestamp | null>`case when recall_at is not null and ${rings}::boolean then ${now}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute();

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
  await trx
    .updateTable('run_transfers')
    .set({ recalls, recall_at: isOver ? null : later(now, recallPauseMs) })
    .where('id', '=', found.id)
    .where('organization_id', '=', found.organization_id)
    .execute();
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
  await trx
    .updateTable('run_transfers')
    .set({ step_tries, step_at: later(now, recallPauseMs) })
    .where('id', '=', found.id)
    .where('organization_id', '=', found.organization_id)
    .execute();
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
