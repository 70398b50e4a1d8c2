import { array, assert, constantFrom, nat, option, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { components } from '../../../generated/api.ts';
import {
  answer,
  type Graph,
  graphOf,
  maxAgentText,
  maxSteps,
  maxToolCalls,
} from '../../../src/workflows/walker/walker-rules.ts';

type Definition = components['schemas']['WorkflowDefinition'];
type Edge = readonly [source: string, target: string, label?: string, condition?: string];

/** Nodes by id; the first letter says the type, and the prompt is the id. */
function graph(ids: readonly string[], edges: readonly Edge[]): Graph {
  const types: Record<string, string> = { s: 'startCall', a: 'agentNode', e: 'endCall' };
  const made = graphOf({
    nodes: ids.map((id) => ({
      id,
      type: types[id[0] ?? ''] ?? 'webhook',
      data: { name: id.toUpperCase(), prompt: `${id} {{name}}` },
    })),
    edges: edges.map(([source, target, label, condition]) => ({
      id: `${source}-${target}`,
      source,
      target,
      data: {
        ...(label !== undefined && { label }),
        ...(condition !== undefined && { condition }),
      },
    })),
  });
  if (!made) throw new Error('There is no start.');
  return made;
}

const say = (of: Graph, at: string | null, text?: string) =>
  answer(of, { at, text, variables: [{ name: 'Ada' }] });

const press = (of: Graph, keys: string) =>
  answer(of, { at: null, text: undefined, keys, variables: [] });

const forked = graph(
  ['s', 'a1', 'a2', 'a3', 'e'],
  [
    ['s', 'a1', 'yes', 'The customer agrees'],
    ['s', 'a2', 'yes please'],
    ['s', 'a3', '', ' '],
    ['a1', 'e', 'done'],
    ['a1', 'missing', 'lost'],
  ],
);

describe('The walker', () => {
  test('says the prompt of the start when the caller is silent', () => {
    expect(say(forked, null)).toEqual({
      text: 's Ada',
      node_id: 's',
      node_name: 'S',
      next_at: null,
      edge_id: null,
      path: [],
      is_ended: false,
      tool_calls: [],
      learned: [],
    });
  });

  test('calls the tools of the nodes that it comes to, and says what they answered', () => {
    const made = graphOf({
      nodes: [
        { id: 's', type: 'startCall', data: { prompt: 'Hello', tools: ['who'] } },
        { id: 'w', type: 'webhook', data: { tools: ['never'] } },
        {
          id: 'a',
          type: 'agentNode',
          data: { prompt: '{{day}} {{name}}', tools: ['days', 'who', 'days'] },
        },
        { id: 'e', type: 'endCall', data: { prompt: 'Bye {{name}}', tools: ['hang_up'] } },
      ],
      edges: [
        { source: 's', target: 'w', data: { label: 'go' } },
        { source: 'w', target: 'a' },
        { source: 'a', target: 'e', data: { label: 'done' } },
      ],
    });
    if (!made) throw new Error('There is no start.');
    const turn = (at: string | null, text: string | undefined, isFirst = false) =>
      answer(made, {
        at,
        text,
        isFirst,
        variables: [{ name: 'there' }],
        answers: { who: { name: 'Ada' }, days: { day: 'Monday' } },
      });

    expect(turn(null, undefined, true)).toMatchObject({
      tool_calls: ['who'],
      learned: [{ name: 'Ada' }],
    });
    expect(turn(null, undefined)).toMatchObject({ tool_calls: [], learned: [] });
    expect(turn(null, 'go')).toMatchObject({
      text: 'Monday Ada',
      tool_calls: ['days', 'who'],
      learned: [{ name: 'Ada' }, { day: 'Monday' }],
    });
    expect(turn('a', 'hm')).toMatchObject({ text: '{{day}} there', tool_calls: [] });
    expect(turn('a', 'done')).toMatchObject({ is_ended: true, tool_calls: ['hang_up'] });
  });

  test('calls at most 50 tools in a turn', () => {
    const tools = Array.from({ length: 100 }, (_, index) => `tool_${index}`);
    const made = graphOf({ nodes: [{ id: 's', type: 'startCall', data: { tools } }] });
    if (!made) throw new Error('There is no start.');

    const { tool_calls } = answer(made, {
      at: null,
      text: undefined,
      variables: [],
      isFirst: true,
    });

    expect(tool_calls).toEqual(tools.slice(0, maxToolCalls));
  });

  test.each([
    ['yes please', 'a1'],
    ['I am told: the customer agrees!', 'a1'],
    ['Certainly not', 'a3'],
  ])('takes the first edge that %j names, or one that needs no name', (text, target) => {
    expect(say(forked, null, text)).toMatchObject({
      node_id: target,
      edge_id: `s-${target}`,
      path: [target],
      text: `${target} Ada`,
    });
  });

  test('stays and repeats itself when no edge fits', () => {
    const stayed = { node_id: 'a1', edge_id: null, path: [], text: 'a1 Ada', is_ended: false };

    expect(say(forked, 'a1', 'hm')).toMatchObject(stayed);
    expect(say(forked, 'a1', 'lost')).toMatchObject(stayed);
    expect(say(forked, 'a1')).toMatchObject(stayed);
  });

  test('ends at an endCall', () => {
    expect(say(forked, 'a1', 'Done.')).toMatchObject({
      node_id: 'e',
      is_ended: true,
      text: 'e Ada',
    });
  });

  test('goes on where nobody has to answer, and says what it comes to', () => {
    const passing = graph(
      ['s', 'w', 'a1', 'a2', 'a3'],
      [
        ['s', 'w', 'go'],
        ['w', 'a1', 'any label'],
        ['a1', 'a2'],
        ['a1', 'a3'],
        ['a2', 'a3', 'yes'],
      ],
    );

    expect(say(passing, null, 'go')).toMatchObject({
      path: ['w', 'a1', 'a2'],
      text: 'a1 Ada\na2 Ada',
      node_id: 'a2',
      edge_id: 's-w',
      is_ended: false,
    });
  });

  test('comes to no node twice in a turn', () => {
    const circle = graph(
      ['s', 'w1', 'w2'],
      [
        ['s', 'w1'],
        ['w1', 'w2'],
        ['w2', 'w1'],
      ],
    );

    expect(say(circle, null)).toMatchObject({ path: ['w1', 'w2'], node_id: 'w2' });
    expect(say(circle, 'w2')).toMatchObject({ path: ['w1'], node_id: 'w1' });
  });

  test('stops after so many nodes', () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `w${index}`);
    const long = graph(
      ['s', ...ids],
      ids.map((id, index) => [index === 0 ? 's' : `w${index - 1}`, id]),
    );

    const { path, node_id } = say(long, null);

    expect(path).toHaveLength(maxSteps - 1);
    expect(node_id).toBe(`w${maxSteps - 2}`);
  });

  test('has no graph without a start', () => {
    expect(graphOf({})).toBeUndefined();
    expect(graphOf({ nodes: [{ id: 'a', type: 'agentNode' }] })).toBeUndefined();
  });

  const text = string({ unit: 'grapheme', maxLength: 12 });
  const id = nat(6).map(String);
  const definitions = record({
    nodes: array(
      record({
        id: option(id, { nil: undefined }),
        type: constantFrom('startCall', 'agentNode', 'agentNode', 'endCall', 'qa', 'other'),
        data: option(record({ name: text, prompt: text }), { nil: undefined }),
      }),
      { maxLength: 8 },
    ),
    edges: array(
      record({
        id: option(id, { nil: undefined }),
        source: option(id, { nil: undefined }),
        target: option(id, { nil: undefined }),
        data: option(record({ label: text, condition: text }), { nil: undefined }),
      }),
      { maxLength: 16 },
    ),
  });

  test('answers every turn on every graph, the same each time, within its bounds', () => {
    assert(
      property(
        definitions,
        array(option(text, { nil: undefined }), { maxLength: 6 }),
        (made, turns) => {
          const definition = made as Definition;
          const walked = [graphOf(definition), graphOf(structuredClone(definition))];
          if (!walked[0] || !walked[1]) return;
          let at: string | null = null;
          for (const said of turns) {
            const reply = answer(walked[0], { at, text: said, variables: [] });
            expect(answer(walked[1], { at, text: said, variables: [] })).toEqual(reply);
            expect(reply.path.length).toBeLessThanOrEqual(maxSteps);
            expect(new Set(reply.path).size).toBe(reply.path.length);
            expect(reply.text.length).toBeLessThanOrEqual(maxAgentText);
            const arrived = reply.path.at(-1);
            expect(reply.next_at).toBe(arrived ?? at);
            if (arrived !== undefined) expect(reply.node_id).toBe(arrived);
            expect(reply.is_ended).toBe(walked[0].byId.get(arrived ?? '')?.type === 'endCall');
            if (reply.is_ended) return;
            at = reply.next_at;
          }
        },
      ),
    );
  });

  const label = (of: string, length: number) => of.repeat(length / of.length);
  test.each([
    ['repeated words', (index: number) => `${label('a ', 240)}${index}`],
    ['ligatures', () => label('\ufdfa', 80)],
    ['combining marks', () => `e${label('\u0316\u0301', 120)}`],
  ])('answers within the bound for the largest definition, with %s', (_, labelOf) => {
    const many = Array.from({ length: 4000 }, (_each, index) => index);
    const huge = graphOf({
      nodes: [
        { id: 's', type: 'startCall', data: { prompt: '{{v}}'.repeat(20_000) } },
        { id: 'a', type: 'agentNode' },
      ],
      edges: many.map((index) => ({
        id: String(index),
        source: 's',
        target: 'a',
        data: { label: labelOf(index) },
      })),
    });
    if (!huge) throw new Error('There is no start.');
    const spoken = 'a '.repeat(1000);

    const began = performance.now();
    const reply = answer(huge, { at: null, text: spoken, variables: [{ v: '' }] });

    expect(reply.node_id).toBe('s');
    // Generous: the machine may be busy. By the square of the length it would be minutes.
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('The walker with keys', () => {
  const menu = graph(
    ['s', 'a1', 'a2', 'a3', 'a4'],
    [
      ['s', 'a1', 'Press 1 for sales'],
      ['s', 'a2', ' 1 '],
      ['s', 'a3', 'code', '4711#'],
      ['s', 'a4', '', ''],
    ],
  );

  test.each([
    ['1', 's-a2'],
    ['4711#', 's-a3'],
    ['4711', 's-a4'],
    ['*', 's-a4'],
  ])('follows the edge that is %s, else the one without a name', (keys, edge_id) => {
    expect(press(menu, keys)).toMatchObject({ edge_id });
  });

  test('stays where no edge fits', () => {
    expect(press(forked, '1')).toMatchObject({ edge_id: 's-a3' });
    expect(press(graph(['s', 'e'], [['s', 'e', '2']]), '1')).toMatchObject({
      edge_id: null,
      node_id: 's',
      path: [],
    });
  });
});
