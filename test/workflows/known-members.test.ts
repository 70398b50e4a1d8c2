import { describe, expect, test } from 'vitest';
import { loadContract, resolve } from '../../src/http/operations.ts';
import { misspelledSettings, unknownMembers } from '../../src/workflows/known-members.ts';
import { newOrganization } from '../support/organizations.ts';
import { givenWorkflow } from './given.ts';

type Node = Readonly<Record<string, unknown>>;
const { document, operations } = loadContract();
const settings = Object.keys(
  resolve<{ properties: object }>(document, {
    $ref: '#/components/schemas/WorkflowConfigurationsRequest',
  }).properties,
);
const plurals = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : `${name}s`);
const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const swapped = (name: string): string => `${name[1]}${name[0]}${name.slice(2)}`;

describe('A misspelled setting of configurations', () => {
  test.each(settings)('that is like %s is refused with it', (name) => {
    const spellings = [name.toUpperCase(), camelCase(name), plurals(name), swapped(name)];
    const cut = [name.slice(1), name.slice(0, -2), `${name}ed`, name.replace(/_|$/, '-')];
    // Of a short name two letters more or less make another word.
    const others = cut.filter((each) => name.length > 5 || Math.abs(each.length - 5) < 2);

    for (const sent of [...spellings, ...others].filter((each) => each !== name)) {
      expect([sent, misspelledSettings({ [sent]: true })]).toMatchObject([
        sent,
        [
          {
            loc: ['body', 'workflow_configurations', sent],
            msg: expect.stringContaining(`Did you mean ${name}?`),
            ctx: { known: name },
          },
        ],
      ]);
    }
  });

  test('is none of the settings, nor what is like none of them', () => {
    const own = ['llm', 'model', 'temperature', 'language', 'hours', 'recording', 'max_duration'];

    for (const name of [...settings, ...own])
      expect(misspelledSettings({ [name]: true })).toEqual([]);
  });

  test.each(['createWorkflow', 'updateWorkflow'])('is refused by %s', async (id) => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const workflow_configurations = { calling_hour: { timezone: 'UTC', slots: [] }, llm: 'own' };

    const answer =
      id === 'createWorkflow'
        ? await member.post('/api/v1/workflow', {
            name: 'W',
            workflow_definition: {},
            workflow_configurations,
          })
        : await member.put(path, { workflow_configurations });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([
      { type: 'setting_misspelled', ctx: { known: 'calling_hours' } },
    ]);
  });
});

describe('The members that the service does not know', () => {
  test('are listed by validateWorkflow, which stays valid', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const before = (await member.get(path)).body.workflow_definition;
    const [start, ...others] = before.nodes;
    const nodes = [{ ...start, data: { ...start.data, promt: 'Hello' } }, ...others];
    await member.put(path, {
      workflow_definition: { ...before, nodes, viewport: {} },
      workflow_configurations: { llm: 'own' },
    });

    const { body } = await member.post(`${path}/validate`);

    expect(body).toMatchObject({
      is_valid: true,
      faults: [],
      warnings: [
        { loc: ['workflow_configurations', 'llm'], type: 'member_unknown', ctx: {} },
        { loc: ['workflow_definition', 'viewport'], ctx: {} },
        {
          loc: ['workflow_definition', 'nodes', '0', 'data', 'promt'],
          msg: expect.stringContaining('Did you mean prompt?'),
          ctx: { known: 'prompt' },
        },
      ],
    });
  });

  test('are at most a thousand', () => {
    const many = Object.fromEntries(Array.from({ length: 999 }, (_, at) => [`own${at}`, at]));
    const workflow_definition = { nodes: [{ data: many }, { data: many }], edges: [] };

    expect(unknownMembers({ workflow_configurations: {}, workflow_definition })).toHaveLength(1000);
  });

  test('are looked for in every open object of requests that has named members', () => {
    const open = new Set<string>();
    const seen = new Set<unknown>();
    const look = (value: unknown, name: string): void => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      const node = value as Node;
      if (typeof node['$ref'] === 'string')
        return look(resolve<Node>(document, node), node['$ref'].split('/').at(-1) ?? '');
      if (node['properties'] && node['additionalProperties'] !== false) open.add(name);
      for (const [key, part] of Object.entries(node)) look(part, `${name}/${key}`);
    };
    for (const { id, bodySchema } of operations) look(bodySchema, id);

    expect([...open].toSorted()).toEqual([
      'WorkflowConfigurationsRequest',
      'WorkflowDefinition',
      'WorkflowEdge',
      'WorkflowEdgeData',
      'WorkflowNode',
      'WorkflowNodeData',
      'WorkflowNodePosition',
    ]);
  });
});
