import type { components } from '../../generated/api.ts';

type Schemas = components['schemas'];

/** A tool as it was when a version that names it was published; its secret is the current one. */
export interface PinnedTool {
  readonly tool_id: number;
  readonly revision: number;
  readonly name: string;
  readonly description: string;
  readonly method: Schemas['ToolMethod'];
  readonly url_template: string;
  readonly headers: readonly Schemas['ToolHeader'][];
  readonly arguments_schema: Readonly<Record<string, unknown>>;
  readonly result_schema: Readonly<Record<string, unknown>> | null;
  readonly timeout_ms: number;
  readonly is_write: boolean;
  /** Undefined in copies that are older than the member: nobody is asked. */
  readonly needs_approval?: boolean;
  readonly approval_timeout_seconds?: number;
  readonly secret_header: string;
  /** Tools of MCP servers have the name and the hash of their function. */
  readonly mcp_name?: string | null;
  readonly mcp_sha256?: string | null;
}

/** A tool as it is now. */
export interface CurrentTool extends PinnedTool {
  /** Null: it is no function of an MCP server. */
  readonly mcp_status: Schemas['McpToolStatus'] | null;
}

/** What a version keeps of a tool. */
export function pinned(tool: CurrentTool): PinnedTool {
  const kept: PinnedTool & { mcp_status?: unknown } = { ...tool };
  delete kept.mcp_status;
  return kept;
}

interface NamedTool {
  readonly name: string;
  /** Where the definition names it. */
  readonly loc: readonly string[];
}

/** The tools that a definition names, for all of its nodes and for each. */
export function namedTools(definition: Schemas['WorkflowDefinition']): NamedTool[] {
  const nodes = Array.isArray(definition.nodes) ? definition.nodes : [];
  return [
    ...namesIn(definition.tools, ['workflow_definition', 'tools']),
    ...nodes.flatMap((node, index) =>
      namesIn(node.data?.tools, ['workflow_definition', 'nodes', String(index), 'data', 'tools']),
    ),
  ];
}

/** A draft of an earlier release may hold anything there. */
const namesIn = (names: unknown, loc: readonly string[]): NamedTool[] =>
  Array.isArray(names)
    ? names.flatMap((name: unknown, index) =>
        typeof name === 'string' ? [{ name, loc: [...loc, String(index)] }] : [],
      )
    : [];

/** The names, each once. */
export const toolNames = (definition: Schemas['WorkflowDefinition']): string[] => [
  ...new Set(namedTools(definition).map(({ name }) => name)),
];

/** The tools of a version and the built-in ones as functions. A tool of the organization replaces a built-in one of its name. */
export const functionsOf = (
  own: readonly PinnedTool[],
  builtIn: readonly Schemas['SessionTool'][],
): Schemas['SessionTool'][] => {
  const names = new Set(own.map(({ name }) => name));
  return [...own.map(functionOf), ...builtIn.filter((each) => !names.has(each.function.name))];
};

/** A tool as chat completions describe functions. */
const functionOf = ({
  name,
  description,
  arguments_schema,
}: PinnedTool): Schemas['SessionTool'] => ({
  type: 'function',
  function: { name, description, parameters: { ...arguments_schema } },
});
