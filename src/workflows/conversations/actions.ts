import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { conflict } from '../../errors.ts';
import type { Key } from '../runs/read-queries.ts';
import type { ToolAnswer } from '../tool-answer-rules.ts';
import { graphOf } from '../walker/walker-rules.ts';
import * as conversations from './queries.ts';

/** Opens the conversation of a new text run. Throws if its version has no node to begin with. */
export async function open(
  trx: Transaction<Database>,
  {
    definition_id,
    ...conversation
  }: Key & { readonly definition_id: number; readonly tool_answers: readonly ToolAnswer[] },
): Promise<void> {
  if (!graphOf(await conversations.definitionOf(trx, definition_id))) throw startMissing();
  await conversations.insert(trx, conversation);
}

export const startMissing = () =>
  conflict(
    'start_node_missing',
    'The version has no startCall node, with which a conversation begins. Add one, or choose another version.',
  );
