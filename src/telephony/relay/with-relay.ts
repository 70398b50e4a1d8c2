import type { Db } from '../../db/connect.ts';
import type { AgentRequest } from '../carriers/agent.ts';
import type { Credentials } from '../credentials.ts';
import { relaySettings } from './queries.ts';
import { relayAttributes, relayUrlIn } from './attributes.ts';

/** A configuration whose calls may go to a relay. */
export interface RelayLine {
  readonly organization_id: number;
  readonly provider: string;
  readonly configuration_id: number;
  readonly credentials: Credentials;
}

interface Parts {
  readonly db: Db;
  readonly origin: { readonly url: string; readonly agentUrl?: string | undefined };
}

/** The URL to which a carrier reports the end of a relay. */
export const relayCallbackUrl = (
  origin: string,
  { provider, configuration_id, run_id }: Omit<RelayLine, 'organization_id' | 'credentials'> & Run,
): string =>
  `${origin}/api/v1/telephony/relay-callbacks/${provider}/${configuration_id}?run_id=${run_id}`;

interface Run {
  readonly run_id: number;
}

/**
 * The agent of a call, with how its carrier speaks and listens for it where the calls of the configuration go to a relay. No
 * transaction may be open. `greets`: the person has not heard this agent before.
 */
export async function withRelay<Agent extends AgentRequest>(
  { db, origin }: Parts,
  { organization_id, credentials, ...line }: RelayLine,
  { agent, greets }: { readonly agent: Agent; readonly greets: boolean },
): Promise<Agent> {
  const own = line.provider === 'twilio' ? origin.agentUrl : undefined;
  if (relayUrlIn(credentials, own) === undefined) return agent;
  const settings = await relaySettings(db, { organization_id, workflow_id: agent.workflow_id });
  return {
    ...agent,
    relay: {
      attributes: relayAttributes(settings, { greets }),
      // The simulated network reports with its other reports.
      ...(line.provider !== 'simulated' && {
        action_url: relayCallbackUrl(origin.url, { ...line, run_id: agent.run_id }),
      }),
    },
  };
}
