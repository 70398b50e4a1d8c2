/** What the agent runtime of an answered call gets with it. The token is a secret. */
export interface AgentRequest {
  readonly run_id: number;
  readonly workflow_id: number;
  readonly workflow_version: number;
  readonly run_token: string;
}

const membersOf = ({ run_id, workflow_id, workflow_version, run_token }: AgentRequest) =>
  Object.entries({ run_id, workflow_id, workflow_version, run_token });

/** The runtime's address with the members of the call in its query. */
export function addressOf(runtimeUrl: string, agent: AgentRequest): string {
  const url = new URL(runtimeUrl);
  for (const [name, value] of membersOf(agent)) url.searchParams.set(name, String(value));
  return url.href;
}

/**
 * The TwiML that connects a call to a stream in both directions. The address of a stream has no query; its parameters
 * are elements of their own: https://www.twilio.com/docs/voice/twiml/stream. All values are without special characters
 * of XML: numbers, the token, and an address whose pattern excludes them.
 */
export const streaming = (streamUrl: string, agent: AgentRequest): string => {
  const parameters = membersOf(agent).map(
    ([name, value]) => `<Parameter name="${name}" value="${value}"/>`,
  );
  return `<Response><Connect><Stream url="${streamUrl}">${parameters.join('')}</Stream></Connect></Response>`;
};
