import { type Insertable, sql, type Transaction } from 'kysely';
import type { ToolExecutions } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { holderColumns } from '../../workflows/runs/read-queries.ts';
import { columns, type ExecutionRow, type RunKey } from './queries.ts';
import { executionTransitions as transitions } from './rules.ts';

type Trx = Transaction<Database>;

/** A run that is locked: nobody else ends it, or asks for an approval or decides about one in it. */
export const lockRun = (trx: Trx, { organization_id, run_id }: RunKey) =>
  trx
    .selectFrom('workflow_runs as run')
    .select(['run.state', 'run.workflow_id', 'run.campaign_id'])
    .select(holderColumns)
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .forNoKeyUpdate('run')
    .executeTakeFirstOrThrow(() => notFound('Run', 'run_id'));

/** How many calls of a locked run wait for an approval, and when the last one was asked for. */
export const waitingOf = (trx: Trx, { organization_id, run_id }: RunKey) =>
  trx
    .selectFrom('tool_executions')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('status', '=', 'waiting_for_approval').as('waiting'),
      eb.fn.max('created_at').as('last_at'),
    ])
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('approval_expires_at', 'is not', null)
    .executeTakeFirstOrThrow();

/** Keeps that a person is asked; undefined if the call is kept already. */
export const insertWaiting = (
  trx: Trx,
  execution: Omit<Insertable<ToolExecutions>, 'status' | 'deadline_at'> & {
    readonly approval_expires_at: Timestamp;
  },
) =>
  trx
    .insertInto('tool_executions')
    .values({
      ...execution,
      status: transitions.ask.to,
      deadline_at: execution.approval_expires_at,
    })
    .onConflict((on) => on.columns(['organization_id', 'run_id', 'call_id']).doNothing())
    .returning(columns)
    .executeTakeFirst();

/** The execution, locked until the transaction ends. Its run is locked before. */
export const lock = (trx: Trx, organizationId: number, id: number) =>
  trx
    .selectFrom('tool_executions')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Tool execution', 'tool_execution_id'));

interface Decided {
  readonly decision_number: number;
  readonly decided_by: number;
  readonly decided_at: Timestamp;
}

/** Keeps that a locked call was accepted, and until when it can be sent. */
export const setAccepted = (
  trx: Trx,
  id: number,
  { approval_expires_at, ...decided }: Decided & { readonly approval_expires_at: Timestamp },
) =>
  trx
    .updateTable('tool_executions')
    .set({ ...decided, decision: 'accepted', status: transitions.accept.to, approval_expires_at })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Keeps that a locked call was declined. */
export const setDeclined = (
  trx: Trx,
  id: number,
  decided: Decided & { readonly decision_reason: string },
) =>
  trx
    .updateTable('tool_executions')
    .set({
      ...decided,
      decision: 'declined',
      status: transitions.decline.to,
      error_code: 'approval_declined',
      settled_at: decided.decided_at,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

interface Sending {
  readonly organization_id: number;
  readonly now: Timestamp;
  readonly deadline_at: Timestamp;
}

/** Keeps that an accepted call is about to be sent; undefined if it cannot be any more, or another request has begun. */
export const beginAccepted = (
  trx: Trx,
  { id, attempt }: Pick<ExecutionRow, 'id' | 'attempt'>,
  { organization_id, now, deadline_at }: Sending,
) =>
  trx
    .updateTable('tool_executions')
    .set({ status: transitions.sendAccepted.to, deadline_at })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'in', transitions.sendAccepted.from)
    .where('approval_expires_at', '>', now)
    // What retention or an erasure has removed is not what was accepted.
    .where('arguments', 'is not', null)
    .where((eb) => eb.not(eb.exists(suspended(trx, organization_id))))
    .returning(columns)
    .executeTakeFirst();

const suspended = (db: Db, organizationId: number) =>
  db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .where((eb) => eb.or([eb('suspended_at', 'is not', null), eb('deleted_at', 'is not', null)]));

export const isSuspended = async (db: Db, organizationId: number): Promise<boolean> =>
  (await suspended(db, organizationId).executeTakeFirst()) !== undefined;

export const isDeleted = async (db: Db, organizationId: number): Promise<boolean> =>
  (await suspended(db, organizationId).where('deleted_at', 'is not', null).executeTakeFirst()) !==
  undefined;

interface Failed {
  readonly error_code: NonNullable<ExecutionRow['error_code']>;
  readonly settled_at: Timestamp;
}

/** Settles an accepted call that is not sent. */
export const settleAccepted = (db: Db, id: number, failed: Failed) =>
  db
    .updateTable('tool_executions')
    .set({ status: transitions.refuse.to, ...failed })
    .where('id', '=', id)
    .where('status', 'in', transitions.refuse.from)
    .execute();

/** How many rows one statement settles. */
const batch = 500;

/**
 * Settles calls that were not sent in time, and those of runs that have ended; one alone if it is given. Returns how many
 * there were.
 */
export async function settleUnsent(db: Db, now: Timestamp, id?: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update tool_executions as execution set status = ${transitions.giveUp.to}, settled_at = ${now},
      error_code = case run.state when 'completed' then 'run_ended' else 'approval_expired' end
    from workflow_runs as run
    where run.id = execution.run_id and run.organization_id = execution.organization_id
      and execution.status in ('waiting_for_approval', 'accepted')
      and (execution.approval_expires_at <= ${now} or run.state = 'completed')
      and execution.id = any(array(
        select unsent.id from tool_executions as unsent
        join workflow_runs as its on its.id = unsent.run_id and its.organization_id = unsent.organization_id
        where unsent.status in ('waiting_for_approval', 'accepted')
          and (unsent.approval_expires_at <= ${now} or its.state = 'completed')
          ${id === undefined ? sql`` : sql`and unsent.id = ${id}`}
        order by unsent.approval_expires_at limit ${batch}
      ))`.execute(db);
  return Number(numAffectedRows);
}
