import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { definition, givenRun, givenWorkflow, versionsOf } from './given.ts';

describe('revertWorkflow', () => {
  test('creates a draft from an old version and keeps all others', async () => {
    const member = await newOrganization();
    const { path, id } = await givenWorkflow(member, {
      versions: ['archived', 'published', 'draft'],
      template_context_variables: '{"a":1}',
    });
    const before = await member.get(path);

    const answer = await member.post(`${path}/revert`, { version_number: 1 });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...before.body,
      workflow_definition: definition('version 1'),
      current_definition_id: expect.any(Number),
      version_number: 4,
      version_status: 'draft',
    });
    expect(answer.headers.get('etag')).toMatch(`"${id}-2.`);
    expect((await member.get(path)).text).toBe(answer.text);
    expect(await versionsOf(member, path)).toEqual([
      [4, 'draft'],
      [3, 'archived'],
      [2, 'published'],
      [1, 'archived'],
    ]);
    const { body } = await member.get(`${path}/versions`);
    expect(body.items[0].created_by).toBe(member.user_id);
  });

  test('reverts to the newest version too, and reverts an archived workflow', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member, { status: 'archived' });

    const { body } = await member.post(`${path}/revert`, { version_number: 1 });

    expect(body).toMatchObject({ version_number: 2, workflow_definition: definition('version 1') });
  });

  test('does not find an unknown version of the workflow', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    await givenWorkflow(member, { versions: ['archived', 'draft'] });

    const answer = await member.post(`${path}/revert`, { version_number: 2 });

    expect([answer.status, answer.body.detail]).toEqual([404, 'Version not found.']);
    expect(await versionsOf(member, path)).toEqual([[1, 'draft']]);
  });

  test.each([
    [{}, 'missing'],
    [{ version_number: 0 }, 'greater_than_equal'],
    [{ version_number: 2_147_483_648 }, 'less_than_equal'],
    [{ version_number: '1' }, 'int_type'],
    [{ version_number: 1.5 }, 'int_type'],
    [{ version_number: null }, 'int_type'],
  ])('refuses %j', async (body, type) => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    const answer = await member.post(`${path}/revert`, body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'version_number'], type }),
    ]);
    expect(await versionsOf(member, path)).toEqual([[1, 'draft']]);
  });

  test('gives concurrent requests consecutive numbers and leaves one draft', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member, { versions: ['published', 'draft'] });

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => member.post(`${path}/revert`, { version_number: 1 })),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const versions = await versionsOf(member, path);
    expect(versions.map(([number]) => number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(versions.filter(([, status]) => status !== 'archived')).toEqual([
      [8, 'draft'],
      [1, 'published'],
    ]);
  });
});

describe.each([
  ['archiveWorkflow', 'archive', 'active', 'archived'],
  ['unarchiveWorkflow', 'unarchive', 'archived', 'active'],
] as const)('%s', (_, act, from, to) => {
  test('changes only the status', async () => {
    const member = await newOrganization();
    const { path, id } = await givenWorkflow(member, {
      status: from,
      versions: ['published', 'draft'],
    });
    const before = await member.get(path);

    const answer = await member.post(`${path}/${act}`);

    expect([answer.status, answer.body]).toEqual([200, { ...before.body, status: to }]);
    expect(answer.headers.get('etag')).toMatch(`"${id}-2.`);
    expect((await member.get(path)).text).toBe(answer.text);
    expect(await versionsOf(member, path)).toEqual([
      [2, 'draft'],
      [1, 'published'],
    ]);
  });

  test('changes nothing when repeated, even concurrently', async () => {
    const member = await newOrganization();
    const { path, id } = await givenWorkflow(member, { status: from });

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => member.post(`${path}/${act}`)),
    );

    expect(answers.map(({ body }) => body.status)).toEqual(answers.map(() => to));
    expect((await member.get(path)).headers.get('etag')).toMatch(`"${id}-2.`);
  });
});

describe('duplicateWorkflow', () => {
  test('creates a new workflow from the newest definition, as a draft', async () => {
    const member = await newOrganization();
    const original = await givenWorkflow(member, {
      name: 'Renewal',
      status: 'archived',
      versions: ['archived', 'published'],
      template_context_variables: '{"a":1}',
      workflow_configurations: '{"b":{"c":[2]}}',
    });
    await givenRun(member, original, {
      state: 'completed',
      outcome: 'completed',
      ended_at: '2026-01-02T03:04:05.678Z',
      call_disposition: 'sold',
    });
    const before = await member.get(original.path);

    const answer = await member.post(`${original.path}/duplicate`);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      published_version_number: null,
      workflow_uuid: expect.any(String),
      name: 'Renewal (copy)',
      status: 'active',
      created_at: expect.any(String),
      workflow_definition: definition('version 2'),
      current_definition_id: expect.any(Number),
      version_number: 1,
      version_status: 'draft',
      template_context_variables: { a: 1 },
      workflow_configurations: { b: { c: [2] } },
      call_disposition_codes: { disposition_codes: [] },
      total_runs: 0,
      external_id: null,
      metadata: {},
    });
    expect(answer.body.id).not.toBe(original.id);
    expect(answer.body.workflow_uuid).not.toBe(before.body.workflow_uuid);
    const path = `/api/v1/workflow/${answer.body.id}`;
    expect(answer.headers.get('location')).toBe(path);
    expect(answer.headers.get('etag')).toMatch(`"${answer.body.id}-1.`);
    expect((await member.get(path)).text).toBe(answer.text);
    expect((await member.get(original.path)).text).toBe(before.text);
  });

  test('copies the test cases, which are then its own', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const turns = [{ text: 'Yes', expected_text: 'Thanks', is_end_expected: true }];
    const first = { name: 'Ada confirms', initial_context: { first_name: 'Ada' }, turns };
    await member.post(`${path}/test-cases`, first);
    const second = await member.post(`${path}/test-cases`, { name: 'Ben', turns: [{}] });
    const other = await givenWorkflow(member);
    await member.post(`${other.path}/test-cases`, { name: 'Another', turns: [{}] });

    const { body: copy } = await member.post(`${path}/duplicate`);
    const copied = `/api/v1/workflow/${copy.id}/test-cases`;
    const { items } = (await member.get(copied)).body;
    const whole = (await member.get(`${copied}/${items[1].id}`)).body;
    await member.delete(`${copied}/${items[0].id}`);

    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Ben', 'Ada confirms']);
    expect(items[0].id).not.toBe(second.body.id);
    expect(whole).toMatchObject({
      ...first,
      turns: [{ ...turns[0], expected_node_id: null }],
      workflow_id: copy.id,
      created_at: copy.created_at,
    });
    expect((await member.get(`${path}/test-cases`)).body.items).toHaveLength(2);
    expect((await member.get(`${other.path}/test-cases`)).body.items).toHaveLength(1);
  });

  test('truncates a name that would be too long', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member, { name: '𝕏'.repeat(100) });

    const { body } = await member.post(`${path}/duplicate`);

    expect(body.name).toBe(`${'𝕏'.repeat(93)} (copy)`);
  });
});
