import type { components } from '../../../generated/api.ts';
import { cut, render, type Variables } from './rendering-rules.ts';

/** Words of a text beyond this are not looked at. */
const maxWords = 1000;

/** No language writes more combining marks in a row; longer rows take time by the square of their length. */
const marks = /(\p{M}{30})\p{M}+/gu;

/** A text without differences in case and in the forms of its characters. Upper case makes ß what ẞ became: ss. */
const folded = (text: string): string =>
  text
    .replace(marks, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(marks, '$1')
    .normalize('NFKC');

/** The words of a text, comparable: its runs of letters, marks and digits. */
export const wordsOf = (text: string): readonly string[] =>
  (folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, maxWords);

/**
 * Whether the words occur among those of the text, in their order and with none between them; no words never do. Takes
 * time by the sum of both lengths, whatever they are.
 */
export function names(text: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0 || words.length > text.length) return false;
  const borders = bordersOf(words);
  let matched = 0;
  for (const word of text) {
    while (matched > 0 && words[matched] !== word) matched = borders[matched - 1] ?? 0;
    if (words[matched] === word) matched += 1;
    if (matched === words.length) return true;
  }
  return false;
}

/** For each beginning of the words, how many of its last words are also its first ones. */
function bordersOf(words: readonly string[]): readonly number[] {
  const borders = [0];
  let length = 0;
  for (const word of words.slice(1)) {
    while (length > 0 && words[length] !== word) length = borders[length - 1] ?? 0;
    if (words[length] === word) length += 1;
    borders.push(length);
  }
  return borders;
}

type Schemas = components['schemas'];
export type Node = Schemas['WorkflowNode'];

/** How many nodes a conversation can go through in one turn. */
export const maxSteps = 50;
/** Maximum length of what the agent says in one turn, in UTF-16 units. */
export const maxAgentText = 4000;
/** How many characters of the labels and conditions of one node are looked at. */
const maxLookedAt = 100_000;
/** How many tools can be called in one turn, each once. */
export const maxToolCalls = 50;

/** An edge to an existing node. */
export interface Edge {
  readonly id: string | null;
  readonly target: Node;
  /** Its label and its condition, as far as it has them. */
  readonly texts: readonly string[];
  /** The words of each; computed when they are first needed. */
  words?: readonly (readonly string[])[];
}

/** A definition as the walker reads it. */
export interface Graph {
  readonly start: Node;
  readonly byId: ReadonlyMap<string, Node>;
  readonly edges: ReadonlyMap<string, readonly Edge[]>;
}

/** The graph of a definition; undefined without a startCall. Of nodes with the same id the first counts. */
export function graphOf({
  nodes = [],
  edges = [],
}: Schemas['WorkflowDefinition']): Graph | undefined {
  const start = nodes.find(({ type }) => type === 'startCall');
  if (!start) return undefined;
  const byId = new Map<string, Node>();
  for (const node of nodes)
    if (node.id !== undefined && !byId.has(node.id)) byId.set(node.id, node);
  const bySource = new Map<string, Edge[]>();
  for (const { id, source, target, data } of edges) {
    const node = target === undefined ? undefined : byId.get(target);
    if (source === undefined || !node) continue;
    const texts = [data?.label, data?.condition].filter((text) => text !== undefined);
    const edge = {
      id: id ?? null,
      target: node,
      texts: texts.filter((text) => text.trim() !== ''),
    };
    const from = bySource.get(source);
    if (from) from.push(edge);
    else bySource.set(source, [edge]);
  }
  return { start, byId, edges: bySource };
}

interface Turn {
  /** The id of the node that the conversation is at; null is the start, which may have none or another node's. */
  readonly at: string | null;
  /** What the caller says; undefined for nothing. */
  readonly text: string | undefined;
  /** The keys that the caller presses instead of speaking. */
  readonly keys?: string | undefined;
  readonly variables: Variables;
  /** Whether it is the first turn: then the conversation comes to the start. Default: false. */
  readonly isFirst?: boolean;
  /** What tools answer, by their names. A tool without an answer has none. */
  readonly answers?: ToolAnswers;
}

/** The members of each result are the values of variables. */
export type ToolAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the agent answers, and where the conversation is then. */
export interface Reply {
  readonly text: string;
  /** Null if the node has no id. */
  readonly node_id: string | null;
  readonly node_name: string | null;
  /** What `at` of the next turn is. */
  readonly next_at: string | null;
  /** The edge that the caller's text chose; null if it chose none. */
  readonly edge_id: string | null;
  /** The nodes that the conversation came to, in order. */
  readonly path: readonly string[];
  readonly is_ended: boolean;
  /** The names of the tools that were called, in order. */
  readonly tool_calls: readonly string[];
  /** What the tools answered, the latest first. */
  readonly learned: Variables;
}

/**
 * The agent's answer to a turn. What the caller says or presses chooses an edge; then the conversation goes on through the nodes that
 * need no answer, at most `maxSteps` and none twice. Calls the tools that each node names that it comes to. Says the prompt of
 * each, or again that of the node where it stays.
 */
export function answer(
  graph: Graph,
  { at, text, keys, variables, isFirst = false, answers = {} }: Turn,
): Reply {
  const from = (at === null ? undefined : graph.byId.get(at)) ?? graph.start;
  const edges = edgesOf(graph, from);
  const pressed = keys === undefined ? undefined : chooseByKeys(edges, keys);
  const chosen = text === undefined ? pressed : choose(edges, text);
  const nodes = stretchOf(graph, chosen?.target ?? from);
  const node = nodes.at(-1) ?? from;
  const path = (chosen ? nodes : nodes.slice(1)).map(idOf);
  let said = '';
  const called = new Set<string>();
  const learned: Variables[number][] = [];
  for (const [index, each] of nodes.entries()) {
    if (index > 0 || chosen || isFirst)
      for (const name of toolsOf(each)) {
        if (called.size === maxToolCalls || called.has(name)) continue;
        called.add(name);
        if (Object.hasOwn(answers, name)) learned.unshift(answers[name]!);
      }
    said = joined(said, sayingOf(each, [...learned, ...variables], maxAgentText - said.length));
  }
  return {
    text: cut(said, maxAgentText),
    node_id: node.id ?? null,
    node_name: node.data?.name ?? null,
    next_at: path.at(-1) ?? at,
    edge_id: chosen?.id ?? null,
    path,
    is_ended: node.type === 'endCall',
    tool_calls: [...called],
    learned,
  };
}

/** The tools that a node names. A draft of an earlier release may hold anything there. */
export function toolsOf({ type, data }: Node): readonly string[] {
  const names: unknown = data?.tools;
  if (!spoken.has(type) || !Array.isArray(names)) return [];
  return names.filter((name): name is string => typeof name === 'string');
}

export const edgesOf = ({ edges }: Graph, { id }: Node): readonly Edge[] =>
  (id === undefined ? undefined : edges.get(id)) ?? [];

/** Targets of edges have ids. */
const idOf = ({ id }: Node): string => id ?? '';

const spoken: ReadonlySet<string | undefined> = new Set(['startCall', 'agentNode', 'endCall']);

/** The first edge whose label or condition the text names, else the first that has neither. */
function choose(edges: readonly Edge[], text: string): Edge | undefined {
  const said = wordsOf(text);
  let looked = 0;
  for (const edge of edges) {
    looked += edge.texts.reduce((sum, { length }) => sum + length, 0);
    if (looked > maxLookedAt) break;
    edge.words ??= edge.texts.map(wordsOf);
    if (edge.words.some((words) => names(said, words))) return edge;
  }
  return edges.find(isOtherwise);
}

/** The first edge whose label or condition is the keys, else the first that has neither. */
const chooseByKeys = (edges: readonly Edge[], keys: string): Edge | undefined =>
  edges.find(({ texts }) => texts.some((text) => text.trim() === keys)) ?? edges.find(isOtherwise);

const isOtherwise = ({ texts }: Edge): boolean => texts.length === 0;

/** The nodes that the conversation comes to from a node, with it, until it needs an answer of the caller or ends. */
export function stretchOf(graph: Graph, start: Node): readonly Node[] {
  const nodes = new Set([start]);
  for (let node = start; nodes.size < maxSteps;) {
    const next = goingOn(graph, node);
    if (!next || nodes.has(next)) break;
    nodes.add(next);
    node = next;
  }
  return [...nodes];
}

/** Where the conversation goes on from a node without an answer of the caller; undefined if it needs one, or ends. */
function goingOn(graph: Graph, node: Node): Node | undefined {
  const [first, ...others] = edgesOf(graph, node);
  if (!first || node.type === 'endCall') return undefined;
  const needsAnswer = spoken.has(node.type) && ![first, ...others].every(isOtherwise);
  return needsAnswer ? undefined : first.target;
}

/** What the agent says at a node: its prompt, if it is one at which the agent speaks. */
export const sayingOf = ({ type, data }: Node, variables: Variables, room: number): string =>
  spoken.has(type) && room > 0 ? render(data?.prompt ?? '', variables, room) : '';

const joined = (before: string, after: string): string =>
  before === '' || after === '' ? before + after : `${before}\n${after}`;
