import type { components } from '../../../generated/api.ts';
import type { Variables } from '../walker/rendering-rules.ts';
import { answer, type Graph, type Reply } from '../walker/walker-rules.ts';

type Schemas = components['schemas'];
type Sent = Schemas['TestCaseTurnInput'];
/** A turn as it is stored. */
export type Turn = Omit<Schemas['TestCaseTurn'], 'is_end_expected'> & {
  readonly expected_ended: boolean | null;
};
type Result = Schemas['TestCaseTurnResult'];

/** How many test cases a workflow has at most. */
export const maxTestCases = 100;
/** How much of what the agent says a result shows, in UTF-16 units. */
const maxShown = 500;

/** The turns as stored: complete. */
export const turnsOf = (turns: readonly Sent[]): Turn[] =>
  turns.map((turn) => ({
    text: turn.text ?? null,
    expected_node_id: turn.expected_node_id ?? null,
    expected_text: turn.expected_text ?? null,
    expected_ended: turn.is_end_expected ?? null,
  }));

/** What happened in the turns of a test case, one after the other; ends when the conversation does. */
export function* results(
  graph: Graph,
  turns: readonly Turn[],
  variables: Variables,
): Generator<Result, undefined> {
  let at: string | null = null;
  for (const [index, turn] of turns.entries()) {
    const reply: Reply = answer(graph, { at, text: turn.text ?? undefined, variables });
    yield {
      turn_number: index + 1,
      agent_text: reply.text.slice(0, maxShown).toWellFormed(),
      node_id: reply.node_id,
      edge_id: reply.edge_id,
      path: [...reply.path],
      is_ended: reply.is_ended,
      differences: [...differences(turn, reply)],
    };
    if (reply.is_ended) return;
    at = reply.next_at;
  }
}

function* differences(turn: Turn, reply: Reply): Generator<Schemas['TestCaseDifference']> {
  const { expected_node_id: node, expected_text: text, expected_ended: ended } = turn;
  if (node !== null && node !== reply.node_id)
    yield { member: 'node_id', expected: node, actual: reply.node_id };
  if (text !== null && !reply.text.includes(text))
    yield {
      member: 'agent_text',
      expected: text,
      actual: reply.text.slice(0, maxShown).toWellFormed(),
    };
  if (ended !== null && ended !== reply.is_ended)
    yield { member: 'is_ended', expected: String(ended), actual: String(reply.is_ended) };
}

/** The result of one test case, from the results of its turns. */
export function resultOf(
  {
    id,
    name,
    turns,
  }: { readonly id: number; readonly name: string; readonly turns: readonly Turn[] },
  happened: Result[],
): Schemas['TestCaseResult'] {
  const missing_turns = turns.length - happened.length;
  return {
    test_case_id: id,
    name,
    has_passed:
      missing_turns === 0 && happened.every(({ differences: found }) => found.length === 0),
    turns: happened,
    missing_turns,
  };
}
