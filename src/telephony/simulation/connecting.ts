import { addressOf, type AgentRequest, membersOf } from '../carriers/agent.ts';
import type { Direction, Pace } from './call-rules.ts';
import { type Conversations, type StreamTarget, type Talk } from './conversations.ts';
import type { Pages } from './pages.ts';
import type { StreamProtocol } from './stream-messages.ts';
import type { Verb } from './twiml-answers.ts';

/** What a configuration says about its calls. */
export interface Line extends Pace {
  /** Where answered calls are sent; null if nowhere. */
  readonly voice_url: string | null;
  /** The stream of answered calls without a `voice_url`; null if they have none. */
  readonly stream_url: string | null;
  readonly stream_protocol: StreamProtocol;
  /** The relay of answered calls with neither; null if they have none. */
  readonly relay_url: string | null;
  /** How long a runtime without TwiML has its calls; null: as long as `talk_ms`. */
  readonly taken_ms: number | null;
}

interface Answered {
  readonly id: string;
  readonly direction: Direction;
  readonly from_number: string | null;
  readonly to_number: string;
}

type New = Answered & { readonly configuration_id: number };

/** Connects an answered call; a call with a page or a stream lasts as long as the result. */
type Connect = (signal: AbortSignal) => Promise<Talk | undefined>;

/** Connects answered calls with their agent runtimes: a page, else a stream or relay, else nobody. */
export interface Connecting {
  withAgent(line: Line, call: New, agent: AgentRequest): Connect;
  /** An inbound call, as the document that took it says. */
  byDocument(line: Line, verbs: readonly Verb[], call: New): Connect;
  /** A call that goes on with another agent; false if its runtime does not take it. */
  again(
    line: Line,
    call: Answered,
    next: { readonly agent: AgentRequest; readonly signal: AbortSignal },
  ): Promise<boolean>;
}

interface Parts {
  readonly pages: Pick<Pages, 'begin' | 'follow' | 'again'>;
  readonly conversations: Pick<Conversations, 'begin' | 'moveTo'>;
}

export function createConnecting({ pages, conversations }: Parts): Connecting {
  const paged = <Call extends Answered>(line: Line, call: Call) => ({
    ...call,
    protocol: line.stream_protocol,
    taken_ms: line.taken_ms,
  });
  const streamOf = (line: Line, agent: AgentRequest): StreamTarget | undefined => {
    const { stream_url: url, stream_protocol: protocol, relay_url } = line;
    const members = membersOf(agent).map(([name, value]) => [name, String(value)]);
    const parameters: StreamTarget['parameters'] = Object.fromEntries(members);
    if (url === null)
      return relay_url === null
        ? undefined
        : { url: relay_url, protocol: 'relay', parameters, ...agent.relay };
    if (protocol === 'telnyx') return { url: addressOf(url, agent), protocol, parameters: {} };
    return { url, protocol, parameters };
  };

  return {
    withAgent: (line, call, agent) => async (signal) => {
      const { voice_url } = line;
      if (voice_url !== null)
        return pages.begin(paged(line, call), addressOf(voice_url, agent), signal);
      const target = streamOf(line, agent);
      return target && conversations.begin(call, target, signal);
    },

    byDocument: (line, verbs, call) => async (signal) => {
      const [first] = verbs;
      if (!first) return undefined;
      if (first.kind === 'redirect') return pages.begin(paged(line, call), first.page.url, signal);
      return pages.follow(paged(line, call), { kind: 'document', address: '', verbs }, signal);
    },

    async again(line, call, { agent, signal }) {
      const { voice_url } = line;
      if (voice_url !== null) return pages.again(paged(line, call), addressOf(voice_url, agent));
      const target = streamOf(line, agent);
      return target === undefined || conversations.moveTo(call.id, target, signal);
    },
  };
}
