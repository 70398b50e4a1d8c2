import type { Db } from '../../db/connect.ts';
import { type PinnedTool, toolNames } from '../../workflows/tool-rules.ts';
import * as tools from '../queries.ts';
import type { ExecutionRow, ofRun } from './queries.ts';

type Run = Awaited<ReturnType<typeof ofRun>>;

/** The tool of this name that the run's agent has: as it was published, or of a draft as it is. */
export async function findTool(
  db: Db,
  organizationId: number,
  { run, name }: { readonly run: Run; readonly name: string },
): Promise<PinnedTool | undefined> {
  const isNamed = run.draft !== null && toolNames(run.draft).includes(name);
  const current = isNamed ? await tools.named(db, organizationId, [name]) : [];
  const known = run.published_at === null ? current : (run.tools ?? []);
  return known.find((tool) => tool.name === name);
}

/** What a tool is sent with now, if it is still the one of which a person was asked; undefined if it was changed or deleted. */
export async function unchanged(
  db: Db,
  organizationId: number,
  { kept, tool }: { readonly kept: ExecutionRow; readonly tool: PinnedTool | undefined },
) {
  const isSame = tool?.tool_id === kept.tool_id && tool.revision === kept.tool_revision;
  if (!isSame || kept.arguments === null) return undefined;
  return tools.findSecret(db, organizationId, tool.tool_id);
}
