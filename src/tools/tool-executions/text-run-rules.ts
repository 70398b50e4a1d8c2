import type { components } from '../../../generated/api.ts';
import { isBuiltIn, isOfCall } from '../../workflows/built-in-rules.ts';
import type { ToolAnswer } from '../../workflows/tool-answer-rules.ts';
import type { Sent } from './outcome-rules.ts';

interface Called {
  readonly mode: components['schemas']['RunMode'];
  readonly tool_answers: readonly ToolAnswer[] | null;
  readonly name: string;
  /** Whether the tool is the organization's own. */
  readonly isOwn: boolean;
}

/** What a tool answers in a text run, from which nothing is sent to anybody; undefined where it does what it does. */
export function answerInText({ mode, tool_answers, name, isOwn }: Called): Sent | undefined {
  if (mode !== 'text') return undefined;
  const answer = tool_answers?.find(({ tool_name }) => tool_name === name);
  if (answer) return sentOf(answer);
  const concernsRunAlone = !isOwn && isBuiltIn(name) && !isOfCall(name);
  return concernsRunAlone ? undefined : missing;
}

const missing: Sent = {
  status: 'failed',
  error_code: 'answer_missing',
  error_detail: 'Say in `tool_answers` of createTestRun what the tool answers.',
  http_status: null,
  result: null,
  duration_ms: 0,
};

/** After these nobody knows what was done. */
const unknown: ReadonlySet<ToolAnswer['error_code']> = new Set(['answer_lost', 'carrier_failed']);

const sentOf = ({ result, error_code }: ToolAnswer): Sent => ({
  status: error_code === null ? 'succeeded' : unknown.has(error_code) ? 'unknown' : 'failed',
  error_code,
  error_detail: null,
  http_status: null,
  result,
  duration_ms: 0,
});
