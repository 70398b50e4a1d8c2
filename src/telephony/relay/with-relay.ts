import type { Db } from '../../db/connect.ts';
import type { AgentRequest } from '../carriers/agent.ts';
import { textOf } from '../carriers/answers.ts';
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

/** The URL to which a carrier reports the end of the relay of an agent. */
export function relayCallbackUrl(
  origin: string,
  { provider, configuration_id, run_id, handoff_id = null }: Reported,
): string {
  const path = `/api/v1/telephony/relay-callbacks/${provider}/${configuration_id}?run_id=${run_id}`;
  return origin + path + (handoff_id === null ? '' : `&handoff_id=${handoff_id}`);
}

type Reported = Pick<RelayLine, 'provider' | 'configuration_id'> &
  Pick<AgentRequest, 'run_id' | 'handoff_id'>;

/**
 * The agent of a call, with its language where the runtime gets parameters beside the address, and with how its carrier speaks and listens
 * for it where the calls of the configuration go to a relay. No transaction may be open. `greets`: the person has not heard this agent before.
 */
export async function withRelay<Agent extends AgentRequest>(
  { db, origin }: Parts,
  { organization_id, credentials, ...line }: RelayLine,
  { agent, greets }: { readonly agent: Agent; readonly greets: boolean },
): Promise<Agent> {
  const own = line.provider === 'twilio' ? origin.agentUrl : undefined;
  const isRelay = relayUrlIn(credentials, own) !== undefined;
  if (!isRelay && (line.provider === 'telnyx' || !isStream(credentials))) return agent;
  const { workflow_id } = agent;
  const { relay, voice_language } = await relaySettings(db, { organization_id, workflow_id });
  const attributes = relayAttributes(relay, { greets });
  const spoken = attributes['language'] === 'multi' ? undefined : attributes['language'];
  // At a relay the carrier speaks, with a voice of its own.
  const language = isRelay ? (spoken ?? voice_language) : (voice_language ?? spoken);
  const inLanguage = { ...agent, ...(typeof language === 'string' && { language }) };
  if (!isRelay) return inLanguage;
  return {
    ...inLanguage,
    relay: {
      attributes,
      // The simulated network reports with its other reports.
      ...(line.provider !== 'simulated' && {
        action_url: relayCallbackUrl(origin.url, { ...line, ...agent }),
      }),
    },
  };
}

/** Whether calls go to a stream, whose parameters are no part of its address. */
const isStream = (credentials: Credentials): boolean =>
  textOf(credentials, 'voice_url') === '' && textOf(credentials, 'stream_url') !== '';
