import * as tools from '../../../src/tools/queries.ts';
import * as approvals from '../../../src/tools/tool-executions/approval-queries.ts';
import { lockState } from '../../../src/tools/tool-executions/queries.ts';
import * as instructions from '../../../src/workflows/instructions/queries.ts';
import { keepPublished } from '../../../src/workflows/placing.ts';
import * as workflows from '../../../src/workflows/queries.ts';
import { lockRuns } from '../../../src/workflows/runs/erasure-queries.ts';
import { lock as lockRun } from '../../../src/workflows/runs/read-queries.ts';
import { newTurnsOf } from '../../../src/workflows/runs/transcript-parts.ts';
import { revokeToken } from '../../../src/workflows/sessions/queries.ts';
import { shareNamed } from '../../../src/workflows/target-queries.ts';
import * as testCases from '../../../src/workflows/test-cases/queries.ts';
import type { Lock } from '../cases.ts';
import { now, past } from '../rows.ts';

const run = { organization_id: 1, run_id: 1 };

export const workflowLocks: readonly Lock[] = [
  {
    at: 'workflows/instructions/queries.ts lock',
    rows: { run_instructions: {} },
    run: (trx) => instructions.lock(trx, { ...run, instruction_number: 1 }),
  },
  {
    at: 'workflows/instructions/queries.ts lockRun',
    rows: { workflow_runs: {} },
    run: (trx) => instructions.lockRun(trx, run),
  },
  {
    at: 'workflows/placing.ts keepPublished',
    rows: { workflows: { revision: 1 } },
    run: (trx) =>
      keepPublished(trx, { organization_id: 1, workflow_id: 1 }, { revision: 1 } as never),
  },
  {
    at: 'workflows/queries.ts lock',
    rows: { workflows: {} },
    run: (trx) => workflows.lock(trx, 1, 1),
  },
  {
    at: 'workflows/queries.ts keep',
    rows: { workflows: {} },
    run: (trx) => workflows.keep(trx, 1, 1, 'workflow_id'),
  },
  {
    at: 'workflows/queries.ts lockForDeletion',
    rows: { workflows: {} },
    run: (trx) => workflows.lockForDeletion(trx, 1, 1),
  },
  {
    at: 'workflows/runs/erasure-queries.ts lockRuns',
    rows: { workflow_runs: {} },
    run: (trx) => lockRuns(trx, [1]),
  },
  {
    at: 'workflows/runs/read-queries.ts lock',
    rows: { workflow_runs: {} },
    run: (trx) => lockRun(trx, run),
  },
  {
    at: 'workflows/runs/transcript-parts.ts lockTurns',
    rows: { workflow_runs: { transcript: '[]' } },
    run: (trx) => newTurnsOf(trx, run, { first: 0, turns: [] }),
  },
  {
    at: 'workflows/sessions/queries.ts revokeToken',
    rows: { workflow_runs: { token_revoked_at: past } },
    run: (trx) => revokeToken(trx, run, now),
  },
  {
    at: 'workflows/target-queries.ts shareNamed',
    rows: { workflows: {} },
    run: (trx) => shareNamed(trx, 1, { name: 'x', id: undefined }),
  },
  {
    at: 'workflows/test-cases/queries.ts lock',
    rows: { workflow_test_cases: {} },
    run: (trx) => testCases.lock(trx, { organization_id: 1, workflow_id: 1, test_case_id: 1 }),
  },
  {
    at: 'tools/queries.ts lock',
    rows: { tools: {} },
    run: (trx) => tools.lock(trx, 1, 1),
  },
  {
    at: 'tools/queries.ts findForChange',
    rows: { tools: {} },
    run: (trx) => tools.findForChange(trx, 1, 1),
  },
  {
    at: 'tools/queries.ts lockOfServer',
    rows: { tools: { kind: 'mcp' } },
    run: (trx) => tools.lockOfServer(trx, 1, 'x'),
  },
  {
    at: 'tools/queries.ts lockForRemoval',
    rows: { tools: {} },
    run: (trx) => tools.lockForRemoval(trx, 1, 1),
  },
  {
    at: 'tools/queries.ts lockNamed',
    rows: { tools: {} },
    run: (trx) => tools.lockNamed(trx, 1, ['x']),
  },
  {
    at: 'tools/tool-executions/approval-queries.ts findRun',
    rows: { workflow_runs: {} },
    run: (trx) => approvals.findRun(trx, run),
  },
  {
    at: 'tools/tool-executions/approval-queries.ts lock',
    rows: { tool_executions: {} },
    run: (trx) => approvals.lock(trx, 1, 1),
  },
  {
    at: 'tools/tool-executions/queries.ts lockState',
    rows: { workflow_runs: {} },
    run: (trx) => lockState(trx, run),
  },
];
