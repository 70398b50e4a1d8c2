import { type Insertable, sql, type Transaction } from 'kysely';
import type { ToolExecutions } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { holderColumns } from '../../workflows/runs/read-queries.ts';
import { columns, type ExecutionRow, type RunKey } from './queries.ts';
import { executionTransitions as transitions } from './rules.ts';

type Trx = Transaction<Database>;

/** A run that is locked: nobody else ends it, or asks for an approval or decides about one in it. Undefined if there is none. */
export const findRun = (trx: Trx, { organization_id, run_id }: RunKey) =>
  trx
    .selectFrom('workflow_runs as run')
    .select(['run.state', 'run.workflow_id', 'run.campaign_id'])
    .select(holderColumns)
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .forNoKeyUpdate('run')
    .executeTakeFirst();

type LockedRun = NonNullable<Awaited<ReturnType<typeof findRun>>>;

export async function lockRun(trx: Trx, key: RunKey): Promise<LockedRun> {
  const run = await findRun(trx, key);
  if (!run) throw notFound('Run', 'run_id');
  return run;
}

/** When a locked run last had a call that no longer waited; null: never. */
export async function resolvedLast(
  trx: Trx,
  { organization_id, run_id }: RunKey,
): Promise<Timestamp | null> {
  const { last_at } = await trx
    .selectFrom('tool_executions')
    .select(({ fn }) => fn.max(fn.coalesce('decided_at', 'settled_at')).as('last_at'))
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('approval_expires_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return last_at;
}

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

/** How many runs a sweep settles the calls of. */
const batch = 500;

const isOver = (now: Timestamp) => sql<boolean>`
  execution.status in ('waiting_for_approval', 'accepted')
    and (execution.approval_expires_at <= ${now} or run.state = 'completed')`;

/** Runs with calls that were not sent in time, or have ended before. */
export async function runsOfUnsent(db: Db, now: Timestamp): Promise<RunKey[]> {
  const { rows } = await sql<RunKey>`
    select execution.organization_id, execution.run_id from tool_executions as execution
    join workflow_runs as run on run.id = execution.run_id and run.organization_id = execution.organization_id
    where ${isOver(now)}
    group by execution.organization_id, execution.run_id
    order by min(execution.approval_expires_at) limit ${batch}`.execute(db);
  return rows;
}

/** Settles these calls of a locked run, each a millisecond after the one before. Returns them in this order, with the status of each before. */
export async function settleUnsent(
  trx: Trx,
  { organization_id, run_id }: RunKey,
  { now, first }: { readonly now: Timestamp; readonly first: Timestamp },
) {
  const { rows } = await sql<ExecutionRow & { readonly former: ExecutionRow['status'] }>`
    update tool_executions as execution set status = ${transitions.giveUp.to}, error_code = unsent.code,
      settled_at = ${first}::timestamptz + unsent.place * interval '1 millisecond'
    from (
      select execution.id, execution.status as former,
        case run.state when 'completed' then 'run_ended' else 'approval_expired' end as code,
        row_number() over (order by execution.created_at, execution.id) - 1 as place
      from tool_executions as execution
      join workflow_runs as run on run.id = execution.run_id and run.organization_id = execution.organization_id
      where execution.organization_id = ${organization_id} and execution.run_id = ${run_id} and ${isOver(now)}
    ) as unsent
    where execution.organization_id = ${organization_id} and execution.id = unsent.id
      and execution.status = unsent.former
    returning ${sql.join(columns.map((name) => sql.ref(`execution.${name}`)))}, unsent.former`.execute(
    trx,
  );
  return rows.toSorted((a, b) => ((a.settled_at ?? '') < (b.settled_at ?? '') ? -1 : 1));
}
