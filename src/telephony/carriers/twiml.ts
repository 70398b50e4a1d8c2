import { isSip } from '../../workflows/sip-rules.ts';
import { addressOf, type AgentRequest, membersOf } from './agent.ts';
import type { InboundDecision } from './carrier.ts';
import type { LegDocument, TransferRequest } from './requests.ts';

/**
 * Asks for five more deliveries of a callback after a failed connection, a time-out or a 5xx; without it Twilio delivers
 * a callback once: https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides. A fragment is not part of
 * the request.
 */
export const retries = '#rc=5&rp=ct,rt,5xx';

/** A TwiML document with the given verbs. */
export const response = (...verbs: readonly string[]): string =>
  `<Response>${verbs.join('')}</Response>`;

/** A text as the content of an element; what XML 1.0 has no way to write becomes a space. */
export const escaped = (text: string): string =>
  text.replace(unwritable, ' ').replace(/[<>&]/g, (each) => `&#${each.charCodeAt(0)};`);

/** All but the characters of https://www.w3.org/TR/xml/#charsets. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * The TwiML that connects a call to a stream in both directions. The address of a stream has no query; its parameters
 * are elements of their own: https://www.twilio.com/docs/voice/twiml/stream. All values are without special characters
 * of XML: numbers, the token, and an address whose pattern excludes them.
 */
const streaming = (streamUrl: string, agent: AgentRequest): string =>
  connectingTo(streamUrl, parametersOf(agent));

const parametersOf = (agent: AgentRequest): string =>
  membersOf(agent)
    .map(([name, value]) => `<Parameter name="${name}" value="${value}"/>`)
    .join('');

/**
 * The TwiML that has the carrier talk with a runtime by text: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay.
 * Its end is reported to `action`: https://www.twilio.com/docs/voice/twiml/connect#action.
 */
function relaying(relayUrl: string, { relay, ...agent }: AgentRequest): string {
  const { attributes = {}, action_url } = relay ?? {};
  const action = action_url === undefined ? '' : ` action="${inAttribute(action_url + retries)}"`;
  const said = Object.entries({ url: relayUrl, ...attributes }).map(
    ([name, value]) => ` ${name}="${inAttribute(value)}"`,
  );
  return `<Connect${action}><ConversationRelay${said.join('')}>${parametersOf(agent)}</ConversationRelay></Connect>`;
}

const inAttribute = (text: string): string => escaped(text).replaceAll('"', '&#34;');

/** Connects a call to a stream. */
export const connectingTo = (url: string, parameters = ''): string =>
  `<Connect><Stream url="${escaped(url)}">${parameters}</Stream></Connect>`;

interface AgentUrls {
  readonly voiceUrl: string;
  readonly streamUrl: string;
  readonly relayUrl: string;
}

/** Connects a call to what talks with it at its `stream_url` or `relay_url`; undefined if there is neither. */
export function talking(
  agent: AgentRequest,
  { streamUrl, relayUrl }: Omit<AgentUrls, 'voiceUrl'>,
): string | undefined {
  if (streamUrl) return streaming(streamUrl, agent);
  return relayUrl ? relaying(relayUrl, agent) : undefined;
}

const withAgent = (agent: AgentRequest, urls: AgentUrls): string | undefined =>
  urls.voiceUrl
    ? `<Redirect>${escaped(addressOf(urls.voiceUrl, agent))}</Redirect>`
    : talking(agent, urls);

/**
 * The document for a call that rings: to the page of the agent (https://www.twilio.com/docs/voice/twiml/redirect), else
 * to its stream or relay, recorded before if it is to be (https://www.twilio.com/docs/voice/twiml/recording). A call that is
 * rejected first is not answered and costs nothing: https://www.twilio.com/docs/voice/twiml/reject.
 */
export function inboundDocument(decision: InboundDecision, urls: AgentUrls): string {
  if (decision.kind === 'reject')
    return response(decision.busy ? '<Reject reason="busy"/>' : '<Reject/>');
  const { agent, record } = decision;
  const recording = record ? ['<Start><Recording/></Start>'] : [];
  return response(...recording, withAgent(agent, urls) ?? '');
}

/** Silence: https://www.twilio.com/docs/voice/twiml/pause. */
export const pausing = (seconds: number): string => `<Pause length="${seconds}"/>`;

/**
 * Where an answered call goes, after other verbs: to the page of the agent, else to its stream or relay; undefined if there
 * is none.
 */
export const agentDocument = (
  agent: AgentRequest,
  urls: AgentUrls,
  before: readonly string[] = [],
): string | undefined => {
  const verb = withAgent(agent, urls);
  return verb === undefined ? undefined : response(...before, verb);
};

/**
 * The document that connects a call with somebody else: https://www.twilio.com/docs/voice/twiml/dial. What the call goes on with
 * is requested from `action`, and the call to them is reported to `statusCallback`: https://www.twilio.com/docs/voice/twiml/number,
 * or https://www.twilio.com/docs/voice/twiml/sip, which has the same attributes. Both are the same address. The document at `url` keeps
 * the two apart, also while machine detection runs: https://www.twilio.com/docs/voice/answering-machine-detection.
 */
export function dialing(
  { to, from_number, ring_seconds, detect, brief, callback_url }: TransferRequest,
  fragment: string,
): string {
  const url = escaped(callback_url + fragment);
  const caller = from_number === null ? '' : ` callerId="${from_number}"`;
  const reports = `statusCallback="${url}" statusCallbackEvent="ringing answered completed"`;
  const at = (leg: string) => escaped(`${callback_url}&${legParameter}=${leg}${fragment}`);
  const apart = detect || brief ? ` url="${at('answered')}"` : '';
  const detection = detect
    ? ` machineDetection="Enable" amdStatusCallback="${at('detected')}"`
    : '';
  const noun = isSip(to) ? 'Sip' : 'Number';
  const called = `<${noun} ${reports}${apart}${detection}>${escaped(to)}</${noun}>`;
  return response(`<Dial action="${url}" timeout="${ring_seconds}"${caller}>${called}</Dial>`);
}

/** What the query of an address says that Twilio requests for the call to the number. */
export const legParameter = 'leg';

/**
 * What the called party hears before the two are connected, which happens at the end of the document:
 * https://www.twilio.com/docs/voice/twiml/number#attributes-url. A text is spoken by https://www.twilio.com/docs/voice/twiml/say.
 */
export function legDocument(what: LegDocument, address: string): string {
  if (what === 'hang_up') return response('<Hangup/>');
  if (what === 'connect') return response();
  if (what === 'wait')
    return response('<Pause length="1"/>', `<Redirect>${escaped(address)}</Redirect>`);
  const next = new URL(address);
  next.searchParams.set(legParameter, 'briefed');
  return response(
    `<Say language="${what.language}">${escaped(what.text)}</Say>`,
    `<Redirect>${escaped(next.href)}</Redirect>`,
  );
}
