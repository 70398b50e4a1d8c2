import type { components } from '../../generated/api.ts';
import { cut } from '../workflows/walker/rendering-rules.ts';
import {
  type Edge,
  edgesOf,
  type Graph,
  type Node,
  sayingOf,
  toolsOf,
} from '../workflows/walker/walker-rules.ts';
import type { FunctionCall } from './completion.ts';

type Schemas = components['schemas'];
export type Session = Schemas['RunSession'];

/** A function as it is offered to a model. */
export type Offered = Schemas['SessionTool'];

/** A message of chat completions. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly type: 'function';
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** How much of a conversation a model gets, in UTF-16 units: the newest messages, about 8,000 tokens. */
const maxHistory = 32_000;
/** And of prompts and variables, beside it. */
const maxPrompt = 32_000;
const maxVariables = 8000;
/** A result beyond this is cut, and so is what the person says. */
export const maxResult = 8000;

/** The room that each call of an answer has for its arguments, and for its result, so that all of them fit. */
export const shareOf = (calls: readonly unknown[]): number => Math.floor(maxResult / calls.length);

/** The function by which a model says where the conversation goes on. */
export const edgeFunction = 'follow_edge';

const manners =
  'You are the agent of a phone call. Everything that you write is spoken to the person at once: write short sentences, without markup, lists or emoji.';

/** The name by which a model chooses an edge. */
const nameOf = ({ texts: [label = ''] }: Edge, index: number): string =>
  label.length > 0 && label.length <= 64 ? label : `edge ${index + 1}`;

/** The edge of a name; undefined if the node has none. */
export const edgeNamed = (graph: Graph, node: Node, name: string): Edge | undefined =>
  edgesOf(graph, node).find((edge, index) => nameOf(edge, index) === name);

export interface Place {
  readonly session: Session;
  readonly graph: Graph;
  /** The nodes whose goals the agent pursues now; at the last of them it waits for the person. */
  readonly nodes: readonly Node[];
  /** What people have told the agent during the call. */
  readonly instructions: readonly string[];
}

/** What a model is told before everything that was said. */
export function systemPrompt({ session, graph, nodes, instructions }: Place): string {
  const { workflow_definition, variables, handoff } = session;
  const known = [variables];
  const everywhere = workflow_definition.nodes?.find(({ type }) => type === 'globalNode');
  const goals = nodes.map((node) => sayingOf(node, known, maxPrompt)).filter((goal) => goal !== '');
  const last = nodes.at(-1);
  const isEnd = last?.type === 'endCall';
  const hasEdges = last !== undefined && edgesOf(graph, last).length > 0;
  return [
    manners,
    // The global node is no node of the path: its prompt is rendered as one.
    everywhere && sayingOf({ ...everywhere, type: 'agentNode' }, known, maxPrompt),
    goals.length > 0 && `What to do now: ${goals.join('\nThen: ')}`,
    hasEdges &&
      `As soon as one of its conditions is met, call ${edgeFunction}, which tells you what to do next.`,
    isEnd && 'Say goodbye in one sentence. The call ends after it.',
    Object.keys(variables).length > 0 && `Known: ${cut(JSON.stringify(variables), maxVariables)}`,
    handoff && `You got the call from another agent. ${handoff.briefing ?? ''}`,
    ...instructions.map((text) => `Instruction of your supervisor: ${text}`),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => cut(part as string, maxPrompt))
    .join('\n\n');
}

/**
 * The functions at a node: the tools that it names, and those that no node names, such as the definition's own and the built-in ones;
 * before them the one that follows an edge.
 */
export function functionsAt({ session, graph, nodes }: Omit<Place, 'instructions'>): Offered[] {
  const last = nodes.at(-1);
  const edges = last ? edgesOf(graph, last) : [];
  const named = new Set((session.workflow_definition.nodes ?? []).flatMap(toolsOf));
  const everywhere = new Set(session.workflow_definition.tools ?? []);
  const here = new Set(nodes.flatMap(toolsOf));
  const tools = session.tools.filter(
    ({ function: { name } }) =>
      name !== edgeFunction && (here.has(name) || everywhere.has(name) || !named.has(name)),
  );
  return edges.length === 0 ? tools : [following(edges), ...tools];
}

const following = (edges: readonly Edge[]): Offered => ({
  type: 'function',
  function: {
    name: edgeFunction,
    description: [
      'Goes on with the next step of the conversation.',
      ...edges.map((edge, index) => `${nameOf(edge, index)}: ${edge.texts.at(-1) ?? 'otherwise'}`),
    ].join('\n'),
    parameters: {
      type: 'object',
      properties: { edge: { type: 'string', enum: edges.map(nameOf) } },
      required: ['edge'],
      additionalProperties: false,
    },
  },
});

/**
 * The newest messages that fit, from one that is no result of a call, which would be without its call. What the person said last is always
 * among them.
 */
export function bounded(history: readonly Message[]): readonly Message[] {
  let size = 0;
  let first = history.length;
  while (first > 0 && size <= maxHistory) {
    size += JSON.stringify(history[first - 1]).length;
    if (size <= maxHistory) first -= 1;
  }
  while (history[first]?.role === 'tool') first += 1;
  const asked = history.findLastIndex(({ role }) => role === 'user');
  return asked >= 0 && asked < first
    ? [...history.slice(asked, asked + 1), ...history.slice(first)]
    : history.slice(first);
}

/** A call with an id of ours, as those of models are not unique, and its arguments, if they can be read. */
export interface IdentifiedCall extends FunctionCall {
  readonly args: object | undefined;
}

/** A model's message with its calls. Servers refuse messages with arguments that are no JSON, so long ones are left out whole. */
export const calling = (content: string, calls: readonly IdentifiedCall[]) =>
  ({
    role: 'assistant',
    content,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: written, args }) => {
        const isShown = args && written !== '' && written.length <= shareOf(calls);
        const shown = isShown ? written : '{}';
        return { id, type: 'function' as const, function: { name, arguments: shown } };
      }),
    }),
  }) as const satisfies Message;

/** How often in a row the end of a text repeats itself before nobody wants to hear more, and how long a part is then. */
const maxRepetitions = 4;
const shortestPart = 12;
const longestPart = 300;

/** Whether the end of a text is the same part again and again. */
export function isRepeating(text: string): boolean {
  for (let part = shortestPart; part <= longestPart; part += 1) {
    if (part * maxRepetitions > text.length) return false;
    const end = text.slice(-part);
    if (text.endsWith(end.repeat(maxRepetitions))) return true;
  }
  return false;
}

/** What was heard of a text, as the carrier reports it: up to the end of that, if the text has it. */
export function heardOf(text: string, reported: string): string {
  const heard = reported.trim();
  if (heard === '') return '';
  const at = text.indexOf(heard);
  return at < 0 ? heard : text.slice(0, at + heard.length);
}

/** About how long a text is spoken, in milliseconds. */
export const speechMs = (text: string): number => text.length * 65;

/** What the carrier says when the call is answered, before the agent does; undefined if it says nothing, or has said it. */
export function greetingOf(session: Session): string | undefined {
  const relay: unknown = session.workflow_configurations['relay'];
  const { greeting } = (relay ?? {}) as { readonly greeting?: unknown };
  const isNew = session.transcript_turns === 0 || session.handoff !== null;
  const isSaid = isNew && typeof greeting === 'string' && greeting !== '' && greeting.length <= 400;
  return isSaid ? greeting : undefined;
}

/** The node where a conversation begins, or goes on after its agent was away. */
export function startOf(
  { gathered_context, transcript_turns, handoff }: Session,
  graph: Graph,
): Node {
  const path = gathered_context['path'];
  const last: unknown = Array.isArray(path) ? path.at(-1) : undefined;
  const isNew = transcript_turns === 0 || handoff !== null;
  return (isNew || typeof last !== 'string' ? undefined : graph.byId.get(last)) ?? graph.start;
}

const texts = {
  wait: 'One moment, please.',
  failure: 'I am sorry, something does not work on our side. Goodbye.',
} as const;

/** What nodes tell this agent beside their prompts. */
export function settingsOf({ workflow_definition: { nodes = [] } }: Session) {
  const global = nodes.find(({ type }) => type === 'globalNode')?.data;
  const text = (name: string, fallback: string): string => {
    const value = global?.[name];
    return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 500) : fallback;
  };
  return {
    wait: text('wait_text', texts.wait),
    failure: text('failure_text', texts.failure),
    isSecret: (id: string | undefined): boolean =>
      nodes.find((node) => node.id === id)?.data?.['has_secret_keys'] === true,
  };
}

/** The label of the last edge that was taken and has one: how the call went. Null: none has. */
export function labelOf(
  { workflow_definition: { edges = [] } }: Session,
  path: readonly string[],
): string | null {
  for (let at = path.length - 1; at > 0; at -= 1) {
    const taken = edges.find(
      ({ source, target }) => source === path[at - 1] && target === path[at],
    );
    if (taken?.data?.label) return taken.data.label;
  }
  return null;
}
