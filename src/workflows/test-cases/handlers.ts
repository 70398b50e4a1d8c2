import { asChange, makeChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { pageOf } from '../../db/page.ts';
import { InvalidRequest, limitReached, valueError, tooManyAtOnce } from '../../errors.ts';
import { tagged } from '../../http/etag.ts';
import type { HandlersFor, OperationRequest } from '../../http/contract.ts';
import type { WorkflowsApp } from '../context.ts';
import { startMissing } from '../conversations/actions.ts';
import * as workflows from '../queries.ts';
import { toolAnswerFaults, toolAnswersOf } from '../tool-answer-rules.ts';
import * as versions from '../versions/queries.ts';
import { graphOf, type Graph } from '../walker/walker-rules.ts';
import * as testCases from './queries.ts';
import {
  expectationFaults,
  maxTestCases,
  turnFaults,
  turnsOf,
  resultOf,
  results,
} from './rules.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { components } from '../../../generated/api.ts';
import type { all, TestCaseRow } from './queries.ts';
import type { Reservation } from '../../fairness/capacity.ts';

const workflowTestCase = (row: TestCaseRow): components['schemas']['WorkflowTestCase'] => ({
  id: row.id,
  workflow_id: row.workflow_id,
  name: row.name,
  initial_context: row.initial_context,
  turns: row.turns.map(({ text, keys = null, expected_ended: is_end_expected, ...expected }) => ({
    text,
    keys,
    ...expected,
    is_end_expected,
  })),
  tool_answers: row.tool_answers,
  expected_tool_calls: row.expected_tool_calls,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const maxAtOnce = 2;

/** Tests take computing time, of which one organization must not have all. */
export const testsOf = (organizationId: number): Reservation => ({
  name: `tests of workflows of organization ${organizationId}`,
  limit: maxAtOnce,
  refusal: () =>
    tooManyAtOnce(
      `Your organization is testing ${maxAtOnce} workflows, the maximum. Try again when a test ends.`,
    ),
});

type TestCase = Awaited<ReturnType<typeof all>>[number];

interface Options {
  readonly template_context_variables: Record<string, unknown>;
  /** Whether the time for all of them is over. */
  readonly isOver: () => boolean;
}

/** How large the results of one request are at most, in bytes; those of the first test case may be larger. */
const maxResultBytes = 4 * 1024 * 1024;

/**
 * Runs the test cases, in order, until the time is over or the results are large enough; the results are those that were
 * complete by then. Other requests go on between two turns.
 */
export async function run(
  graph: Graph,
  testCases: readonly TestCase[],
  { template_context_variables, isOver }: Options,
): Promise<components['schemas']['TestCaseResult'][]> {
  const done: components['schemas']['TestCaseResult'][] = [];
  let bytes = 0;
  for (const testCase of testCases) {
    const variables = [testCase.initial_context, template_context_variables];
    const happened = [];
    for (const result of results(graph, testCase, variables)) {
      happened.push(result);
      await nextTurn();
      if (isOver()) return done;
    }
    const result = resultOf(testCase, happened);
    bytes += Buffer.byteLength(JSON.stringify(result));
    if (bytes > maxResultBytes && done.length > 0) return done;
    done.push(result);
  }
  return done;
}

/** How long the test cases of one request may take together. */
const maxRunMs = 5000;

export const workflowTestCases = {
  async listWorkflowTestCases({ params, query, caller }, app) {
    const { organization_id } = caller;
    await workflows.mustExist(app.db, organization_id, params.workflow_id);
    return pageOf(await testCases.list(app.db, { organization_id, ...params }, query), query);
  },

  async createWorkflowTestCase({ params, body, ...call }, app) {
    mustBeSound(body);
    return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
      const { id: workflow_id } = await workflows.lock(trx, organization_id, params.workflow_id);
      if ((await testCases.count(trx, { organization_id, workflow_id })) >= maxTestCases)
        throw full();
      const row = await testCases.insert(trx, {
        organization_id,
        workflow_id,
        name: body.name,
        initial_context: JSON.stringify(body.initial_context ?? {}),
        turns: JSON.stringify(turnsOf(body.turns)),
        tool_answers: JSON.stringify(toolAnswersOf(body.tool_answers)),
        expected_tool_calls: JSON.stringify(body.expected_tool_calls ?? []),
        created_at: at,
        updated_at: at,
      });
      await mustFit(trx, organization_id, ['content_bytes_limit']);
      await record('workflow_test_case.created', row.id, { after: audited(row) });
      return shown(row);
    });
  },

  async getWorkflowTestCase({ params, caller }, app) {
    return shown(
      await testCases.get(app.db, { organization_id: caller.organization_id, ...params }),
    );
  },

  async updateWorkflowTestCase({ params, body, ...call }, app) {
    mustBeSound(body);
    return makeChange(call, app, async ({ trx, organization_id, at, mustMatch, record }) => {
      const former = await testCases.lock(trx, { organization_id, ...params });
      mustMatch(former);
      if (Object.keys(body).length === 0) return shown(former);
      const row = await testCases.update(trx, former.id, {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.initial_context && { initial_context: JSON.stringify(body.initial_context) }),
        ...(body.turns && { turns: JSON.stringify(turnsOf(body.turns)) }),
        ...(body.tool_answers && {
          tool_answers: JSON.stringify(toolAnswersOf(body.tool_answers)),
        }),
        ...(body.expected_tool_calls && {
          expected_tool_calls: JSON.stringify(body.expected_tool_calls),
        }),
        updated_at: at,
      });
      if (body.initial_context || body.turns || body.tool_answers || body.expected_tool_calls)
        await mustFit(trx, organization_id, ['content_bytes_limit']);
      const after = audited(row);
      await record('workflow_test_case.updated', row.id, { before: audited(former), after });
      return shown(row);
    });
  },

  deleteWorkflowTestCase: asChange(async ({ trx, params, organization_id, mustMatch, record }) => {
    const row = await testCases.lock(trx, { organization_id, ...params });
    mustMatch(row);
    await testCases.remove(trx, row.id);
    await record('workflow_test_case.deleted', row.id, { before: audited(row) });
  }),

  async testWorkflow({ params, body, caller }, app) {
    const { organization_id } = caller;
    const owner = { organization_id, ...params };
    const release = app.inProgress.take([testsOf(organization_id)]);
    try {
      const named = { ...owner, version_number: body.version_number };
      const { version_number, workflow_definition, template_context_variables } =
        await testCases.version(app.db, await versions.idOf(app.db, named));
      const graph = graphOf(workflow_definition);
      if (!graph) throw startMissing();
      const all = await testCases.all(app.db, owner);
      const end = performance.now() + maxRunMs;
      const isOver = () => performance.now() > end;
      const results = await run(graph, all, { template_context_variables, isOver });
      const failed = results.filter(({ has_passed }) => !has_passed).length;
      const not_run = all.length - results.length;
      return { version_number, has_passed: failed + not_run === 0, failed, not_run, results };
    } finally {
      release();
    }
  },
} satisfies HandlersFor<
  | 'listWorkflowTestCases'
  | 'createWorkflowTestCase'
  | 'getWorkflowTestCase'
  | 'updateWorkflowTestCase'
  | 'deleteWorkflowTestCase'
  | 'testWorkflow',
  WorkflowsApp
>;

const shown = (row: testCases.TestCaseRow) => tagged(workflowTestCase(row), row);

/** Audit events contain no texts of conversations and no contexts. */
const audited = ({ workflow_id, name, turns, revision }: testCases.TestCaseRow) => ({
  workflow_id,
  name,
  turn_count: turns.length,
  revision,
});

function mustBeSound({ turns = [], tool_answers, expected_tool_calls = [] }: Sent): void {
  const faults = [
    ...turnFaults(turns),
    ...toolAnswerFaults(tool_answers),
    ...expectationFaults(expected_tool_calls),
  ];
  if (faults.length > 0) throw new InvalidRequest(faults.map(valueError));
}

type Sent = OperationRequest<'updateWorkflowTestCase'>['body'];

const full = () =>
  limitReached('test_cases', {
    limit: maxTestCases,
    detail: `The workflow has ${maxTestCases} test cases, the maximum. Delete one first.`,
  });
