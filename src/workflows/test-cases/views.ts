import type { components } from '../../../generated/api.ts';
import type { TestCaseRow } from './queries.ts';

export const workflowTestCase = (row: TestCaseRow): components['schemas']['WorkflowTestCase'] => ({
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
