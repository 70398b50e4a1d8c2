import { describe, expect, test } from 'vitest';
import type { components } from '../../generated/api.ts';
import { demoDefinitions } from '../support/demo-definitions.ts';
import { graphFaults, maxFaults } from '../../src/workflows/graph-rules.ts';

type Definition = components['schemas']['WorkflowDefinition'];

/** `s:startCall` is a node, `s>e` an edge with that id, `s>e=x` one with the label x. */
const graph = (text: string): Definition => {
  const words = text.split(' ').filter((word) => word !== '');
  const isEdge = (word: string): boolean => word.includes('>');
  return {
    nodes: words
      .filter((word) => !isEdge(word))
      .map((word) => {
        const [id = '', type = ''] = word.split(':');
        return { id, type };
      }),
    edges: words.filter(isEdge).map((word) => {
      const [id = '', label = id] = word.split('=');
      const [source = '', target = ''] = id.split('>');
      return { id: word, source, target, data: { label } };
    }),
  };
};

const found = (definition: Definition): string[] =>
  graphFaults(definition).map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`);

const simple = 's:startCall e:endCall s>e';

describe('graphFaults', () => {
  test.each([
    ['a start and an end', simple],
    ['a start alone', 's:startCall'],
    ['agents between', 's:startCall a:agentNode b:agentNode e:endCall s>a a>b b>a b>e'],
    ['a loop to itself that has another way in', 's:startCall a:agentNode s>a a>a'],
    ['one globalNode without edges', `${simple} g:globalNode`],
    ['what accompanies the conversation, unconnected', `${simple} t:trigger w:webhook q:qa`],
    ['a way through a webhook', 's:startCall w:webhook e:endCall s>w w>e'],
    ['the same label at two nodes', 's:startCall a:agentNode e:endCall s>a=x a>e=x'],
    ['ids that objects have', 's:startCall constructor:endCall s>constructor'],
  ])('finds none in %s', (_, text) => {
    expect(graphFaults(graph(text))).toEqual([]);
  });

  test.each(demoDefinitions)('finds none in the demo, %s', (_, definition) => {
    expect(graphFaults(definition)).toEqual([]);
  });

  test.each([
    ['', ['nodes start_missing']],
    ['a:agentNode', ['nodes start_missing', 'nodes.0 no_way_in']],
    ['a:agentNode b:endCall a>a a>b', ['nodes start_missing']],
    ['s:startCall r:startCall', ['nodes.1.type start_duplicate']],
    [
      's:startCall r:startCall q:startCall',
      ['nodes.1.type start_duplicate', 'nodes.2.type start_duplicate'],
    ],
    ['s:startCall r:startCall e:endCall r>e', ['nodes.1.type start_duplicate']],
    ['s:startCall a:agentNode s>a a>s', ['edges.1.target start_entered']],
    ['s:startCall s>s', ['edges.0.target start_entered']],
    [`${simple} g:globalNode h:globalNode`, ['nodes.3.type global_duplicate']],
    [`${simple} g:globalNode s>g`, ['edges.1.target global_connected']],
    [`${simple} g:globalNode g>e`, ['edges.1.source global_connected']],
    [
      `${simple} g:globalNode g>g`,
      ['edges.1.source global_connected', 'edges.1.target global_connected'],
    ],
    [`${simple} a:agentNode`, ['nodes.2 no_way_in']],
    [`${simple} a:agentNode a>e`, ['nodes.2 no_way_in']],
    ['s:startCall e:endCall', ['nodes.1 no_way_in']],
    [`${simple} a:agentNode s>a e>a`, ['edges.2.source end_left']],
    [`${simple} a:agentNode a>a`, ['nodes.2 unreachable']],
    [`${simple} a:agentNode b:agentNode a>b b>a`, ['nodes.2 unreachable', 'nodes.3 unreachable']],
    [`${simple} a:agentNode f:endCall a>f`, ['nodes.2 no_way_in', 'nodes.3 unreachable']],
    [`${simple} t:trigger a:agentNode t>a`, ['nodes.3 unreachable']],
    [`${simple} s>x`, ['edges.1.target edge_end_unknown']],
    [`${simple} x>e`, ['edges.1.source edge_end_unknown']],
    [`${simple} x>y`, ['edges.1.source edge_end_unknown', 'edges.1.target edge_end_unknown']],
    ['s:startCall e:endCall x>e', ['nodes.1 no_way_in', 'edges.0.source edge_end_unknown']],
    [`${simple} toString>e`, ['edges.1.source edge_end_unknown']],
    [`${simple} f:endCall s>f=s>e`, ['edges.1.data.label label_duplicate']],
    [`${simple} s>e`, ['edges.1.id edge_id_duplicate', 'edges.1.data.label label_duplicate']],
    [`${simple} n:newNode`, ['nodes.2.type node_type_unknown']],
    [`${simple} n:toString`, ['nodes.2.type node_type_unknown']],
    [`${simple} n:STARTCALL`, ['nodes.2.type node_type_unknown']],
    [`${simple} e:endCall`, ['nodes.2.id node_id_duplicate']],
    [`${simple} :qa`, ['nodes.2.id node_id_missing']],
    [
      's:startCall r:startCall e:endCall a:agentNode e>s',
      [
        'nodes.1.type start_duplicate',
        'nodes.2 no_way_in',
        'nodes.3 no_way_in',
        'edges.0.source end_left',
        'edges.0.target start_entered',
      ],
    ],
  ])('finds in "%s": %j', (text, faults) => {
    expect(found(graph(text))).toEqual(faults);
  });

  test.each<[Definition, string[]]>([
    [{}, ['nodes start_missing']],
    [{ steps: [] }, ['nodes start_missing']],
    [
      { nodes: [{}] },
      ['nodes start_missing', 'nodes.0.id node_id_missing', 'nodes.0.type node_type_unknown'],
    ],
    [
      { nodes: [{ id: 's', type: 'startCall' }], edges: [{}] },
      [
        'edges.0.id edge_id_missing',
        'edges.0.source edge_end_unknown',
        'edges.0.target edge_end_unknown',
      ],
    ],
    [
      {
        nodes: [
          { id: 's', type: 'startCall' },
          { id: 'e', type: 'endCall' },
        ],
        edges: [
          { id: '1', source: 's', target: 'e' },
          { id: '2', source: 's', target: 'e', data: { label: '' } },
        ],
      },
      ['edges.1.data.label label_duplicate'],
    ],
  ])('reports what is missing in %j', (definition, faults) => {
    expect(found(definition)).toEqual(faults);
  });

  test('reports location and reason, with the value and the id', () => {
    expect(graphFaults(graph('s:startCall e:endCall n:newNode s>x'))).toEqual([
      {
        loc: ['workflow_definition', 'nodes', '2', 'type'],
        msg: expect.stringMatching(/^The node "n" needs a type that is known: startCall, .*qa\.$/),
        type: 'node_type_unknown',
        input: 'newNode',
        ctx: { node_id: 'n' },
      },
      {
        loc: ['workflow_definition', 'nodes', '1'],
        msg: 'The node "e" has no edge leading into it.',
        type: 'no_way_in',
        input: 'e',
        ctx: { node_id: 'e' },
      },
      {
        loc: ['workflow_definition', 'edges', '0', 'target'],
        msg: 'The edge "s>x" names no node as its target.',
        type: 'edge_end_unknown',
        input: 'x',
        ctx: { edge_id: 's>x' },
      },
    ]);
    expect(graphFaults({ nodes: [{ type: 'startCall' }] })).toEqual([
      expect.objectContaining({
        msg: 'The node at index 0 needs an id.',
        input: null,
        ctx: { node_id: null },
      }),
    ]);
  });

  test('follows a chain of many thousands, and reports at most the maximum', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
    const nodes = names.map((id, index) => ({ id, type: index === 0 ? 'startCall' : 'agentNode' }));
    const edges = names
      .slice(1)
      .map((target, index) => ({ id: target, source: `n${index}`, target }));

    expect(graphFaults({ nodes, edges })).toEqual([]);
    expect(graphFaults({ nodes })).toHaveLength(maxFaults);
  });
});
