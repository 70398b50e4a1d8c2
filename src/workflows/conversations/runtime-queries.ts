import { type Insertable, sql, type Transaction } from 'kysely';
import type { WorkflowRuntimes } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Key } from '../runs/read-queries.ts';

/** Longer than a post takes: then the process that claimed the turn has stopped. */
const claimMs = 20_000;

/** The conversation of a run that an agent runtime holds; undefined for another run, and for one that takes no turns. */
export const find = (db: Db, { organization_id, run_id }: Key, maxTurns: number) =>
  db
    .selectFrom('run_conversations as conversation')
    .innerJoin('workflow_runs as run', 'run.id', 'conversation.run_id')
    .innerJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .leftJoin('workflow_runtimes as runtime', 'runtime.workflow_id', 'run.workflow_id')
    .select([
      'conversation.runtime_url',
      'conversation.node_id',
      'conversation.turns',
      'run.workflow_id',
      'run.transcript',
      'version.version_number',
      'version.workflow_definition',
      'runtime.secret_encrypted',
      'runtime.previous_secret_encrypted',
      'runtime.previous_secret_expires_at',
    ])
    .where('conversation.organization_id', '=', organization_id)
    .where('conversation.run_id', '=', run_id)
    .where('conversation.runtime_url', 'is not', null)
    .where('conversation.turns', '<', maxTurns)
    .where('run.state', '<>', 'completed')
    .$narrowType<{ runtime_url: string }>()
    .executeTakeFirst();

/** Claims the next turn; undefined if somebody else has, or if there were other turns since it was read. */
export async function claim(
  db: Db,
  { organization_id, run_id }: Key,
  { turns, now }: { readonly turns: number; readonly now: Timestamp },
): Promise<number | undefined> {
  const claimed = await db
    .updateTable('run_conversations')
    .set((eb) => ({ claim: eb('claim', '+', 1), claimed_until: later(now, claimMs) }))
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('turns', '=', turns)
    .where(sql<boolean>`(claimed_until is null or claimed_until <= ${now})`)
    .returning('claim')
    .executeTakeFirst();
  return claimed?.claim;
}

/** Gives up a claim, so that the turn can be sent again at once. */
export const release = (db: Db, { run_id }: Key, claimed: number) =>
  db
    .updateTable('run_conversations')
    .set({ claimed_until: null })
    .where('run_id', '=', run_id)
    .where('claim', '=', claimed)
    .execute();

/** What requests to a workflow's runtime are signed with; undefined if it has no secret. */
export const findSigning = (db: Db, workflowId: number) =>
  db
    .selectFrom('workflow_runtimes')
    .select([
      'organization_id',
      'secret_encrypted',
      'previous_secret_encrypted',
      'previous_secret_expires_at',
    ])
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();

/** The secrets of a locked workflow's runtime; undefined if it has none. */
export const findSecrets = (trx: Transaction<Database>, workflowId: number) =>
  trx
    .selectFrom('workflow_runtimes')
    .select('secret_encrypted')
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();

export async function setSecrets(
  trx: Transaction<Database>,
  { workflow_id, organization_id, ...secrets }: Insertable<WorkflowRuntimes>,
): Promise<void> {
  await trx
    .insertInto('workflow_runtimes')
    .values({ workflow_id, organization_id, ...secrets })
    .onConflict((on) => on.column('workflow_id').doUpdateSet(secrets))
    .execute();
}
