import type { components } from '../../generated/api.ts';
import type { Fault } from '../errors.ts';
import { isBuiltIn } from './built-in-rules.ts';
import { graphFaults, maxFaults } from './graph-rules.ts';
import { namedTools, type PinnedTool } from './tool-rules.ts';

/** The faults that prevent publishing: of the graph, and tools that the organization does not have. */
export function definitionFaults(
  definition: components['schemas']['WorkflowDefinition'],
  tools: readonly Pick<PinnedTool, 'name'>[],
): Fault[] {
  const known = new Set(tools.map(({ name }) => name));
  const unknown = namedTools(definition)
    .filter(({ name }) => !known.has(name) && !isBuiltIn(name))
    .map(({ name, loc }): Fault => ({
      loc: [...loc],
      msg: `There is no tool named "${name}". Create it, or name another one.`,
      input: name,
      ctx: {},
      type: 'tool_unknown',
    }));
  return [...graphFaults(definition), ...unknown].slice(0, maxFaults);
}
