import { sql, type Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Key } from '../runs/read-queries.ts';
import { testRunTransitions as transitions } from '../runs/rules.ts';
import type { StoredTurn } from '../runs/transcript-rules.ts';
import type { ToolAnswer } from '../tool-answer-rules.ts';

type Schemas = components['schemas'];

export const definitionOf = async (
  db: Db,
  definitionId: number,
): Promise<Schemas['WorkflowDefinition']> => {
  const { workflow_definition } = await db
    .selectFrom('workflow_definitions')
    .select('workflow_definition')
    .where('id', '=', definitionId)
    .executeTakeFirstOrThrow();
  return workflow_definition;
};

interface NewConversation extends Key {
  readonly tool_answers: readonly ToolAnswer[];
}

/** Puts the conversation of a new text run at its start, with the runtime that its workflow names now. */
export const insert = (
  trx: Transaction<Database>,
  { organization_id, run_id, tool_answers }: NewConversation,
) =>
  trx
    .insertInto('run_conversations')
    .columns(['organization_id', 'run_id', 'runtime_url', 'tool_answers'])
    .expression((eb) =>
      eb
        .selectFrom('workflow_runs as run')
        .innerJoin('workflows as workflow', 'workflow.id', 'run.workflow_id')
        .select([
          'run.organization_id',
          'run.id',
          sql<string>`workflow.workflow_configurations ->> 'runtime_url'`.as('runtime_url'),
          sql<
            string | null
          >`${tool_answers.length > 0 ? JSON.stringify(tool_answers) : null}::jsonb`.as(
            'tool_answers',
          ),
        ])
        .where('run.organization_id', '=', organization_id)
        .where('run.id', '=', run_id),
    )
    .execute();

/** The run as a conversation needs it; undefined if the organization has no such run. */
export const findRun = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs')
    .select(['id', 'mode', 'state'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', run_id)
    .executeTakeFirst();

/** The conversation, locked until the transaction ends; undefined if another turn has locked it. */
export const lock = (trx: Transaction<Database>, { organization_id, run_id }: Key) =>
  trx
    .selectFrom('run_conversations as conversation')
    .select([
      'conversation.node_id',
      'conversation.turns',
      'conversation.runtime_url',
      'conversation.claim',
      'conversation.tool_answers',
      'conversation.learned',
    ])
    .where('conversation.organization_id', '=', organization_id)
    .where('conversation.run_id', '=', run_id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();

/** The version that the run is pinned to, and its variables, the most particular first. */
export async function material(trx: Transaction<Database>, { organization_id, run_id }: Key) {
  const { gathered_context, initial_context, template_context_variables, ...run } = await trx
    .selectFrom('workflow_runs as run')
    .innerJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .innerJoin('workflows as workflow', 'workflow.id', 'run.workflow_id')
    .select([
      'run.state',
      'version.workflow_definition',
      'run.gathered_context',
      'run.initial_context',
      'workflow.template_context_variables',
    ])
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .executeTakeFirstOrThrow();
  return { ...run, variables: [gathered_context, initial_context, template_context_variables] };
}

interface Answered {
  readonly node_id: string | null;
  readonly ended: boolean;
  readonly said: readonly StoredTurn[];
  /** What the walker learned from tools in this turn. */
  readonly learned: Readonly<Record<string, unknown>>;
  readonly now: Timestamp;
}

/** Keeps an answered turn of a locked conversation; false, and nothing is kept, if the run has ended meanwhile. */
export async function keepTurn(
  trx: Transaction<Database>,
  { organization_id, run_id }: Key,
  { node_id, ended, said, learned, now }: Answered,
): Promise<boolean> {
  const run = await trx
    .updateTable('workflow_runs')
    .set({
      transcript: sql`coalesce(transcript, '[]'::jsonb) || ${JSON.stringify(said)}::jsonb`,
      started_at: sql`coalesce(started_at, ${now}::timestamptz)`,
      ...(ended
        ? { state: transitions.complete.to, outcome: 'completed', ended_at: now }
        : { state: transitions.begin.to }),
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', run_id)
    .where('state', 'in', transitions.complete.from)
    .returning('id')
    .executeTakeFirst();
  if (!run) return false;
  await trx
    .updateTable('run_conversations')
    .set((eb) => ({
      node_id,
      turns: eb('turns', '+', 1),
      claimed_until: null,
      ...(Object.keys(learned).length > 0 && {
        learned: sql<string>`coalesce(learned, '{}') || ${JSON.stringify(learned)}::jsonb`,
      }),
    }))
    .where('run_id', '=', run_id)
    .execute();
  return true;
}
