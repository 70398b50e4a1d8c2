import type { Variables } from '../workflows/walker/rendering-rules.ts';
import { answer, type Graph, type Node } from '../workflows/walker/walker-rules.ts';
import type { Brain, CallTool } from './brain.ts';
import type { Session } from './prompt-rules.ts';

interface Parts {
  readonly session: Session;
  readonly graph: Graph;
  readonly callTool: CallTool;
}

/** Tools after which the agent says nothing more: they are called once it has spoken. */
const leaving: ReadonlySet<string> = new Set(['transfer', 'hang_up']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Walks the graph as text runs do, without a model: says the prompts, and follows the edge that the person names. The tools of a node are called
 * with the members of its data and the variables that have the names of their arguments.
 */
export function createWalkingBrain({ session, graph, callTool }: Parts): Brain {
  const path: string[] = [];
  let learned: Variables = [];
  let at: string | null = null;
  let isEnded = false;
  let isFirst = true;

  async function call(name: string, nodes: readonly Node[]): Promise<unknown> {
    const tool = session.tools.find(({ function: each }) => each.name === name);
    const { properties } = (tool?.function.parameters ?? {}) as { readonly properties?: object };
    const data = nodes.find((node) => node.data?.tools?.includes(name))?.data;
    const known = Object.assign({}, session.variables, ...learned.toReversed(), data);
    const names = Object.keys(properties ?? {}).filter((each) => each in known);
    return callTool(name, Object.fromEntries(names.map((each) => [each, known[each]])));
  }

  return {
    path,
    get isEnded() {
      return isEnded;
    },
    async *answer(inputs, signal) {
      const input = inputs.at(-1) ?? {};
      const turn = {
        at,
        text: input.text ?? input.note,
        keys: input.keys,
        variables: [...learned, session.variables],
        isFirst,
      };
      const { tool_calls, path: ids } = answer(graph, turn);
      const nodes = [
        graph.start,
        ...ids.map((id) => graph.byId.get(id) ?? graph.start),
      ].toReversed();
      const answers: Record<string, Readonly<Record<string, unknown>>> = {};
      for (const name of tool_calls.filter((each) => !leaving.has(each))) {
        const result = await call(name, nodes);
        if (isObject(result)) answers[name] = result;
      }
      signal.throwIfAborted();
      const reply = answer(graph, { ...turn, answers });
      learned = [...reply.learned, ...learned];
      if (isFirst && graph.start.id !== undefined) path.push(graph.start.id);
      isFirst = false;
      path.push(...reply.path);
      at = reply.next_at;
      isEnded = reply.is_ended;
      if (reply.text !== '') yield reply.text;
      for (const name of tool_calls.filter((each) => leaving.has(each))) await call(name, nodes);
    },
    heard() {},
    instruct() {},
    conclude: async () => false,
  };
}
