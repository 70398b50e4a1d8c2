import type { Logger } from 'pino';
import { Agent, type buildConnector, request } from 'undici';
import { v7 as uuid } from 'uuid';
import type { Direction } from './call-rules.ts';

/** How long a call waits for its agent runtime. */
export const runtimeTimeoutMs = 5000;
const maxBytes = 65_536;

interface AnsweredCall {
  readonly id: string;
  /** The URL of the runtime, with the members of the call in its query. */
  readonly address: string;
  readonly direction: Direction;
  readonly to_number: string;
  readonly from_number: string | null;
}

/** Sends answered calls to their agent runtimes, as Twilio does. */
export interface Runtimes {
  /** Resolves when the runtime has answered, to whether it takes the call. Never throws. */
  connect(call: AnsweredCall, signal: AbortSignal): Promise<boolean>;
  stop(): Promise<void>;
}

export interface RuntimeParts {
  /** Makes connections to agent runtimes, to the addresses that are allowed. */
  readonly connector: buildConnector.connector;
  readonly log: Logger;
  /** Makes the headers that sign a request to the runtime of a workflow; none if it has no secret. */
  readonly sign: (workflowId: number, id: string, body: string) => Promise<Record<string, string>>;
}

/**
 * The request is the one of https://www.twilio.com/docs/voice/twiml#request-parameters. What it is answered is not
 * acted on. Neither the address nor an error's message is logged: both may hold the token.
 */
export function createRuntimes({ connector, log, sign }: RuntimeParts): Runtimes {
  // No limit of connections: a slow runtime must not hold up those of others at the same host.
  const dispatcher = new Agent({ connect: connector });
  return {
    async connect({ id, address, direction, to_number, from_number }, signal) {
      const form = new URLSearchParams({
        CallSid: id,
        AccountSid: 'simulated',
        From: from_number ?? '',
        To: to_number,
        CallStatus: 'in-progress',
        Direction: direction === 'inbound' ? direction : 'outbound-api',
        ApiVersion: '2010-04-01',
      }).toString();
      const known = { run_id: memberIn(address, 'run_id'), call_id: id };
      try {
        const signed = await sign(memberIn(address, 'workflow_id'), `msg_call_${uuid()}`, form);
        const answer = await request(address, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...signed },
          body: form,
          signal: AbortSignal.any([signal, AbortSignal.timeout(runtimeTimeoutMs)]),
          dispatcher,
        });
        await answer.body.dump({ limit: maxBytes });
        const isTaken = answer.statusCode < 300;
        if (!isTaken)
          log.warn({ ...known, status: answer.statusCode }, 'an agent runtime refused a call');
        return isTaken;
      } catch (error) {
        if (!signal.aborted)
          log.warn({ ...known, reason: nameOf(error) }, 'an agent runtime was not reached');
        return false;
      }
    },
    stop: () => dispatcher.destroy(),
  };
}

/** The code of an error, or its name. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const memberIn = (address: string, name: 'run_id' | 'workflow_id'): number =>
  Number(new URL(address).searchParams.get(name));
