import { describe, expect, test } from 'vitest';
import type { Answer } from '../support/client.ts';
import { newOrganization } from '../support/organizations.ts';
import { definition, givenWorkflow, versionsOf } from './given.ts';

const etag = (answer: Answer): string => answer.headers.get('etag') ?? '';

describe('updateWorkflow', () => {
  test('creates a new version of a definition and keeps the earlier one', async () => {
    const member = await newOrganization();
    const { path, versions } = await givenWorkflow(member);

    const answer = await member.put(path, { workflow_definition: definition('second') });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      version_number: 2,
      version_status: 'draft',
      workflow_definition: definition('second'),
      name: 'Appointment reminder',
    });
    expect(answer.body.current_definition_id).not.toBe(versions[0]);
    expect((await member.get(path)).body).toEqual(answer.body);
    expect(await versionsOf(member, path)).toEqual([
      [2, 'draft'],
      [1, 'archived'],
    ]);
    expect((await member.get(`${path}/versions/1`)).body.workflow_definition).toEqual(
      definition('version 1'),
    );
  });

  test('creates a new version even of the same definition', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    const answer = await member.put(path, { workflow_definition: definition('version 1') });

    expect(answer.body).toMatchObject({
      version_number: 2,
      workflow_definition: definition('version 1'),
    });
  });

  test('leaves the published version published', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member, { versions: ['archived', 'published'] });

    await member.put(path, { workflow_definition: {} });
    await member.put(path, { workflow_definition: {} });

    expect(await versionsOf(member, path)).toEqual([
      [4, 'draft'],
      [3, 'archived'],
      [2, 'published'],
      [1, 'archived'],
    ]);
  });

  test('names the author of the version, null for an API key', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    await member.put(path, { workflow_definition: {} });
    await member.send('PUT', path, { key: member.key, body: { workflow_definition: {} } });

    const { body } = await member.get(`${path}/versions`);
    expect(body.items.map((item: { created_by: number | null }) => item.created_by)).toEqual([
      null,
      member.user_id,
      null,
    ]);
  });

  test.each([
    [{ name: 'Other' }],
    [{ template_context_variables: { b: 2 } }],
    [{ workflow_configurations: { nested: { list: [1, 'two', null] } } }],
    [{ template_context_variables: {}, workflow_configurations: {} }],
    [{ name: 'Other', workflow_configurations: { c: 3 }, template_context_variables: { d: 4 } }],
  ])('changes only what is sent: %j', async (changes) => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member, {
      template_context_variables: '{"a":1}',
      workflow_configurations: '{"a":1}',
    });
    const before = await member.get(path);

    const answer = await member.put(path, changes);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before.body, ...changes });
    expect(etag(answer)).not.toBe(etag(before));
    expect((await member.get(path)).body).toEqual(answer.body);
    expect(await versionsOf(member, path)).toEqual([[1, 'draft']]);
  });

  test('changes everything at once', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const changes = {
      name: 'All',
      workflow_definition: definition('all'),
      template_context_variables: { a: 1 },
      workflow_configurations: { b: 2 },
    };

    expect((await member.put(path, changes)).body).toMatchObject({ ...changes, version_number: 2 });
  });

  test('also updates an archived workflow', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member, { status: 'archived' });

    expect((await member.put(path, { name: 'Old' })).body).toMatchObject({
      name: 'Old',
      status: 'archived',
    });
  });

  test.each([
    ['an empty object', {}],
    ['no nodes', { nodes: [], edges: [] }],
    [
      'unknown node types and edges to nowhere',
      { nodes: [{ type: 'newNode' }], edges: [{ source: 'a', target: 'b' }] },
    ],
    [
      'members of its own',
      {
        viewport: { x: 1 },
        nodes: [{ id: 'a', measured: { width: 9 } }],
        edges: [{ animated: true }],
      },
    ],
    ['no graph', { steps: ['anything'], __proto__x: null }],
  ])('saves a draft with %s as it was sent', async (_, workflow_definition) => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    const answer = await member.put(path, { workflow_definition });

    expect(answer.status).toBe(200);
    expect(answer.body.workflow_definition).toEqual(workflow_definition);
  });

  test.each([
    [{ name: '' }, ['name'], 'string_too_short'],
    [{ name: 'x'.repeat(101) }, ['name'], 'string_too_long'],
    [{ name: null }, ['name'], 'string_type'],
    [{ workflow_definition: null }, ['workflow_definition'], 'object_type'],
    [{ workflow_definition: [] }, ['workflow_definition'], 'object_type'],
    [{ workflow_definition: '{}' }, ['workflow_definition'], 'object_type'],
    [{ workflow_definition: { nodes: {} } }, ['workflow_definition', 'nodes'], 'array_type'],
    [{ workflow_definition: { nodes: [1] } }, ['workflow_definition', 'nodes', '0'], 'object_type'],
    [
      { workflow_definition: { nodes: [{}, { id: 1 }] } },
      ['workflow_definition', 'nodes', '1', 'id'],
      'string_type',
    ],
    [
      { workflow_definition: { nodes: [{ position: { x: '1' } }] } },
      ['workflow_definition', 'nodes', '0', 'position', 'x'],
      'float_type',
    ],
    [
      { workflow_definition: { edges: [{ data: { label: 1 } }] } },
      ['workflow_definition', 'edges', '0', 'data', 'label'],
      'string_type',
    ],
    [{ template_context_variables: [] }, ['template_context_variables'], 'object_type'],
    [{ workflow_configurations: 'x' }, ['workflow_configurations'], 'object_type'],
    [{ workflow_name: 'x' }, ['workflow_name'], 'extra_forbidden'],
  ])('refuses %j and changes nothing', async (changes, loc, type) => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const before = await member.get(path);

    const answer = await member.put(path, { template_context_variables: { x: 1 }, ...changes });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', ...loc], type })]);
    expect((await member.get(path)).text).toBe(before.text);
  });

  test.each([1, 100])('accepts a name of %i characters', async (length) => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    expect((await member.put(path, { name: '𝕏'.repeat(length) })).body.name).toBe(
      '𝕏'.repeat(length),
    );
  });

  test('accepts a body of 1 MiB and no larger one', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const empty = JSON.stringify({ workflow_definition: { note: '' } }).length;
    const note = 'x'.repeat(1_048_576 - empty);

    const atLimit = await member.put(path, { workflow_definition: { note } });
    const tooLarge = await member.put(path, { workflow_definition: { note: `${note}x` } });

    expect([atLimit.status, tooLarge.status]).toEqual([200, 413]);
    expect((await member.get(path)).body.version_number).toBe(2);
  });

  test.each(['7-1', '"7-1', '"7-1" "7-2"', '*, "7-1"'])(
    'refuses If-Match: %s, which is not a list of tags',
    async (header) => {
      const member = await newOrganization();
      const { path } = await givenWorkflow(member);

      const answer = await member.put(path, { name: 'Other' }, { 'If-Match': header });

      expect(answer.status).toBe(422);
      expect(answer.body.detail[0]).toMatchObject({
        loc: ['header', 'if-match'],
        type: 'string_pattern_mismatch',
      });
    },
  );

  test('gives twenty concurrent requests consecutive numbers and leaves one draft', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const names = Array.from({ length: 20 }, (_, index) => `attempt ${index}`);

    const answers = await Promise.all(
      names.map((name) => member.put(path, { name, workflow_definition: definition(name) })),
    );

    const numbers = Array.from({ length: 20 }, (_, index) => index + 2);
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(answers.map(({ body }) => body.version_number).toSorted((a, b) => a - b)).toEqual(
      numbers,
    );
    expect(answers.map(({ body }) => body.workflow_definition)).toEqual(names.map(definition));
    expect(answers.map(({ body }) => body.name)).toEqual(names);
    const statuses = [1, ...numbers]
      .toReversed()
      .map((number) => [number, number === 21 ? 'draft' : 'archived']);
    expect(await versionsOf(member, path)).toEqual(statuses);
    const current = answers.find(({ body }) => body.version_number === 21);
    expect((await member.get(path)).text).toBe(current?.text);
    expect(new Set(answers.map(etag)).size).toBe(20);
  });
});
