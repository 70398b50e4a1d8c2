import { type Insertable, sql, type Transaction } from 'kysely';
import type { ToolExecutions } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { holderColumns, runNotFound } from '../../workflows/runs/read-queries.ts';
import type { Sent } from './outcome-rules.ts';
import { executionTransitions as transitions } from './rules.ts';

export interface RunKey {
  readonly organization_id: number;
  readonly run_id: number;
}

interface Key extends RunKey {
  readonly call_id: string;
}

export const columns = [
  'id',
  'run_id',
  'tool_id',
  'tool_name',
  'tool_revision',
  'call_id',
  'arguments',
  'is_write',
  'status',
  'error_code',
  'error_detail',
  'http_status',
  'result',
  'duration_ms',
  'attempt',
  'deadline_at',
  'approval_expires_at',
  'decision',
  'decision_reason',
  'decided_by',
  'decided_at',
  'created_at',
  'settled_at',
] as const;

/**
 * The state of a run, and the tools of its agent's version: pinned ones, or the definition of one that was never published.
 */
export const ofRun = (db: Db, { organization_id, run_id }: RunKey) =>
  db
    .selectFrom('workflow_runs as run')
    .leftJoin('run_transfers as handoff', (join) =>
      join
        .onRef('handoff.id', '=', 'run.handoff_id')
        .onRef('handoff.organization_id', '=', 'run.organization_id'),
    )
    .innerJoin('workflow_definitions as version', (join) =>
      join.on(sql<boolean>`version.id = coalesce(handoff.to_definition_id, run.definition_id)`),
    )
    .leftJoin('run_conversations as conversation', 'conversation.run_id', 'run.id')
    .select(['run.state', 'run.mode', 'version.tools', 'version.published_at'])
    .select('conversation.tool_answers')
    .select(holderColumns)
    .select((eb) =>
      eb
        .case()
        .when('version.published_at', 'is', null)
        .then(eb.ref('version.workflow_definition'))
        .end()
        .as('draft'),
    )
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .executeTakeFirstOrThrow(runNotFound);

/**
 * The state of a run, which neither ends nor is erased or deleted until the transaction ends: what an erasure removes then has what
 * this transaction has kept. The transaction must not change the run, as two of them would wait for each other.
 */
export const lockState = (trx: Transaction<Database>, { organization_id, run_id }: RunKey) =>
  trx
    .selectFrom('workflow_runs')
    .select(['state', 'erased_at'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', run_id)
    .forShare()
    .executeTakeFirstOrThrow(runNotFound);

export const find = (db: Db, { organization_id, run_id, call_id }: Key) =>
  db
    .selectFrom('tool_executions')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('call_id', '=', call_id)
    .executeTakeFirst();

export type ExecutionRow = NonNullable<Awaited<ReturnType<typeof find>>>;

export const get = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('tool_executions')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Tool execution', 'tool_execution_id'));

interface Filters extends PageQuery {
  readonly run_id?: number | undefined;
  readonly tool_id?: number | undefined;
  readonly status?: ExecutionRow['status'] | undefined;
}

/** Of the arguments of a call that waits, in bytes of the database's JSON text, those that a list has. */
export const maxListedArguments = 4096;

const argumentsWaiting = sql<ExecutionRow['arguments']>`case
  when status = 'waiting_for_approval' and octet_length(arguments::text) <= ${sql.lit(maxListedArguments)} then arguments
end`;

export const list = (
  db: Db,
  organizationId: number,
  { run_id, tool_id, status, ...page }: Filters,
) =>
  db
    .selectFrom('tool_executions')
    .select([
      'id',
      'run_id',
      'tool_id',
      'tool_name',
      'tool_revision',
      'call_id',
      'is_write',
      'status',
      'error_code',
      'http_status',
      'duration_ms',
      'approval_expires_at',
      'decision',
      'decided_by',
      'decided_at',
      'created_at',
      'settled_at',
      argumentsWaiting.as('arguments'),
    ])
    .where('organization_id', '=', organizationId)
    .$if(run_id !== undefined, (rows) => rows.where('run_id', '=', run_id!))
    .$if(tool_id !== undefined, (rows) => rows.where('tool_id', '=', tool_id!))
    .$if(status !== undefined, (rows) => rows.where('status', '=', status!))
    .$call(newestFirst(page))
    .execute();

/** Keeps that a request is about to be sent; undefined if the call has one. */
export const begin = (db: Db, execution: Insertable<ToolExecutions>) =>
  db
    .insertInto('tool_executions')
    .values(execution)
    .onConflict((on) => on.columns(['organization_id', 'run_id', 'call_id']).doNothing())
    .returning(columns)
    .executeTakeFirst();

interface Again {
  readonly now: Timestamp;
  readonly deadline_at: Timestamp;
}

/** Keeps that a read whose answer was lost is sent again; undefined if another request has begun meanwhile. */
export const beginAgain = (
  db: Db,
  { id, attempt }: Pick<ExecutionRow, 'id' | 'attempt'>,
  { now, deadline_at }: Again,
) =>
  db
    .updateTable('tool_executions')
    .set({
      status: transitions.sendAgain.to,
      error_code: null,
      settled_at: null,
      attempt: attempt + 1,
      deadline_at,
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('is_write', '=', false)
    .where('approval_expires_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('error_code', '=', 'answer_lost'),
        eb.and([eb('status', '=', 'sending'), eb('deadline_at', '<=', now)]),
      ]),
    )
    .returning(columns)
    .executeTakeFirst();

/** Keeps what came of a request, unless it was given up before; returns what is kept. */
export async function settle(
  db: Db,
  { id, attempt }: Pick<ExecutionRow, 'id' | 'attempt'>,
  { result, ...outcome }: Sent & { readonly settled_at: Timestamp },
): Promise<ExecutionRow | undefined> {
  const settled = await db
    .updateTable('tool_executions')
    .set({ ...outcome, result: outcome.status === 'succeeded' ? JSON.stringify(result) : null })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'in', transitions.succeed.from)
    .returning(columns)
    .executeTakeFirst();
  return (
    settled ??
    (await db.selectFrom('tool_executions').select(columns).where('id', '=', id).executeTakeFirst())
  );
}

/** How many rows one statement settles. */
const batch = 500;

/**
 * Settles requests of processes that have stopped between sending and keeping: nobody knows what came of them. Returns how
 * many there were.
 */
export async function settleLost(db: Db, now: Timestamp): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update tool_executions set status = ${transitions.lose.to}, error_code = 'answer_lost', settled_at = ${now}
    where id = any(array(
      select id from tool_executions where status = 'sending' and deadline_at <= ${now} order by deadline_at limit ${batch}
    )) and status = 'sending' and deadline_at <= ${now}`.execute(db);
  return Number(numAffectedRows);
}

/** Settles what is not over in some runs, so that an answer that arrives later is not kept. */
export const settleOfRuns = (
  trx: Transaction<Database>,
  runIds: readonly number[],
  now: Timestamp,
) =>
  sql`update tool_executions as execution
    set status = case execution.status when 'sending' then 'unknown' else 'failed' end,
      error_code = case when execution.status = 'sending' then 'answer_lost'
        when run.state = 'completed' then 'run_ended' else 'approval_expired' end,
      settled_at = ${now}
    from workflow_runs as run
    where run.id = execution.run_id and run.organization_id = execution.organization_id
      and execution.run_id = any(${runIds}::bigint[]) and execution.settled_at is null`.execute(
    trx,
  );
