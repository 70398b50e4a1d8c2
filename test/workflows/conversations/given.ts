import type { components } from '../../../generated/api.ts';
import type { Member } from '../../support/organizations.ts';

type Node = readonly [id: string, type: string, prompt: string];
type Edge = readonly [source: string, target: string, label: string, condition?: string];

export const graphOf = (
  nodes: readonly Node[],
  edges: readonly Edge[],
): components['schemas']['WorkflowDefinition'] => ({
  nodes: nodes.map(([id, type, prompt]) => ({ id, type, data: { name: id, prompt } })),
  edges: edges.map(([source, target, label, condition = '']) => ({
    id: `${source}-${target}`,
    source,
    target,
    data: { label, condition },
  })),
});

export const reminder = graphOf(
  [
    ['start', 'startCall', 'Is this {{first_name}}?'],
    ['confirm', 'agentNode', 'Does {{day}} suit?'],
    ['wrong', 'endCall', 'Sorry.'],
    ['goodbye', 'endCall', 'Goodbye, {{first_name}}.'],
  ],
  [
    ['start', 'confirm', 'speaking'],
    ['start', 'wrong', 'wrong number'],
    ['confirm', 'goodbye', 'confirmed', 'The customer will come.'],
  ],
);

/** Creates a workflow with one draft of the definition over the API. */
export async function givenGraph(
  member: Member,
  workflow_definition = reminder,
  more: object = {},
): Promise<string> {
  const template_context_variables = { first_name: 'there', day: 'Monday' };
  const body = { name: 'Reminder', workflow_definition, template_context_variables, ...more };
  const { body: workflow } = await member.post('/api/v1/workflow', body);
  return `/api/v1/workflow/${workflow.id}`;
}

/** Creates a text run; returns its path. */
export async function givenTextRun(
  member: Member,
  path: string,
  more: object = {},
): Promise<string> {
  const { body } = await member.post(`${path}/runs`, { mode: 'text', ...more });
  return `/api/v1/runs/${body.id}`;
}
