import type { components } from '../../generated/api.ts';
import type { Fault, FaultType } from '../errors.ts';

type Schemas = components['schemas'];
type Node = Schemas['WorkflowNode'];
type Edge = Schemas['WorkflowEdge'];
type NodeType = 'startCall' | 'agentNode' | 'endCall' | 'globalNode' | 'trigger' | 'webhook' | 'qa';

/** A definition of 1 MiB has room for far more faults than anybody reads. */
export const maxFaults = 1000;

/**
 * The faults that prevent publishing, each with its node or edge, up to `maxFaults`; empty if the definition is valid.
 */
export function graphFaults(definition: Schemas['WorkflowDefinition']): Fault[] {
  const graph = graphOf(definition.nodes ?? [], definition.edges ?? []);
  return Iterator.from(faultsOf(graph)).take(maxFaults).toArray();
}

const types: Readonly<Record<NodeType, true>> = {
  startCall: true,
  agentNode: true,
  endCall: true,
  globalNode: true,
  trigger: true,
  webhook: true,
  qa: true,
};
/** The stages of the conversation. Other nodes accompany it and need no edge to them. */
const stages = new Set<string | undefined>(['startCall', 'agentNode', 'endCall']);

interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** The first node with an id, if several share it. */
  readonly byId: ReadonlyMap<string | undefined, Node>;
  /** Targets of the edges between existing nodes, by source node. */
  readonly ways: ReadonlyMap<string, readonly string[]>;
  /** Nodes that are the target of such an edge. */
  readonly entered: ReadonlySet<string | undefined>;
}

function graphOf(nodes: readonly Node[], edges: readonly Edge[]): Graph {
  const byId = new Map<string | undefined, Node>();
  for (const node of nodes) if (node.id && !byId.has(node.id)) byId.set(node.id, node);
  const ways = new Map<string, string[]>();
  const entered = new Set<string>();
  for (const { source, target } of edges) {
    if (!source || !target || !byId.has(source) || !byId.has(target)) continue;
    entered.add(target);
    const from = ways.get(source);
    if (from) from.push(target);
    else ways.set(source, [target]);
  }
  return { nodes, edges, byId, ways, entered };
}

function* faultsOf(graph: Graph): Generator<Fault, undefined> {
  if (!graph.nodes.some(({ type }) => type === 'startCall')) {
    const msg = 'There is no startCall node; the conversation needs one to begin with.';
    yield { loc: [...root, 'nodes'], msg, type: 'start_missing', input: null, ctx: {} };
  }
  yield* nodeFaults(graph);
  yield* wayFaults(graph);
  yield* edgeFaults(graph);
}

/** Checks each node by itself, and node types that may occur only once. */
function* nodeFaults({ nodes, byId }: Graph): Generator<Fault, undefined> {
  const first = new Map<string, Node>();
  for (const [index, node] of nodes.entries()) {
    const { id, type = '' } = node;
    const fault = faultAt('node', index, node);
    if (!id) yield fault('id', 'node_id_missing', 'needs an id.');
    else if (byId.get(id) !== node) {
      yield fault('id', 'node_id_duplicate', 'has the id of an earlier node; ids are unique.');
    }
    if (!Object.hasOwn(types, type)) {
      const known = Object.keys(types).join(', ');
      yield fault('type', 'node_type_unknown', `needs a type that is known: ${known}.`);
    }
    if (type !== 'startCall' && type !== 'globalNode') continue;
    if (!first.has(type)) first.set(type, node);
    else if (type === 'startCall') {
      yield fault('type', 'start_duplicate', 'is a second startCall; there is exactly one.');
    } else yield fault('type', 'global_duplicate', 'is a second globalNode; there is at most one.');
  }
}

/** Stages that no conversation reaches. Without a start node, stages without incoming edges. */
function* wayFaults(graph: Graph): Generator<Fault, undefined> {
  const reached = reachedFromStart(graph);
  for (const [index, node] of graph.nodes.entries()) {
    if (!node.id || !stages.has(node.type) || node.type === 'startCall') continue;
    const fault = faultAt('node', index, node);
    if (!graph.entered.has(node.id)) yield fault(null, 'no_way_in', 'has no edge leading into it.');
    else if (reached.size > 0 && !reached.has(node.id)) {
      yield fault(null, 'unreachable', 'cannot be reached from the startCall.');
    }
  }
}

function reachedFromStart({ nodes, ways }: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  for (const { id, type } of nodes) if (id && type === 'startCall') reached.add(id);
  // Iterating a set also visits elements added meanwhile.
  for (const id of reached) for (const next of ways.get(id) ?? []) reached.add(next);
  return reached;
}

function* edgeFaults({ edges, byId }: Graph): Generator<Fault, undefined> {
  const ids = new Set<string>();
  const labels = new Map<string, Set<string>>();
  for (const [index, edge] of edges.entries()) {
    const fault = faultAt('edge', index, edge);
    if (!edge.id) yield fault('id', 'edge_id_missing', 'needs an id.');
    else if (ids.has(edge.id)) {
      yield fault('id', 'edge_id_duplicate', 'has the id of an earlier edge; ids are unique.');
    } else ids.add(edge.id);
    for (const end of ['source', 'target'] as const) {
      const node = byId.get(edge[end]);
      if (!node) yield fault(end, 'edge_end_unknown', `names no node as its ${end}.`);
      else if (node.type === 'globalNode') {
        yield fault(end, 'global_connected', 'is at a globalNode, which holds at every node.');
      } else if (end === 'target' && node.type === 'startCall') {
        yield fault(end, 'start_entered', 'leads into a startCall, where a call only begins.');
      } else if (end === 'source' && node.type === 'endCall') {
        yield fault(end, 'end_left', 'leaves an endCall, where the call is over.');
      }
    }
    if (!edge.source) continue;
    const label = edge.data?.label ?? '';
    const used = labels.get(edge.source) ?? new Set();
    if (used.has(label)) {
      const msg =
        'has the label of an earlier edge from the same node; the agent tells them by it.';
      yield fault(['data', 'label'], 'label_duplicate', msg);
    }
    labels.set(edge.source, used.add(label));
  }
}

const root = ['workflow_definition'];

/** Adds the faults of one node or edge: `place` within it, or null for the whole. */
const faultAt =
  (kind: 'node' | 'edge', index: number, subject: Node | Edge) =>
  (place: string | readonly string[] | null, type: FaultType, what: string): Fault => {
    const within = place === null ? [] : [place].flat();
    const id = subject.id ?? null;
    return {
      loc: [...root, `${kind}s`, String(index), ...within],
      msg: `The ${kind} ${id === null ? `at index ${index}` : `"${id}"`} ${what}`,
      type,
      input: within.length === 0 ? id : valueAt(subject, within),
      ctx: { [`${kind}_id`]: id },
    };
  };

function valueAt(subject: unknown, path: readonly string[]): unknown {
  let value = subject;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return null;
    value = Object.entries(value).find(([key]) => key === name)?.[1] ?? null;
  }
  return value;
}
