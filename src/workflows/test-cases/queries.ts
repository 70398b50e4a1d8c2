import { type Insertable, sql, type Transaction } from 'kysely';
import type { WorkflowTestCases } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { throwMissing } from '../queries.ts';
import { maxTestCases } from './rules.ts';

type Trx = Transaction<Database>;

interface Owner {
  readonly organization_id: number;
  readonly workflow_id: number;
}

interface Key extends Owner {
  readonly test_case_id: number;
}

const columns = [
  'id',
  'workflow_id',
  'name',
  'initial_context',
  'turns',
  'tool_answers',
  'expected_tool_calls',
  'revision',
  'created_at',
  'updated_at',
] as const;

const of = (db: Db, { organization_id, workflow_id }: Owner) =>
  db
    .selectFrom('workflow_test_cases')
    .where('organization_id', '=', organization_id)
    .where('workflow_id', '=', workflow_id);

export const list = (db: Db, owner: Owner, query: PageQuery) =>
  of(db, owner)
    .select(['id', 'workflow_id', 'name', 'created_at', 'updated_at'])
    .select(sql<number>`jsonb_array_length(turns)`.as('turn_count'))
    .$call(newestFirst(query))
    .execute();

/** All of them, in the order of their creation. */
export const all = (db: Db, owner: Owner) =>
  of(db, owner)
    .select(['id', 'name', 'initial_context', 'turns', 'tool_answers', 'expected_tool_calls'])
    .orderBy('id')
    .execute();

/** How many test cases the workflow has; it is locked, so that the number holds. */
export async function count(trx: Trx, owner: Owner): Promise<number> {
  const { cases } = await of(trx, owner)
    .select((eb) => eb.fn.countAll<number>().as('cases'))
    .executeTakeFirstOrThrow();
  return cases;
}

const missing = () => notFound('Test case', 'test_case_id');

export async function get(db: Db, { test_case_id, ...owner }: Key): Promise<TestCaseRow> {
  const row = await of(db, owner).select(columns).where('id', '=', test_case_id).executeTakeFirst();
  return row ?? throwMissing(db, owner, missing());
}

export async function lock(trx: Trx, { test_case_id, ...owner }: Key): Promise<TestCaseRow> {
  const row = await of(trx, owner)
    .select(columns)
    .where('id', '=', test_case_id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? throwMissing(trx, owner, missing());
}

export const insert = (trx: Trx, values: Insertable<WorkflowTestCases>) =>
  trx.insertInto('workflow_test_cases').values(values).returning(columns).executeTakeFirstOrThrow();

interface Copy {
  readonly from: number;
  readonly to: number;
  readonly now: Timestamp;
}

/** Copies the test cases of a workflow to another one, in their order; returns how many there were. */
export async function copy(
  trx: Trx,
  organizationId: number,
  { from, to, now }: Copy,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into workflow_test_cases
      (organization_id, workflow_id, name, initial_context, turns, tool_answers, expected_tool_calls, created_at, updated_at)
    select organization_id, ${to}::bigint, name, initial_context, turns, tool_answers, expected_tool_calls, ${now}, ${now}
    from workflow_test_cases
    where organization_id = ${organizationId} and workflow_id = ${from}
    order by id limit ${maxTestCases}`.execute(trx);
  return Number(numAffectedRows);
}

export type TestCaseRow = Awaited<ReturnType<typeof insert>>;

type Change = Partial<
  Pick<
    Insertable<WorkflowTestCases>,
    'name' | 'initial_context' | 'turns' | 'tool_answers' | 'expected_tool_calls' | 'updated_at'
  >
>;

/** Writes the given columns and increments the revision. */
export const update = (trx: Trx, id: number, changes: Change) =>
  trx
    .updateTable('workflow_test_cases')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const remove = (trx: Trx, id: number) =>
  trx.deleteFrom('workflow_test_cases').where('id', '=', id).execute();

/** A version, with the variables of its workflow. */
export const version = (db: Db, definitionId: number) =>
  db
    .selectFrom('workflow_definitions as version')
    .innerJoin('workflows as workflow', 'workflow.id', 'version.workflow_id')
    .select([
      'version.version_number',
      'version.workflow_definition',
      'workflow.template_context_variables',
    ])
    .where('version.id', '=', definitionId)
    .executeTakeFirstOrThrow();
