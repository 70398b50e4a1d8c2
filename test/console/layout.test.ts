import { describe, expect, test } from 'vitest';
import { changesOf, graphOf } from '../../src/console/agents/graph.ts';
import { labelSize, layoutOf, nodeSize, type Point } from '../../src/console/agents/layout.ts';
// Graphs that others have made, at the addresses that they have: their nodes with types and names, and their edges with labels.
import graphs from './graphs.json' with { type: 'json' };

type Node = readonly [id: string, type?: string, name?: string];
type Edge = readonly [source: string, target: string, label?: string];

const given = (nodes: readonly Node[], edges: readonly Edge[]) =>
  graphOf({
    nodes: nodes.map(([id, type = 'agentNode', name = '']) => ({ id, type, data: { name } })),
    edges: edges.map(([source, target, label = '']) => ({ source, target, data: { label } })),
  });

interface Box {
  readonly corner: Point;
  readonly size: { readonly width: number; readonly height: number };
}

const lieOnEachOther = (a: Box, b: Box): boolean =>
  a.corner[0] < b.corner[0] + b.size.width &&
  b.corner[0] < a.corner[0] + a.size.width &&
  a.corner[1] < b.corner[1] + b.size.height &&
  b.corner[1] < a.corner[1] + a.size.height;

/** What is wrong with how a graph is drawn. */
function faultsOf(graph: ReturnType<typeof graphOf>): string[] {
  const { nodes, edges, width, height } = layoutOf(graph);
  const boxes: Box[] = [
    ...nodes.map((corner) => ({ corner, size: nodeSize })),
    ...edges.flatMap(({ label }) => (label ? [{ corner: label, size: labelSize }] : [])),
  ];
  const faults = boxes.flatMap((box, index) => [
    ...boxes.slice(index + 1).flatMap((other) => (lieOnEachOther(box, other) ? ['overlap'] : [])),
    ...(box.corner.some((each) => each < 0) ||
    box.corner[0] + box.size.width > width ||
    box.corner[1] + box.size.height > height
      ? ['outside']
      : []),
  ]);
  for (const [index, { line }] of edges.entries()) {
    const { source, target } = graph.edges[index]!;
    const isDrawn = source !== -1 && target !== -1;
    if (isDrawn !== line.length > 0) faults.push(`edge ${index} is drawn: ${!isDrawn}`);
    const ends = [
      [line[0], nodes[source]],
      [line.at(-1), nodes[target]],
    ] as const;
    for (const [point, corner] of isDrawn ? ends : []) {
      const [x, y] = [point![0] - corner![0], point![1] - corner![1]];
      const isAtEdge =
        (x >= 0 && x <= nodeSize.width && (y === 0 || y === nodeSize.height)) ||
        (x === nodeSize.width && y >= 0 && y <= nodeSize.height);
      if (!isAtEdge) faults.push(`edge ${index} ends at ${x}, ${y}`);
    }
  }
  return faults;
}

const long = 'לתאם תור 📅 '.repeat(60);
const many = (count: number, perNode: number) =>
  given(
    Array.from({ length: count }, (_, at) => [`n${at}`, at === 0 ? 'startCall' : 'agentNode']),
    Array.from({ length: count * perNode }, (_, at) => [
      `n${(at * 7919) % count}`,
      `n${(at * 104_729 + 13) % count}`,
      'label',
    ]),
  );

describe('layoutOf', () => {
  test.each(graphs)('draws $address', ({ nodes, edges }) => {
    const graph = given(nodes as unknown as Node[], edges as unknown as Edge[]);

    expect(graph.nodes.length).toBeGreaterThan(0);
    expect(faultsOf(graph)).toEqual([]);
  });

  test.each<[string, readonly Node[], readonly Edge[]]>([
    ['nothing', [], []],
    ['one node', [['a']], []],
    [
      'a loop',
      [['a', 'startCall']],
      [
        ['a', 'a', 'again'],
        ['a', 'a'],
      ],
    ],
    [
      'a cycle',
      [['a', 'startCall'], ['b'], ['c']],
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a', 'back'],
      ],
    ],
    [
      'a cycle without a start',
      [['a'], ['b']],
      [
        ['a', 'b'],
        ['b', 'a', 'back'],
      ],
    ],
    [
      'edges of the same ends',
      [['a'], ['b']],
      [
        ['a', 'b', '1'],
        ['a', 'b', '2'],
        ['b', 'a', '3'],
      ],
    ],
    ['what nothing leads to', [['a', 'startCall'], ['b'], ['c']], [['b', 'c']]],
    [
      'edges without ends',
      [['a', 'startCall']],
      [
        ['a', 'x'],
        ['', 'a'],
        ['x', ''],
      ],
    ],
    [
      'IDs that are missing or used twice',
      [['a'], ['a'], [''], ['b']],
      [
        ['a', 'b'],
        ['', 'b'],
      ],
    ],
    [
      'long labels',
      [
        ['a', 'startCall', long],
        ['b', '', long],
      ],
      [
        ['a', 'b', long],
        ['b', 'b', long],
      ],
    ],
    [
      '40 nodes beside each other',
      Array.from({ length: 41 }, (_, at) => [`n${at}`]),
      Array.from({ length: 40 }, (_, at) => ['n0', `n${at + 1}`, 'x']),
    ],
    [
      '150 nodes in a row',
      Array.from({ length: 150 }, (_, at) => [`n${at}`]),
      Array.from({ length: 149 }, (_, at) => [`n${at}`, `n${at + 1}`, 'x']),
    ],
    ['30 nodes without edges', Array.from({ length: 30 }, (_, at) => [`n${at}`]), []],
  ])('draws %s', (_, nodes, edges) => {
    expect(faultsOf(given(nodes, edges))).toEqual([]);
  });

  test('draws 200 nodes with 400 edges, most of them in cycles', () => {
    expect(faultsOf(many(200, 2))).toEqual([]);
  });

  test('leads down, but for what closes a cycle', () => {
    const { nodes } = layoutOf(
      given(
        [['c'], ['b'], ['a', 'startCall']],
        [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'b'],
        ],
      ),
    );
    const [c, b, a] = nodes.map(([, y]) => y);

    expect([a! < b!, b! < c!]).toEqual([true, true]);
  });

  test('passes at most 10,000 rows, however long the edges are', () => {
    const { edges, nodes } = layoutOf(many(2000, 2));
    const points = edges.reduce((sum, { line }) => sum + Math.max(0, line.length - 2), 0);

    expect(nodes).toHaveLength(2000);
    expect(points / 2).toBeLessThanOrEqual(10_000);
    expect(edges.filter(({ line, label }) => line.length === 2 && label)).toEqual([]);
  });
});

describe('graphOf', () => {
  test.each([undefined, null, [], 'x', { nodes: {}, edges: 3 }])('reads nothing of %j', (value) => {
    expect(graphOf(value)).toEqual({ nodes: [], edges: [] });
  });

  test('reads what is half typed', () => {
    const nodes = [null, 'x', { id: 4, data: [] }, { id: '__proto__', data: { name: ' ' } }];
    const graph = graphOf({
      nodes,
      edges: [{}, null, { source: '__proto__', target: 'toString' }],
    });

    expect(graph.nodes.map(({ name }) => name)).toEqual(['#1', '#2', '#3', '__proto__']);
    expect(graph.edges.map(({ source, target }) => [source, target])).toEqual([
      [-1, -1],
      [-1, -1],
      [3, -1],
    ]);
  });
});

describe('changesOf', () => {
  const former = {
    nodes: [{ id: 'a', data: { prompt: 'x' }, position: { x: 1 } }, { id: 'b' }],
    edges: [{ id: '1' }, { id: '2' }],
  };
  test.each<[string, object, unknown[]]>([
    ['nothing', former, []],
    [
      'a position',
      { ...former, nodes: [{ ...former.nodes[0], position: { x: 2 } }, { id: 'b' }] },
      [],
    ],
    ['the order of nodes', { ...former, nodes: former.nodes.toReversed() }, []],
    [
      'the order of edges',
      { ...former, edges: former.edges.toReversed() },
      [{ of: [], kind: 'changed', before: ['edges: 1, 2'], after: ['edges: 2, 1'] }],
    ],
    [
      'a member, and a node that is gone',
      { ...former, nodes: [{ id: 'a', data: { prompt: 'y' } }] },
      [
        {
          of: ['nodes', 'a'],
          kind: 'changed',
          before: ['data.prompt: x'],
          after: ['data.prompt: y'],
        },
        { of: ['nodes', 'b'], kind: 'removed', before: ['id: b'], after: [] },
      ],
    ],
    [
      'nodes with the same ID, and without one',
      { ...former, nodes: [...former.nodes, { id: 'a', type: 't' }, { type: 't' }] },
      [
        { of: ['nodes', 'a #3'], kind: 'added', before: [], after: ['id: a', 'type: t'] },
        { of: ['nodes', '#4'], kind: 'added', before: [], after: ['type: t'] },
      ],
    ],
  ])('tells of %s', (_, latter, changes) => {
    expect(changesOf(former, latter)).toEqual(changes);
  });
});
