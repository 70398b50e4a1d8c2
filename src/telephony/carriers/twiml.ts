import { isSip } from '../../workflows/sip-rules.ts';
import { addressOf, type AgentRequest, membersOf } from './agent.ts';
import type { InboundDecision } from './carrier.ts';
import type { LegDocument, TransferRequest } from './requests.ts';

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
export const streaming = (streamUrl: string, agent: AgentRequest): string => {
  const parameters = membersOf(agent).map(
    ([name, value]) => `<Parameter name="${name}" value="${value}"/>`,
  );
  return connectingTo(streamUrl, parameters.join(''));
};

/** Connects a call to a stream. */
export const connectingTo = (url: string, parameters = ''): string =>
  `<Connect><Stream url="${escaped(url)}">${parameters}</Stream></Connect>`;

interface AgentUrls {
  readonly voiceUrl: string;
  readonly streamUrl: string;
}

/**
 * The document for a call that rings: to the page of the agent (https://www.twilio.com/docs/voice/twiml/redirect), else
 * to its stream, recorded before if it is to be (https://www.twilio.com/docs/voice/twiml/recording). A call that is
 * rejected first is not answered and costs nothing: https://www.twilio.com/docs/voice/twiml/reject.
 */
export function inboundDocument(
  decision: InboundDecision,
  { voiceUrl, streamUrl }: AgentUrls,
): string {
  if (decision.kind === 'reject')
    return response(decision.busy ? '<Reject reason="busy"/>' : '<Reject/>');
  const { agent, record } = decision;
  const recording = record ? ['<Start><Recording/></Start>'] : [];
  if (voiceUrl)
    return response(...recording, `<Redirect>${escaped(addressOf(voiceUrl, agent))}</Redirect>`);
  return response(...recording, ...(streamUrl ? [streaming(streamUrl, agent)] : []));
}

/** Silence: https://www.twilio.com/docs/voice/twiml/pause. */
export const pausing = (seconds: number): string => `<Pause length="${seconds}"/>`;

/**
 * Where an answered call goes, after other verbs: to the page of the agent, else to its stream; undefined if there is
 * neither.
 */
export const agentDocument = (
  agent: AgentRequest,
  { voiceUrl, streamUrl }: AgentUrls,
  before: readonly string[] = [],
): string | undefined => {
  if (voiceUrl)
    return response(...before, `<Redirect>${escaped(addressOf(voiceUrl, agent))}</Redirect>`);
  return streamUrl ? response(...before, streaming(streamUrl, agent)) : undefined;
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
