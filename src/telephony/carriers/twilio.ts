import type { Credentials } from '../credentials.ts';
import {
  commandFrom,
  jsonIn,
  lossOf,
  memberOf,
  noCaller,
  noRuntime,
  refusalOf,
  silent,
  single,
  statusFrom,
  type Subject,
  textOf,
} from './answers.ts';
import { relayUrlIn } from '../relay/attributes.ts';
import { addressOf } from './agent.ts';
import type { CallRequest, Carrier, NotAccepted } from './carrier.ts';
import { type CarrierHttp, createCarrierHttp, type HttpAnswer, mustBeInstalled } from './http.ts';
import { readCallback, readInbound, readTransfer, signatureHeader } from './twilio-callbacks.ts';
import { listedCalls, stateInList, stateOf } from './twilio-status.ts';
import {
  agentDocument,
  dialing,
  escaped,
  inboundDocument,
  legDocument,
  pausing,
  response,
  retries,
  talking,
} from './twiml.ts';

interface TwilioOptions {
  readonly baseUrl?: string;
  /** Where the service's own agent answers relays. */
  readonly agentUrl?: string | undefined;
}

/** The TwiML for an answered call if the configuration has no address of an agent runtime. */
const hangUp = response('<Hangup/>');

/** The TwiML that plays a file and ends the call: https://www.twilio.com/docs/voice/twiml/play. */
const playing = (url: string): string => response(`<Play>${escaped(url)}</Play>`, '<Hangup/>');

/**
 * Twilio's Programmable Voice: https://www.twilio.com/docs/voice/api/call-resource. The account's own page
 * (`voice_url`) returns the TwiML for an answered call. Machine detection runs during the call and reports to the same
 * URL; with `DetectMessageEnd` it reports a machine when its greeting has ended:
 * https://www.twilio.com/docs/voice/answering-machine-detection. A call is ended by the status `canceled` while it is queued or rings, and by `completed` while it is in progress:
 * https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource. It sends no keys: `<Play digits>`
 * (https://www.twilio.com/docs/voice/twiml/play#digits) takes new TwiML, which ends a stream in both directions, and such a stream
 * tells of keys and takes none (https://www.twilio.com/docs/voice/media-streams/websocket-messages).
 */
export function createTwilio({ baseUrl, agentUrl = '' }: TwilioOptions = {}): Carrier {
  const agentUrls = (credentials: Credentials) => urlsIn(credentials, agentUrl);
  const http = createCarrierHttp();
  const connectionFor = (timeoutMs: number): Connection => ({
    http,
    baseUrl,
    timeoutMs,
    answers: [],
  });
  return {
    async place(credentials, call) {
      if (call.from_number === null) return noCaller('Twilio');
      const callbackUrl = call.callback_url + retries;
      const connection = connectionFor(call.timeout_ms);
      try {
        const client = await clientFor(credentials, connection);
        const { sid } = await client.calls.create({
          to: call.to_number,
          from: call.from_number,
          ...agentOf(agentUrls(credentials), call),
          statusCallback: callbackUrl,
          statusCallbackMethod: 'POST',
          statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
          ...(call.detection !== 'off' && {
            machineDetection: call.detection === 'detect' ? 'Enable' : 'DetectMessageEnd',
            asyncAmd: 'true',
            asyncAmdStatusCallback: callbackUrl,
            asyncAmdStatusCallbackMethod: 'POST',
          }),
          ...(call.record && { record: true }),
        });
        return typeof sid === 'string' && sid !== ''
          ? { kind: 'accepted', carrier_call_id: sid }
          : { kind: 'unknown', detail: 'Twilio accepted the call but returned no call id.' };
      } catch (error) {
        return failureOf(connection.answers.at(-1), error);
      }
    },
    status: (credentials, query) =>
      statusFrom('Twilio', async () => {
        const connection = connectionFor(query.timeout_ms);
        const client = await clientFor(credentials, connection);
        const { carrier_call_id, to_number, from_number } = query;
        if (carrier_call_id !== null) return stateOf(await client.calls(carrier_call_id).fetch());
        if (from_number === null) return silent('A call without a caller number cannot be found.');
        const { instances } = await client.calls.page({
          to: to_number,
          from: from_number,
          pageSize: listedCalls,
        });
        const carrierTime = single(connection.answers.at(-1)?.headers['date']);
        return stateInList(query, { calls: instances, carrierTime });
      }),
    hangUp: (credentials, { carrier_call_id, answered, timeout_ms }) =>
      commandFrom('Twilio', async () => {
        const client = await clientFor(credentials, connectionFor(timeout_ms));
        const call = client.calls(carrier_call_id);
        if (!answered) {
          const { status } = await call.update({ status: 'canceled' });
          // Twilio leaves alone a call that was answered meanwhile.
          if (status !== 'in-progress') return;
        }
        await call.update({ status: 'completed' });
      }),
    leaveMessage: (credentials, { carrier_call_id, message_url, timeout_ms }) =>
      commandFrom('Twilio', async () => {
        const client = await clientFor(credentials, connectionFor(timeout_ms));
        await client.calls(carrier_call_id).update({ twiml: playing(message_url) });
      }),
    // The document replaces what the call does now: https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource.
    async transfer(credentials, request) {
      const connection = connectionFor(request.timeout_ms);
      try {
        const client = await clientFor(credentials, connection);
        const twiml = dialing(request, retries);
        await client.calls(request.carrier_call_id).update({ twiml });
        return { kind: 'accepted' };
      } catch (error) {
        return failureOf(connection.answers.at(-1), error);
      }
    },
    // Another document ends the <Dial>, and with it the call to the number.
    recall: (credentials, { carrier_call_id, agent, timeout_ms }) =>
      commandFrom('Twilio', async () => {
        const client = await clientFor(credentials, connectionFor(timeout_ms));
        const twiml = agentDocument(agent, agentUrls(credentials)) ?? hangUp;
        await client.calls(carrier_call_id).update({ twiml });
      }),
    // A document of its own ends the stream of the former agent.
    async handOff(credentials, { carrier_call_id, agent, timeout_ms }) {
      const twiml = agentDocument(agent, agentUrls(credentials));
      if (twiml === undefined) return noRuntime;
      const connection = connectionFor(timeout_ms);
      try {
        const client = await clientFor(credentials, connection);
        await client.calls(carrier_call_id).update({ twiml });
        return { kind: 'accepted' };
      } catch (error) {
        return failureOf(connection.answers.at(-1), error);
      }
    },
    readTransfer,
    legDocument,
    // Other TwiML, which rings somebody else, replaces the document while it pauses.
    afterTransfer: (credentials, agent, waits = false) =>
      (agent && agentDocument(agent, agentUrls(credentials), waits ? [pausing(5)] : [])) ?? hangUp,
    signatureHeaders: [signatureHeader],
    read: readCallback,
    readInbound,
    answersWithDocument: true,
    hasRuntime: (credentials) => Object.values(agentUrls(credentials)).some((url) => url !== ''),
    answer: async (credentials, { decision }) => ({
      result: { kind: 'accepted' },
      document: inboundDocument(decision, agentUrls(credentials)),
    }),
  };
}

/** Where Twilio takes an answered call: to the page of the configuration, else to its stream or relay. */
function agentOf({ voiceUrl, ...urls }: ReturnType<typeof urlsIn>, { agent }: CallRequest) {
  if (voiceUrl) return { url: addressOf(voiceUrl, agent) };
  const verb = talking(agent, urls);
  return { twiml: verb === undefined ? hangUp : response(verb) };
}

/** Where a configuration's agent is; one that names none has the service's own agent, if it has one. */
function urlsIn(credentials: Credentials, agentUrl: string) {
  return {
    voiceUrl: textOf(credentials, 'voice_url'),
    streamUrl: textOf(credentials, 'stream_url'),
    relayUrl: relayUrlIn(credentials, agentUrl) ?? '',
  };
}

interface Connection {
  readonly http: CarrierHttp;
  readonly baseUrl: string | undefined;
  readonly timeoutMs: number;
  /** The answers so far, which the client's errors do not show. */
  readonly answers: HttpAnswer[];
}

/**
 * A client for one request. It sends with our HTTP client, because its own can neither end
 * a request in time nor show the headers of a refusal:
 * https://www.twilio.com/docs/libraries/reference/twilio-node#customize-your-http-client. Loading it takes a quarter of a
 * second, which most processes never need.
 */
async function clientFor(
  credentials: Credentials,
  { http, baseUrl, timeoutMs, answers }: Connection,
) {
  mustBeInstalled('twilio');
  const { default: twilio } = await import('twilio');
  const httpClient = new twilio.RequestClient({ autoRetry: false });
  httpClient.request = async <Body>(options: TwilioRequest<Body>) => {
    const answer = await http.send(requestOf(options), timeoutMs);
    answers.push(answer);
    const body: Body = JSON.parse(answer.text);
    return { statusCode: answer.status, headers: answer.headers, body };
  };
  const client = twilio(textOf(credentials, 'account_sid'), textOf(credentials, 'auth_token'), {
    httpClient,
    autoRetry: false,
    logLevel: 'silent',
  });
  if (baseUrl !== undefined) client.api.baseUrl = baseUrl;
  return client;
}

type RequestClient = InstanceType<(typeof import('twilio'))['RequestClient']>;
type TwilioRequest<Body> = Parameters<RequestClient['request']>[0] & { readonly data?: Body };

function requestOf({
  method,
  uri,
  username,
  password,
  headers,
  params,
  data,
}: TwilioRequest<unknown>) {
  const url = new URL(uri);
  url.search = formOf(params);
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  return {
    url: url.href,
    method: method.toUpperCase(),
    headers: { ...headers, authorization: `Basic ${basic}` },
    body: data === undefined ? undefined : formOf(data),
  };
}

/** A form or query: https://www.twilio.com/docs/usage/requests-to-twilio. Lists repeat their name. */
function formOf(members: unknown): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(members ?? {}))
    for (const each of [value].flat()) if (each !== undefined) form.append(name, String(each));
  return form.toString();
}

function failureOf(answer: HttpAnswer | undefined, error: unknown): NotAccepted {
  // A success that cannot be read is lost.
  if (!answer || answer.status < 300) return lossOf('Twilio', error);
  const code = memberOf(jsonIn(answer), 'code');
  if (typeof code !== 'number') return refusalOf('Twilio', answer);
  return refusalOf('Twilio', answer, { code: String(code), subject: subjects.get(code) });
}

/**
 * What error codes are about, where the HTTP status does not tell: https://www.twilio.com/docs/api/errors. Twilio refuses
 * an inactive account and a wrong caller number with 400 or 404 too, and a forbidden destination with 403.
 */
const subjects: ReadonlyMap<number, Subject> = new Map([
  // The account is not active, may not call, or may not use machine detection.
  [10001, 'account'],
  [10002, 'account'],
  [10005, 'account'],
  [20003, 'account'],
  [20005, 'account'],
  [20006, 'account'],
  [20008, 'account'],
  [20403, 'account'],
  // The account in the path does not exist.
  [20404, 'account'],
  [90010, 'account'],
  // voice_url, and the caller number.
  [21205, 'account'],
  [21210, 'account'],
  [21212, 'account'],
  [21213, 'account'],
  // The called number: invalid, not reachable, not permitted, blocked, not verified.
  [21211, 'call'],
  [21214, 'call'],
  [21215, 'call'],
  [21216, 'call'],
  [21217, 'call'],
  [21219, 'call'],
  // Too many calls at once, too many requests.
  [10004, 'rate'],
  [20429, 'rate'],
]);
