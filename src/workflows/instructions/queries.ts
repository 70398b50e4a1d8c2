import { type Insertable, sql, type Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { RunInstructions } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { idAfter, maxInteger, newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { holderColumns, type Key, runNotFound } from '../runs/read-queries.ts';

type RunOutcome = components['schemas']['RunOutcome'];
type ToolDecision = components['schemas']['RunToolDecisionEvent'];

interface InstructionKey extends Key {
  readonly instruction_number: number;
}

const columns = [
  'run_id',
  'instruction_number',
  'text',
  'answer',
  'reason',
  'user_id',
  'api_key_id',
  'created_at',
  'delivered_at',
  'acknowledged_at',
] as const;

const instructionsOf = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('run_instructions')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id);

export const list = (db: Db, key: Key, query: PageQuery) =>
  instructionsOf(db, key)
    .$call(newestFirst(query, { column: 'instruction_number', after: idAfter(query, maxInteger) }))
    .execute();

/** Throws if the run has no instruction with this number. */
export const get = (db: Db, { instruction_number, ...key }: InstructionKey) =>
  instructionsOf(db, key)
    .where('instruction_number', '=', instruction_number)
    .executeTakeFirstOrThrow(instructionNotFound);

/** The same, locked until the transaction ends. */
export const lock = (trx: Transaction<Database>, { instruction_number, ...key }: InstructionKey) =>
  instructionsOf(trx, key)
    .where('instruction_number', '=', instruction_number)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(instructionNotFound);

const instructionNotFound = () => notFound('Instruction', 'instruction_number');

export type InstructionRow = Awaited<ReturnType<typeof get>>;

/** The run with who has its call, locked: nobody else instructs its agent or ends it. */
export const lockRun = (trx: Transaction<Database>, { organization_id, run_id }: Key) =>
  trx
    .selectFrom('workflow_runs as run')
    .select(['run.id', 'run.mode', 'run.state', 'run.outcome'])
    .select(holderColumns)
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .forNoKeyUpdate('run')
    .executeTakeFirstOrThrow(runNotFound);

/** The number of the run's last instruction or decision about a call of a tool; 0 if it has none. */
export async function lastNumber(db: Db, { organization_id, run_id }: Key): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(greatest(
      (select max(instruction_number) from run_instructions
        where organization_id = ${organization_id} and run_id = ${run_id}),
      (select max(decision_number) from tool_executions
        where organization_id = ${organization_id} and run_id = ${run_id})
    ), 0) as last`.execute(db);
  return rows[0]?.last ?? 0;
}

/** How many instructions the run has. */
export async function count(db: Db, { organization_id, run_id }: Key): Promise<number> {
  const { instructions } = await db
    .selectFrom('run_instructions')
    .select(({ fn }) => fn.countAll<number>().as('instructions'))
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow();
  return instructions;
}

export const insert = (trx: Transaction<Database>, instruction: Insertable<RunInstructions>) =>
  trx
    .insertInto('run_instructions')
    .values(instruction)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** What became of the keys of a request; undefined if the run has none of it. */
export const findKeys = (db: Db, key: Key, command_hash: string) =>
  instructionsOf(db, key)
    .select(({ eb }) => eb('digits_encrypted', 'is not', null).as('has_digits'))
    .where('command_hash', '=', command_hash)
    .executeTakeFirst();

/**
 * Removes the keys of a request, or those that were requested before a time, so that no runtime sends them later. An answer
 * removes them as it is written; one that did not is of a process that knows no keys, and is removed too.
 */
export const forgetKeys = (
  db: Db,
  { organization_id, run_id }: Key,
  which: { readonly command_hash: string } | { readonly before: Timestamp },
) =>
  db
    .updateTable('run_instructions')
    .set({ digits_encrypted: null, answer: null, reason: null, acknowledged_at: null })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('digits_encrypted', 'is not', null)
    .where((eb) =>
      'before' in which
        ? eb('created_at', '<', which.before)
        : eb('command_hash', '=', which.command_hash),
    )
    .execute();

interface Answer {
  readonly answer: NonNullable<InstructionRow['answer']>;
  readonly reason: string | null;
  readonly now: Timestamp;
}

/** Writes the answer to a locked instruction. */
export const setAnswer = (
  trx: Transaction<Database>,
  { organization_id, run_id, instruction_number }: InstructionKey,
  { now, ...answer }: Answer,
) =>
  trx
    .updateTable('run_instructions')
    .set((eb) => ({
      ...answer,
      digits_encrypted: null,
      acknowledged_at: now,
      delivered_at: eb.fn.coalesce('delivered_at', sql<Timestamp>`${now}::timestamptz`),
    }))
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('instruction_number', '=', instruction_number)
    .returning(columns)
    .executeTakeFirstOrThrow();

interface Delivery {
  readonly numbers: readonly number[];
  readonly now: Timestamp;
}

/** Keeps when the runtime received instructions; the first time stays. */
export const setDelivered = (
  db: Db,
  { organization_id, run_id }: Key,
  { numbers, now }: Delivery,
) =>
  db
    .updateTable('run_instructions')
    .set({ delivered_at: now })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('instruction_number', 'in', numbers)
    .where('delivered_at', 'is', null)
    .execute();

/** Keeps that the runtime has received everything up to a number. */
export const setDeliveredUpTo = (
  db: Db,
  { organization_id, run_id }: Key,
  { last, now }: { readonly last: number; readonly now: Timestamp },
) =>
  db
    .updateTable('run_instructions')
    .set({ delivered_at: now })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('instruction_number', '<=', last)
    .where('delivered_at', 'is', null)
    .execute();

/** What a stream shows: an instruction or a decision. */
interface Entry {
  /** The handoff whose agent has the run; null: the first agent. */
  readonly held_by: number | null;
  readonly outcome: RunOutcome | null;
  readonly ended_at: Timestamp | null;
  /** Null: the run has nothing after the position. */
  readonly number: number | null;
  readonly instruction: Instruction | null;
  readonly decision: Decision | null;
  readonly created_at: Timestamp;
}

type Instruction = Pick<InstructionRow, 'text' | 'answer'> & {
  /** Of keys. */
  readonly command_hash: string | null;
  /** Sealed, in base64; null once nobody waits for them. */
  readonly digits: string | null;
};

type Decision = Pick<
  ToolDecision,
  'tool_execution_id' | 'call_id' | 'tool_name' | 'decision' | 'reason'
> & {
  /** Whether the runtime has to know of it: what was accepted and sent, or has expired, is over. */
  readonly is_open: boolean;
};

/**
 * What a stream shows next, read at one point in time: how the run is, and its next instructions and decisions after a
 * number, in their order. Throws if the organization has no such run.
 */
export async function readNext(
  db: Db,
  { organization_id, run_id }: Key,
  { after, limit }: { readonly after: number; readonly limit: number },
) {
  const { rows } = await sql<Entry>`
    select run.outcome, run.ended_at, run.handoff_id as held_by, entry.*
    from workflow_runs as run
    left join lateral (
      select instruction_number as number, jsonb_build_object(
        'text', text, 'answer', answer, 'command_hash', command_hash, 'digits', encode(digits_encrypted, 'base64')
      ) as instruction,
        null::jsonb as decision, created_at
      from run_instructions
      where organization_id = ${organization_id} and run_id = ${run_id} and instruction_number > ${after}
      union all
      select decision_number, null, jsonb_build_object(
        'tool_execution_id', id, 'call_id', call_id, 'tool_name', tool_name, 'decision', decision,
        'reason', decision_reason, 'is_open', decision = 'declined' or status = 'accepted'
      ), decided_at
      from tool_executions
      where organization_id = ${organization_id} and run_id = ${run_id} and decision_number > ${after}
      order by number limit ${limit}
    ) as entry on true
    where run.organization_id = ${organization_id} and run.id = ${run_id}
    order by entry.number`.execute(db);
  const [first] = rows;
  if (!first) throw runNotFound();
  const { outcome, ended_at, held_by } = first;
  return {
    held_by,
    ended: outcome === null || ended_at === null ? undefined : { outcome, ended_at },
    entries: rows.flatMap(({ number, instruction, decision, created_at }) =>
      number === null ? [] : [{ number, instruction, decision, created_at }],
    ),
  };
}
