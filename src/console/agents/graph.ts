/** A definition as it is drawn. Nothing of it is taken for granted: it may be half typed. */
export interface Graph {
  readonly nodes: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly data: object;
  }[];
  /** `source` and `target` are places among the nodes, -1 for none. */
  readonly edges: readonly {
    readonly source: number;
    readonly target: number;
    readonly label: string;
    readonly condition: string;
  }[];
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function graphOf(definition: unknown): Graph {
  const { nodes, edges } = membersOf(definition);
  const read = listOf(nodes).map((each, index) => {
    const [{ id, type, data }, place] = [membersOf(each), `#${index + 1}`];
    const name = textOf(membersOf(data)['name']).trim() || textOf(id) || place;
    return { id: textOf(id), name, type: textOf(type), data: membersOf(data) };
  });
  // Of nodes with the same ID the first counts, as in conversations.
  const places = new Map(read.map(({ id }, index) => [id, index] as const).toReversed());
  places.delete('');
  return {
    nodes: read,
    edges: listOf(edges).map((each) => {
      const { source, target, data } = membersOf(each);
      const [from, to] = [source, target].map((id) => places.get(textOf(id)) ?? -1);
      const { label, condition } = membersOf(data);
      return { source: from!, target: to!, label: textOf(label), condition: textOf(condition) };
    }),
  };
}

export interface Change {
  /** What it is of: `nodes` or `edges` and the ID; neither for the rest of the definition. */
  readonly of: readonly string[];
  readonly kind: 'added' | 'removed' | 'changed';
  /** The members that differ, with their values. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What differs, but for positions in an editor. Nodes and edges are told by their IDs. */
export function changesOf(former: unknown, latter: unknown): Change[] {
  const [from, to] = [partsOf(former), partsOf(latter)];
  return [...new Set([...to.keys(), ...from.keys()])].flatMap((part): Change[] => {
    const [old, now] = [from.get(part), to.get(part)];
    const differing = (of: Leaves = new Map(), other: Leaves = new Map()): string[] =>
      [...of].flatMap(([name, text]) => (text === other.get(name) ? [] : [`${name}: ${text}`]));
    const [before, after] = [differing(old, now), differing(now, old)];
    if (before.length + after.length === 0) return [];
    const kind = !old ? 'added' : now ? 'changed' : 'removed';
    return [{ of: part.split('\n').filter(Boolean), kind, before, after }];
  });
}

type Leaves = Map<string, string>;

/** The definition, its nodes and its edges, each with its members as texts. */
function partsOf(definition: unknown): Map<string, Leaves> {
  const { nodes, edges, ...rest } = membersOf(definition);
  const parts = new Map([['', leavesOf(rest)]]);
  for (const [list, values] of Object.entries({ nodes: listOf(nodes), edges: listOf(edges) })) {
    const ids = values.map((each, index) => textOf(membersOf(each)['id']) || `#${index + 1}`);
    for (const [index, each] of values.entries()) {
      const again = ids.indexOf(ids[index]!) === index ? '' : ` #${index + 1}`;
      const { position: _, ...members } = membersOf(each);
      parts.set(`${list}\n${ids[index]}${again}`, leavesOf(members));
    }
    // Edges are tried in their order.
    if (list === 'edges') parts.get('')!.set(list, ids.join(', '));
  }
  return parts;
}

function leavesOf(value: unknown, path = '', leaves: Leaves = new Map()): Leaves {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [name, each] of Object.entries(value))
      leavesOf(each, path === '' ? name : `${path}.${name}`, leaves);
  else leaves.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  return leaves;
}
