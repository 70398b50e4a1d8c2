import type { components } from '../../generated/api.ts';
import type { Fault } from '../errors.ts';
import { isBuiltIn } from './built-in-rules.ts';
import { graphFaults, maxFaults } from './graph-rules.ts';
import { type CurrentTool, namedTools } from './tool-rules.ts';

/** The faults that prevent publishing: of the graph, and tools that the organization does not have or whose calls would all fail. */
export function definitionFaults(
  definition: components['schemas']['WorkflowDefinition'],
  tools: readonly Pick<CurrentTool, 'name' | 'mcp_status'>[],
): Fault[] {
  const known = new Map(tools.map((tool) => [tool.name, tool.mcp_status ?? 'accepted']));
  const unusable = namedTools(definition).flatMap(({ name, loc }): Fault[] => {
    const status = known.get(name);
    if (status === 'accepted' || (status === undefined && isBuiltIn(name))) return [];
    const fault = { loc: [...loc], input: name, ctx: {} };
    if (status === undefined) return [{ ...fault, msg: unknown(name), type: 'tool_unknown' }];
    return [{ ...fault, msg: disabled(name), type: 'tool_disabled' }];
  });
  return [...graphFaults(definition), ...unusable].slice(0, maxFaults);
}

const unknown = (name: string) =>
  `There is no tool named "${name}". Create it, or name another one.`;

const disabled = (name: string) =>
  `The tool "${name}" is disabled, because its MCP server has changed or removed the function. Accept the change, or name another tool.`;
