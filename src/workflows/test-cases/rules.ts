import type { components } from '../../../generated/api.ts';
import type { Variables } from '../walker/rendering-rules.ts';
import { resultsOf, type ToolAnswer } from '../tool-answer-rules.ts';
import { answer, type Graph, type Reply } from '../walker/walker-rules.ts';

type Schemas = components['schemas'];
type Sent = Schemas['TestCaseTurnInput'];
/** A turn as it is stored. Those of earlier releases have no keys. */
export type Turn = Omit<Schemas['TestCaseTurn'], 'is_end_expected' | 'keys'> & {
  readonly keys?: string | null;
  readonly expected_ended: boolean | null;
};
type Result = Schemas['TestCaseTurnResult'];
type Difference = Schemas['TestCaseDifference'];

/** What is expected of a tool in the whole conversation. */
export type ExpectedCall = Schemas['ExpectedToolCall'];

/** A conversation, and what its tools answer. */
interface Conversation {
  readonly turns: readonly Turn[];
  readonly tool_answers: readonly ToolAnswer[];
}

/** How many test cases a workflow has at most. */
export const maxTestCases = 100;
/** How much of what the agent says a result shows, in UTF-16 units. */
const maxShown = 500;

/** The turns as stored: complete. */
export const turnsOf = (turns: readonly Sent[]): Turn[] =>
  turns.map((turn) => ({
    text: turn.text ?? null,
    keys: turn.keys ?? null,
    expected_node_id: turn.expected_node_id ?? null,
    expected_text: turn.expected_text ?? null,
    expected_ended: turn.is_end_expected ?? null,
  }));

/** The turns in which the caller speaks and presses keys at once. */
export const turnFaults = (turns: readonly Sent[]) =>
  turns.flatMap(({ text = null, keys = null }, index) => {
    if (text === null || keys === null) return [];
    const loc = ['body', 'turns', String(index), 'keys'];
    return [{ loc, msg: 'Must be absent beside `text`; make two turns of them.', input: keys }];
  });

/** The errors of expectations in a request that the schema cannot express. */
export function expectationFaults(expected: readonly ExpectedCall[]) {
  const names = new Set<string>();
  return expected.flatMap(({ tool_name }, index) => {
    const isRepeated = names.has(tool_name);
    names.add(tool_name);
    if (!isRepeated) return [];
    const loc = ['body', 'expected_tool_calls', String(index), 'tool_name'];
    return [{ loc, msg: 'Another expectation is that of this tool.', input: tool_name }];
  });
}

/** What happened in the turns of a test case, one after the other; ends when the conversation does. */
export function* results(
  graph: Graph,
  { turns, tool_answers }: Conversation,
  variables: Variables,
): Generator<Result, undefined> {
  let at: string | null = null;
  let known = variables;
  const answers = resultsOf(tool_answers);
  for (const [index, turn] of turns.entries()) {
    const reply: Reply = answer(graph, {
      at,
      text: turn.text ?? undefined,
      keys: turn.keys ?? undefined,
      variables: known,
      isFirst: index === 0,
      answers,
    });
    yield {
      turn_number: index + 1,
      agent_text: reply.text.slice(0, maxShown).toWellFormed(),
      node_id: reply.node_id,
      edge_id: reply.edge_id,
      path: [...reply.path],
      is_ended: reply.is_ended,
      tool_calls: [...reply.tool_calls],
      differences: [...differences(turn, reply)],
    };
    if (reply.is_ended) return;
    at = reply.next_at;
    known = [...reply.learned, ...known];
  }
}

function* differences(turn: Turn, reply: Reply): Generator<Difference> {
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

/** The expectations of tools that the conversation did not meet. */
const callDifferences = (
  expected: readonly ExpectedCall[],
  happened: readonly Result[],
): Difference[] =>
  expected.flatMap(({ tool_name, is_call_expected }) => {
    const turn = happened.find(({ tool_calls }) => tool_calls.includes(tool_name));
    if ((turn !== undefined) === is_call_expected) return [];
    return [
      {
        member: 'tool_call' as const,
        expected: `${tool_name}: ${is_call_expected ? 'called' : 'not called'}`,
        actual: turn === undefined ? 'not called' : `called in turn ${turn.turn_number}`,
      },
    ];
  });

interface TestCase extends Conversation {
  readonly id: number;
  readonly name: string;
  readonly expected_tool_calls: readonly ExpectedCall[];
}

/** The result of one test case, from the results of its turns. */
export function resultOf(
  { id, name, turns, expected_tool_calls }: TestCase,
  happened: Result[],
): Schemas['TestCaseResult'] {
  const missing_turns = turns.length - happened.length;
  const found = callDifferences(expected_tool_calls, happened);
  return {
    test_case_id: id,
    name,
    has_passed:
      missing_turns === 0 &&
      found.length === 0 &&
      happened.every(({ differences: each }) => each.length === 0),
    turns: happened,
    missing_turns,
    differences: found,
  };
}
