import { type Insertable, sql, type Transaction } from 'kysely';
import type { RunInstructions } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { idAfter, maxInteger, newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { type Key, runNotFound } from '../runs/read-queries.ts';

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

/** The run with the number of its last instruction, locked: nobody else adds one or ends it. */
export const lockRun = (trx: Transaction<Database>, { organization_id, run_id }: Key) =>
  trx
    .selectFrom('workflow_runs as run')
    .select(['run.id', 'run.mode', 'run.state'])
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(runNotFound);

/** The number of the run's last instruction; 0 if it has none. */
export async function lastNumber(db: Db, { organization_id, run_id }: Key): Promise<number> {
  const { last } = await db
    .selectFrom('run_instructions')
    .select(({ fn }) => fn.max('instruction_number').as('last'))
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

export const insert = (trx: Transaction<Database>, instruction: Insertable<RunInstructions>) =>
  trx
    .insertInto('run_instructions')
    .values(instruction)
    .returning(columns)
    .executeTakeFirstOrThrow();

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

/**
 * What a stream shows next, read at one point in time: how the run is, and its next instructions after a number, in their
 * order. Throws if the organization has no such run.
 */
export async function readNext(
  db: Db,
  { organization_id, run_id }: Key,
  { after, limit }: { readonly after: number; readonly limit: number },
) {
  const rows = await db
    .selectFrom('workflow_runs as run')
    .leftJoin('run_instructions as instruction', (join) =>
      join
        .onRef('instruction.run_id', '=', 'run.id')
        .onRef('instruction.organization_id', '=', 'run.organization_id')
        .on('instruction.instruction_number', '>', after),
    )
    .select(['run.outcome', 'run.ended_at', 'instruction.answer'])
    .select(['instruction.instruction_number', 'instruction.text', 'instruction.created_at'])
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .orderBy('instruction.instruction_number')
    .limit(limit)
    .execute();
  const [first] = rows;
  if (!first) throw runNotFound();
  const { outcome, ended_at } = first;
  return {
    ended: outcome === null || ended_at === null ? undefined : { outcome, ended_at },
    instructions: rows.flatMap(({ instruction_number, text, created_at, answer }) =>
      instruction_number === null || text === null || created_at === null
        ? []
        : [{ instruction_number, text, created_at, answer }],
    ),
  };
}

export interface Seen extends Key {
  /** The number of the last instruction that was read. */
  readonly after: number;
  /** The last transfer that was read; null: none. */
  readonly transfer: SeenTransfer | null;
}

export interface SeenTransfer {
  readonly id: number;
  readonly status: string;
}

/**
 * Of runs that are followed, those with something new: an instruction after the last one, another state of the last
 * transfer or another transfer, an end, or that they were removed.
 */
export async function changed(db: Db, followed: readonly Seen[]): Promise<number[]> {
  const { rows } = await sql<{ run_id: number }>`
    select seen.run_id
    from jsonb_to_recordset(${JSON.stringify(followed)}::jsonb)
      as seen (organization_id bigint, run_id bigint, after integer, transfer jsonb)
    left join workflow_runs as run on run.id = seen.run_id
    where run.id is null or run.state = 'completed' or exists (
      select from run_instructions as instruction
      where instruction.organization_id = seen.organization_id and instruction.run_id = seen.run_id
        and instruction.instruction_number > seen.after
    ) or exists (
      select from run_transfers as transfer
      where transfer.organization_id = seen.organization_id and transfer.run_id = seen.run_id
        and (seen.transfer ->> 'id' is null or transfer.id > (seen.transfer ->> 'id')::bigint
          or (transfer.id = (seen.transfer ->> 'id')::bigint and transfer.status <> seen.transfer ->> 'status'))
    )`.execute(db);
  return rows.map(({ run_id }) => run_id);
}
