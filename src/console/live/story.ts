import { api, type Schemas } from '../api.ts';

export type Run = Schemas['WorkflowRun'];
export type Turn = Schemas['TranscriptTurn'];
export type Session = Schemas['RunSession'];
type ToolExecution = Schemas['ToolExecution'];

/** What happened in a call beside what was said. */
export interface Story {
  readonly instructions: readonly Schemas['RunInstruction'][];
  readonly tools: readonly ToolExecution[];
  readonly transfers: readonly Schemas['RunTransfer'][];
  readonly events: readonly Schemas['WebhookEvent'][];
}

const limit = 200;

export async function loadStory(
  id: number,
  signal: AbortSignal,
  previous: Story | undefined,
): Promise<Story> {
  const path = { run_id: id };
  const ofRun = { params: { query: { run_id: id, limit } }, signal };
  const inRun = { params: { path, query: { limit } }, signal };
  const [instructions, tools, transfers, events] = await Promise.all([
    api.GET('/api/v1/runs/{run_id}/instructions', inRun),
    api.GET('/api/v1/tool-executions', ofRun),
    api.GET('/api/v1/runs/{run_id}/transfers', inRun),
    api.GET('/api/v1/events', ofRun),
  ]);
  const known = new Map(previous?.tools.map((each) => [each.id, each]));
  // Lists have no arguments and results.
  const read = async (summary: Schemas['ToolExecutionSummary']): Promise<ToolExecution> => {
    const before = known.get(summary.id);
    if (before?.status === summary.status) return before;
    const params = { path: { tool_execution_id: summary.id } };
    return (await api.GET('/api/v1/tool-executions/{tool_execution_id}', { params, signal })).data;
  };
  return {
    instructions: instructions.data.items,
    tools: await Promise.all(tools.data.items.map(read)),
    transfers: transfers.data.items,
    events: events.data.items,
  };
}

export type Entry = {
  readonly at: string;
  /** The same for the same entry, so that what is opened in it stays so when another one comes before it. */
  readonly key: string;
} & (
  | { readonly kind: 'turn'; readonly turn: Turn }
  | { readonly kind: 'mark'; readonly text: string }
  | { readonly kind: 'instruction'; readonly instruction: Schemas['RunInstruction'] }
  | { readonly kind: 'tool'; readonly tool: ToolExecution }
  | { readonly kind: 'transfer'; readonly transfer: Schemas['RunTransfer'] }
);

/** All that was said and happened, in the order of its times. */
export function entriesOf(
  turns: readonly Turn[] | null,
  story: Story | undefined,
  marks: readonly (readonly [string | null, string])[],
): Entry[] {
  const entries: Entry[] = [
    ...marks.flatMap(([at, text]): Entry[] =>
      at === null ? [] : [{ kind: 'mark', key: text, at, text }],
    ),
    ...(turns ?? []).map((turn, index): Entry => ({
      kind: 'turn',
      key: `turn ${index}`,
      at: turn.at,
      turn,
    })),
    ...(story?.instructions ?? []).map((each): Entry => ({
      kind: 'instruction',
      key: `instruction ${each.instruction_number}`,
      at: each.created_at,
      instruction: each,
    })),
    ...(story?.tools ?? []).map((each): Entry => ({
      kind: 'tool',
      key: `tool ${each.id}`,
      at: each.created_at,
      tool: each,
    })),
    ...(story?.transfers ?? []).map((each): Entry => ({
      kind: 'transfer',
      key: `transfer ${each.id}`,
      at: each.created_at,
      transfer: each,
    })),
  ];
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
