/** What the agent runtime of an answered call gets with it. The token is a secret. */
export interface AgentRequest {
  readonly run_id: number;
  readonly workflow_id: number;
  readonly workflow_version: number;
  readonly run_token: string;
}

export const membersOf = ({ run_id, workflow_id, workflow_version, run_token }: AgentRequest) =>
  Object.entries({ run_id, workflow_id, workflow_version, run_token });

/** The runtime's address with the members of the call in its query. */
export function addressOf(runtimeUrl: string, agent: AgentRequest): string {
  const url = new URL(runtimeUrl);
  for (const [name, value] of membersOf(agent)) url.searchParams.set(name, String(value));
  return url.href;
}
