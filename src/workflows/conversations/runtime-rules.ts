import type { components } from '../../../generated/api.ts';
import { graphOf, maxAgentText, type Reply } from '../walker/walker-rules.ts';

type Schemas = components['schemas'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a runtime's answer means, or a sentence that says what is wrong with it. */
export function readAnswer(
  answer: unknown,
  {
    at,
    definition,
  }: { readonly at: string | null; readonly definition: Schemas['WorkflowDefinition'] },
): Reply | string {
  if (!isObject(answer)) return 'It is not a JSON object.';
  const { text, node_id = null, ended = false, is_ended = ended } = answer;
  if (typeof text !== 'string') return '`text` must be a string.';
  if (text.length > maxAgentText) return `\`text\` must have at most ${maxAgentText} characters.`;
  if (typeof is_ended !== 'boolean') return '`is_ended` must be true or false.';
  if (node_id !== null && typeof node_id !== 'string') return '`node_id` must be a string or null.';
  const graph = graphOf(definition);
  const node = node_id === null ? undefined : graph?.byId.get(node_id);
  if (node_id !== null && !node) return '`node_id` must be the ID of a node of the version.';
  const now = node_id ?? at;
  const shown = now === null ? graph?.start : graph?.byId.get(now);
  return {
    text,
    node_id: shown?.id ?? null,
    node_name: shown?.data?.name ?? null,
    next_at: now,
    edge_id: null,
    path: node_id === null || node_id === at ? [] : [node_id],
    is_ended,
    // Those of a runtime are executions.
    tool_calls: [],
    learned: [],
  };
}
