import type { components } from '../../generated/api.ts';
import { list } from '../../src/demo/list.ts';

interface Body {
  readonly workflow_definition?: components['schemas']['WorkflowDefinition'];
}

/** The definitions of the demo's workflows, each with the request that sends it. */
export const demoDefinitions = list.workflows.flatMap(({ do: id, body }, index) => {
  const { workflow_definition }: Body = body ?? {};
  return workflow_definition ? [[`${id} ${index}`, workflow_definition] as const] : [];
});
