/** What the agent runtime of an answered call gets with it. The token is a secret, the code is good once. */
export interface AgentRequest {
  readonly run_id: number;
  /** With which handoff it gets the call; null or absent: it is the first agent. */
  readonly handoff_id?: number | null;
  readonly workflow_id: number;
  readonly workflow_version: number;
  readonly run_token: string;
  readonly run_code: string;
  /** The called number, for inbound calls your own. Null: it was erased. */
  readonly to_number: string | null;
  /** Null: the caller hides it, or it was erased. */
  readonly from_number: string | null;
  /** The language that the workflow wants, as in BCP 47; absent: it does not say, or the runtime gets no parameters. */
  readonly language?: string;
  /** How the carrier speaks and listens for the agent, where it does. */
  readonly relay?: Relay;
}

/** What a document says of ConversationRelay. */
export interface Relay {
  readonly attributes: Readonly<Record<string, string>>;
  /** Where its end is reported; absent: to the callback of the call. */
  readonly action_url?: string;
}

/** The known members of a call with its token, numbers and language, for what is no URL, and so in no access log. */
export const membersOf = ({
  run_id,
  workflow_id,
  workflow_version,
  run_token,
  to_number,
  from_number,
  language,
}: AgentRequest) =>
  Object.entries({
    run_id,
    workflow_id,
    workflow_version,
    run_token,
    to_number,
    from_number,
    language,
  }).filter(([, value]) => value !== null && value !== undefined);

/** The runtime's address with the members of the call in its query, which logs may show: without the token. */
export function addressOf(
  runtimeUrl: string,
  { run_id, workflow_id, workflow_version, run_code }: AgentRequest,
): string {
  const url = new URL(runtimeUrl);
  const members = { run_id, workflow_id, workflow_version, run_code };
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, String(value));
  return url.href;
}
