import { describe, expect, test } from 'vitest';
import type { components } from '../../../generated/api.ts';
import { graphOf as walked } from '../../../src/workflows/walker/walker-rules.ts';
import { run, testsOf } from '../../../src/workflows/test-cases/handlers.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenGraph, graphOf, reminder } from '../conversations/given.ts';

const confirms = {
  name: 'Ada confirms',
  initial_context: { first_name: 'Ada' },
  turns: [
    { expected_text: 'Ada', expected_node_id: 'start' },
    { text: 'speaking', expected_node_id: 'confirm', is_end_expected: false },
    { text: 'confirmed', expected_node_id: 'goodbye', is_end_expected: true },
  ],
};

async function given(body: object = confirms) {
  const member = await newOrganization();
  const path = await givenGraph(member);
  const created = await member.post(`${path}/test-cases`, body);
  return { member, path, created, testCase: `${path}/test-cases/${created.body.id}` };
}

describe('createWorkflowTestCase', () => {
  test('stores the turns, complete', async () => {
    const { member, path, created, testCase } = await given();

    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(testCase);
    expect(created.body).toMatchObject({
      name: 'Ada confirms',
      initial_context: { first_name: 'Ada' },
      turns: [
        { text: null, keys: null, expected_node_id: 'start', is_end_expected: null },
        { text: 'speaking', expected_node_id: 'confirm', is_end_expected: false },
        { text: 'confirmed', expected_node_id: 'goodbye', is_end_expected: true },
      ],
    });
    expect((await member.get(testCase)).body).toEqual(created.body);
    const { body } = await member.get(`${path}/test-cases`);
    expect(body.items).toMatchObject([{ id: created.body.id, turn_count: 3 }]);
  });

  test('never makes more than 100, also when two ask at once', async () => {
    const { member, path, created } = await given();
    const { workflow_id } = created.body;
    await member.server.app.db
      .insertInto('workflow_test_cases')
      .values(
        Array.from({ length: 98 }, (_, index) => ({
          organization_id: member.organization_id,
          workflow_id,
          name: String(index),
          turns: '[]',
          created_at: member.server.app.now(),
          updated_at: member.server.app.now(),
        })),
      )
      .execute();

    const post = () => member.post(`${path}/test-cases`, confirms);
    const answers = await together(member.server, [post, post]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'limit_reached',
      limit: 100,
    });
  });

  test.each([
    { ...confirms, turns: [] },
    { ...confirms, turns: Array.from({ length: 31 }, () => ({})) },
    { ...confirms, turns: [{ text: '' }] },
    { ...confirms, turns: [{ expected: 'x' }] },
    { ...confirms, name: '' },
    { turns: [{}] },
  ])('refuses the body %#', async (body) => {
    expect((await given(body)).created.status).toBe(422);
  });
});

describe('updateWorkflowTestCase', () => {
  test('changes what is sent, and nothing for {}', async () => {
    const { member, created, testCase } = await given();

    const same = await member.patch(testCase, {});
    const changed = await member.patch(testCase, { name: 'Other', turns: [{ text: 'x' }] });

    expect(same.body).toEqual(created.body);
    expect(same.headers.get('etag')).toBe(created.headers.get('etag'));
    expect(changed.body).toMatchObject({
      name: 'Other',
      initial_context: confirms.initial_context,
      turns: [{ text: 'x', expected_node_id: null, expected_text: null, is_end_expected: null }],
    });
    expect((await member.get(testCase)).body).toEqual(changed.body);
  });
});

describe('deleteWorkflowTestCase', () => {
  test('removes it', async () => {
    const { member, path, testCase } = await given();

    expect((await member.delete(testCase)).status).toBe(204);

    expect((await member.get(testCase)).status).toBe(404);
    expect((await member.delete(testCase)).status).toBe(404);
    expect((await member.get(`${path}/test-cases`)).body.items).toEqual([]);
  });

  test('leaves audit events without texts', async () => {
    const { member, created, testCase } = await given();
    await member.patch(testCase, { turns: [{ text: 'another' }] });
    await member.delete(testCase);

    const { body } = await member.get(
      `/api/v1/audit-events?subject_type=workflow_test_case&subject_id=${created.body.id}`,
    );

    expect(
      body.items.map(({ action, after }: { action: string; after: object }) => [action, after]),
    ).toMatchObject([
      ['workflow_test_case.deleted', null],
      ['workflow_test_case.updated', { turn_count: 1 }],
      ['workflow_test_case.created', { name: 'Ada confirms', turn_count: 3 }],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/speaking|another|first_name/);
  });
});

describe('The tools of a test case', () => {
  const looksUp: components['schemas']['WorkflowDefinition'] = {
    ...reminder,
    nodes: (reminder.nodes ?? []).map((node) =>
      node.id === 'confirm' ? { ...node, data: { ...node.data, tools: ['find_day'] } } : node,
    ),
  };
  const calls = (...expected: [string, boolean][]) =>
    expected.map(([tool_name, is_call_expected]) => ({ tool_name, is_call_expected }));
  const tooled = {
    ...confirms,
    tool_answers: [
      { tool_name: 'find_day', result: { day: 'Friday' } },
      { tool_name: 'transfer', error_code: 'refused' },
    ],
    expected_tool_calls: calls(['find_day', true], ['transfer', false]),
  };

  test('are stored, complete, and changed as a whole', async () => {
    const { member, testCase, created } = await given(tooled);

    expect(created.body).toMatchObject({
      tool_answers: [
        { tool_name: 'find_day', result: { day: 'Friday' }, error_code: null },
        { tool_name: 'transfer', result: null, error_code: 'refused' },
      ],
      expected_tool_calls: tooled.expected_tool_calls,
    });
    const { body } = await member.patch(testCase, { tool_answers: [], expected_tool_calls: [] });
    expect(body).toMatchObject({ tool_answers: [], expected_tool_calls: [], name: confirms.name });
  });

  test.each([
    [
      { tool_answers: [{ tool_name: 'a' }, { tool_name: 'a' }] },
      ['tool_answers', '1', 'tool_name'],
    ],
    [
      { tool_answers: [{ tool_name: 'a', result: {}, error_code: 'timeout' }] },
      ['tool_answers', '0', 'result'],
    ],
    [
      { expected_tool_calls: calls(['a', true], ['a', false]) },
      ['expected_tool_calls', '1', 'tool_name'],
    ],
  ])('are refused: %j', async (members, place) => {
    const { created } = await given({ ...confirms, ...members });
    const { member, testCase } = await given();

    const changed = await member.patch(testCase, members);

    for (const { status, body } of [created, changed])
      expect([status, body.detail[0].loc]).toEqual([422, ['body', ...place]]);
  });

  test('answer in the conversation, and the result says which expectation failed', async () => {
    const member = await newOrganization();
    const path = await givenGraph(member, looksUp);
    const said = [
      confirms.turns[0],
      { ...confirms.turns[1], expected_text: 'Friday' },
      confirms.turns[2],
    ];
    await member.post(`${path}/test-cases`, { ...tooled, turns: said });
    await member.post(`${path}/test-cases`, {
      ...tooled,
      name: 'Other tools',
      expected_tool_calls: calls(['find_day', false], ['transfer', true]),
    });

    const { body } = await member.post(`${path}/test-cases/run`, {});

    expect(body).toMatchObject({ has_passed: false, failed: 1 });
    expect(body.results).toMatchObject([
      {
        has_passed: true,
        differences: [],
        turns: [{ tool_calls: [] }, { tool_calls: ['find_day'] }, { tool_calls: [] }],
      },
      {
        has_passed: false,
        differences: [
          { member: 'tool_call', expected: 'find_day: not called', actual: 'called in turn 2' },
          { member: 'tool_call', expected: 'transfer: called', actual: 'not called' },
        ],
      },
    ]);
  });
});

describe('testWorkflow', () => {
  const runAll = (member: Member, path: string, body: object = {}) =>
    member.post(`${path}/test-cases/run`, body);

  test('says which turn went where, and passes what goes as expected', async () => {
    const { member, path, created } = await given();

    const { status, body } = await runAll(member, path);

    expect(status).toBe(200);
    expect(body).toMatchObject({ version_number: 1, has_passed: true, failed: 0, not_run: 0 });
    expect(body.results).toMatchObject([
      {
        test_case_id: created.body.id,
        name: 'Ada confirms',
        has_passed: true,
        missing_turns: 0,
        turns: [
          {
            turn_number: 1,
            agent_text: 'Is this Ada?',
            node_id: 'start',
            path: [],
            differences: [],
          },
          { agent_text: 'Does Monday suit?', node_id: 'confirm', edge_id: 'start-confirm' },
          { agent_text: 'Goodbye, Ada.', node_id: 'goodbye', is_ended: true, differences: [] },
        ],
      },
    ]);
    expect((await runAll(member, path)).body).toEqual(body);
  });

  test('shows before publishing what a change breaks, and stores nothing', async () => {
    const { member, path } = await given();
    await member.put(path, {
      workflow_definition: {
        ...reminder,
        edges: (reminder.edges ?? []).map((edge) =>
          edge.id === 'start-confirm' ? { ...edge, target: 'wrong' } : edge,
        ),
      },
    });
    const before = (await member.get(path)).body;

    const [newest, first] = [
      await runAll(member, path),
      await runAll(member, path, { version_number: 1 }),
    ];

    expect(newest.body).toMatchObject({
      version_number: 2,
      has_passed: false,
      failed: 1,
      not_run: 0,
    });
    expect(newest.body.results).toMatchObject([
      {
        has_passed: false,
        missing_turns: 1,
        turns: [
          { differences: [] },
          {
            node_id: 'wrong',
            is_ended: true,
            differences: [
              { member: 'node_id', expected: 'confirm', actual: 'wrong' },
              { member: 'is_ended', expected: 'false', actual: 'true' },
            ],
          },
        ],
      },
    ]);
    expect(first.body).toMatchObject({ version_number: 1, has_passed: true });
    expect((await member.get(path)).body).toEqual(before);
    expect((await member.get('/api/v1/runs')).body.items).toEqual([]);
  });

  test('shows another text', async () => {
    const { member, path } = await given({ name: 'x', turns: [{ expected_text: 'Bob' }] });

    const { body } = await runAll(member, path);

    expect(body.results[0].turns[0].differences).toEqual([
      { member: 'agent_text', expected: 'Bob', actual: 'Is this there?' },
    ]);
  });

  test('passes a workflow without test cases, and refuses a version that cannot begin', async () => {
    const member = await newOrganization();
    const path = await givenGraph(member);
    const broken = await givenGraph(member, graphOf([['end', 'endCall', 'Bye.']], []));

    expect((await runAll(member, path)).body).toMatchObject({ has_passed: true, results: [] });
    const answer = await runAll(member, broken);
    expect([answer.status, answer.body.code]).toEqual([409, 'start_node_missing']);
    expect((await runAll(member, path, { version_number: 9 })).status).toBe(404);
  });

  test('works on two requests of an organization at once', async () => {
    const { member, path } = await given();

    const { inProgress } = member.server.app;
    const places = [1, 2].map(() => inProgress.take([testsOf(member.organization_id)]));
    const refused = await runAll(member, path);
    places[0]?.();
    const allowed = await runAll(member, path);

    expect([refused.status, allowed.status]).toEqual([429, 200]);
  });

  test('ends when the time is over, with what was finished by then', async () => {
    const graph = walked(reminder);
    if (!graph) throw new Error('There is no start.');
    const turn = { text: null, expected_node_id: null, expected_text: null, expected_ended: null };
    const testCases = [1, 2, 3].map((id) => ({
      id,
      name: String(id),
      initial_context: {},
      turns: [turn, turn],
      tool_answers: [],
      expected_tool_calls: [],
    }));
    let turns = 0;

    const done = await run(graph, testCases, {
      template_context_variables: {},
      isOver: () => (turns += 1) >= 3,
    });

    expect(done.map(({ test_case_id }) => test_case_id)).toEqual([1]);
    expect(turns).toBe(3);
  });

  test('ends when the results are large, whatever the graph makes of short turns', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => String(at).padStart(1000, '0'));
    const definition = {
      nodes: ids.map((id, at) => ({ id, type: at === 0 ? 'startCall' : 'agentNode' })),
      // A circle.
      edges: ids.map((source, at) => ({ id: `${at}`, source, target: ids[(at + 1) % 50] })),
    } as components['schemas']['WorkflowDefinition'];
    const member = await newOrganization();
    const path = await givenGraph(member, definition);
    const turns = Array.from({ length: 30 }, () => ({ text: 'on' }));
    for (const name of ['1', '2', '3', '4'])
      await member.post(`${path}/test-cases`, { name, turns });

    const { status, body } = await runAll(member, path);

    expect(status).toBe(200);
    expect(body).toMatchObject({ has_passed: false, not_run: 2 });
    expect(body.results.map(({ name }: { name: string }) => name)).toEqual(['1', '2']);
    expect(JSON.stringify(body).length).toBeLessThan(4_200_000);
  });
});
