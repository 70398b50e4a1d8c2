import { api } from '../api.ts';
import { useLoad } from '../hooks.ts';

const none: ReadonlyMap<number, string> = new Map();
const maxWorkflows = 1000;

async function load(signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  const init = { params: { query: { limit: 200 } }, signal };
  for await (const { id, name } of api.items('/api/v1/workflow', init)) {
    names.set(id, name);
    if (names.size >= maxWorkflows) break;
  }
  return names;
}

/** The names of workflows: runs have only their ids. */
export const useAgents = (): ReadonlyMap<number, string> =>
  useLoad('agents', load, 60_000).data ?? none;
