import { createHash, createPublicKey, verify } from 'node:crypto';
import { parseJson } from '../../json.ts';
import { type Timestamp, msBetween, timestampOf } from '../../timestamp.ts';
import type { Credentials } from '../credentials.ts';
import {
  codeIn,
  hangUpFrom,
  headerOf,
  jsonIn,
  lossOf,
  memberOf,
  noCaller,
  refusalOf,
  single,
  statusFrom,
  type Subject,
  textOf,
  timeIn,
} from './answers.ts';
import type {
  AnsweredBy,
  PlacementResult,
  CallbackReading,
  CallStatus,
  Carrier,
  RawCallback,
} from './carrier.ts';
import { type CarrierHttp, createCarrierHttp, type HttpAnswer } from './http.ts';
import { activeCall, clientState, listedCalls, stateOf } from './telnyx-status.ts';

const signatureHeader = 'telnyx-signature-ed25519';
const timestampHeader = 'telnyx-timestamp';

const publicUrl = 'https://api.telnyx.com/v2';

/**
 * Telnyx Call Control: https://developers.telnyx.com/api-reference/call-commands/dial. `command_id` makes Telnyx ignore
 * a second dial of the same run for 60 s:
 * https://developers.telnyx.com/docs/voice/programmable-voice/command-retries. Telnyx delivers callbacks that failed
 * again by itself: https://developers.telnyx.com/docs/voice/programmable-voice/receiving-webhooks. A call is ended, in
 * whatever state, by https://developers.telnyx.com/api-reference/call-commands/hangup-call.
 */
export function createTelnyx({ baseUrl = publicUrl }: { readonly baseUrl?: string } = {}): Carrier {
  const http = createCarrierHttp();
  const connectionFor = (timeoutMs: number): Connection => ({
    http,
    baseUrl,
    timeoutMs,
    answers: [],
    errors: [],
  });
  return {
    async place(credentials, call) {
      if (call.from_number === null) return noCaller('Telnyx');
      const connection = connectionFor(call.timeout_ms);
      try {
        const client = await clientFor(credentials, connection);
        const answer = await client.calls.dial({
          connection_id: textOf(credentials, 'connection_id'),
          to: call.to_number,
          from: call.from_number,
          webhook_url: call.callback_url,
          webhook_url_method: 'POST',
          answering_machine_detection: 'detect',
          client_state: clientState(call.run_id),
          command_id: createHash('sha256').update(call.callback_url).digest('hex'),
        });
        const id: unknown = answer.data?.call_control_id;
        return typeof id === 'string' && id !== ''
          ? { kind: 'accepted', carrier_call_id: id }
          : { kind: 'unknown', detail: 'Telnyx accepted the call but returned no call id.' };
      } catch (error) {
        return failureOf(connection.answers.at(-1), connection.errors.at(-1) ?? error);
      }
    },
    status: (credentials, query) =>
      statusFrom('Telnyx', async () => {
        const client = await clientFor(credentials, connectionFor(query.timeout_ms));
        if (query.carrier_call_id !== null) {
          const { data } = await client.calls.retrieveStatus(query.carrier_call_id);
          return stateOf(query.carrier_call_id, data);
        }
        const connectionId = encodeURIComponent(textOf(credentials, 'connection_id'));
        const calls = await client.get<unknown>(`/connections/${connectionId}/active_calls`, {
          query: { 'page[limit]': listedCalls },
        });
        return activeCall(memberOf(calls, 'data'), query.run_id);
      }),
    // Without a command_id, with which Telnyx would ignore the request when it is repeated.
    hangUp: (credentials, { carrier_call_id, timeout_ms }) =>
      hangUpFrom('Telnyx', async () => {
        const client = await clientFor(credentials, connectionFor(timeout_ms));
        await client.calls.actions.hangup(carrier_call_id, {});
      }),
    signatureHeaders: [signatureHeader, timestampHeader],
    read: readCallback,
  };
}

interface Connection {
  readonly http: CarrierHttp;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** The answers and errors so far, which the client's own errors do not show. */
  readonly answers: HttpAnswer[];
  readonly errors: unknown[];
}

/**
 * A client for one request. Loading it takes a quarter of a second, which most processes never need.
 */
async function clientFor(
  credentials: Credentials,
  { http, baseUrl, timeoutMs, answers, errors }: Connection,
) {
  const { default: Telnyx } = await import('telnyx');
  return new Telnyx({
    baseURL: baseUrl,
    apiKey: textOf(credentials, 'api_key'),
    // If omitted, the client reads them from the environment.
    publicKey: null,
    clientID: null,
    clientSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    async fetch(url, init) {
      try {
        const answer = await http.send(await requestOf(new Request(url, init)), timeoutMs);
        answers.push(answer);
        return responseOf(answer);
      } catch (error) {
        errors.push(error);
        throw error;
      }
    },
  });
}

const requestOf = async (request: Request) => ({
  url: request.url,
  method: request.method,
  headers: Object.fromEntries(request.headers),
  body: request.body ? await request.text() : undefined,
});

const responseOf = ({ status, text, headers }: HttpAnswer): Response =>
  new Response(text === '' ? null : text, {
    status,
    headers: { 'content-type': single(headers['content-type']) ?? '' },
  });

function failureOf(answer: HttpAnswer | undefined, error: unknown): PlacementResult {
  // A success that cannot be read is lost.
  if (!answer || answer.status < 300) return lossOf('Telnyx', error);
  const errors = memberOf(jsonIn(answer), 'errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const code = digitsOf(memberOf(first, 'code'));
  const reset = digitsOf(single(answer.headers['x-ratelimit-reset']));
  return refusalOf('Telnyx', answer, {
    code,
    subject: subjectOf(code, memberOf(first, 'detail')),
    // https://developers.telnyx.com/development/api-fundamentals/reliability/rate-limiting
    ...(answer.status === 429 && reset !== undefined && { pauseMs: Number(reset) * 1000 }),
  });
}

/** Only digits, so that no other data leaks. */
const digitsOf = (value: unknown): string | undefined =>
  /^[0-9]{1,8}$/.test(String(value)) ? String(value) : undefined;

/**
 * What an error is about, where the HTTP status does not tell: 20000 to 20199 are about the key and the account
 * (https://developers.telnyx.com/development/api-fundamentals/api-errors). The detail of 10010, with 403, ends with the
 * code of the refused call: D13 is a destination that the outbound profile does not allow, D1, D2, D22 and D3 are too
 * many calls at once (https://developers.telnyx.com/docs/voice/sip-trunking/troubleshooting/response-codes).
 */
function subjectOf(code: string | undefined, detail: unknown): Subject | undefined {
  if (code === undefined) return undefined;
  if (/^20[01]\d\d$/.test(code) || code === '10009') return 'account';
  const [, reason] = /\b(D\d{1,2})\W*$/.exec(String(detail)) ?? [];
  return reason === undefined ? undefined : reasons[reason];
}

const reasons: Readonly<Record<string, Subject | undefined>> = {
  D1: 'rate',
  D2: 'rate',
  D22: 'rate',
  D3: 'rate',
  D13: 'call',
};

const toleranceMs = 5 * 60 * 1000;

/** The DER prefix of every Ed25519 public key, before its 32 bytes. */
const derOfEd25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** Ed25519 over `timestamp|body`, no older or newer than five minutes: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks. */
function readCallback(
  credentials: Credentials,
  callback: RawCallback,
  now: Timestamp,
): CallbackReading | undefined {
  const signature = headerOf(callback, signatureHeader);
  const timestamp = headerOf(callback, timestampHeader);
  const publicKey = Buffer.from(textOf(credentials, 'public_key'), 'base64');
  if (signature === undefined || !timestamp || publicKey.length !== 32) return undefined;
  if (!/^[0-9]{1,11}$/.test(timestamp)) return undefined;
  const signedAt = timestampOf(new Date(Number(timestamp) * 1000));
  if (Math.abs(msBetween(signedAt, now)) > toleranceMs) return undefined;
  const isRight = verify(
    null,
    Buffer.concat([Buffer.from(`${timestamp}|`), callback.body]),
    createPublicKey({ key: Buffer.concat([derOfEd25519, publicKey]), format: 'der', type: 'spki' }),
    Buffer.from(signature, 'base64'),
  );
  return isRight ? readingOf(callback.body) : undefined;
}

function readingOf(body: Buffer): CallbackReading {
  const data = memberOf(parseJson(body), 'data');
  const payload = memberOf(data, 'payload');
  const carrierCallId = memberOf(payload, 'call_control_id');
  const status = statusOf(memberOf(data, 'event_type'), payload);
  if (typeof carrierCallId !== 'string' || carrierCallId === '' || !status) {
    return { kind: 'ignored' };
  }
  const answered_by = answeredBy(memberOf(data, 'event_type'), memberOf(payload, 'result'));
  const occurredAt = memberOf(data, 'occurred_at');
  return {
    kind: 'status',
    status,
    carrier_call_id: carrierCallId,
    ...(answered_by && { answered_by }),
    ...(status === 'failed' && codeIn(payload, 'sip_hangup_cause', 'hangup_cause')),
    ...timeIn(typeof occurredAt === 'string' ? occurredAt : undefined),
  };
}

function statusOf(event: unknown, payload: unknown): CallStatus | undefined {
  switch (event) {
    case 'call.initiated':
      return 'ringing';
    case 'call.answered':
      return 'answered';
    case 'call.machine.detection.ended':
    case 'call.machine.premium.detection.ended':
      return 'answered';
    case 'call.hangup':
      return endings.get(String(memberOf(payload, 'hangup_cause'))) ?? 'failed';
    default:
      return undefined;
  }
}

/**
 * The result of machine detection, with the words of both kinds; anything but a person or a machine is unknown:
 * https://developers.telnyx.com/docs/voice/programmable-voice/answering-machine-detection.
 */
function answeredBy(event: unknown, result: unknown): AnsweredBy | undefined {
  if (!/^call[.]machine[.](?:premium[.])?detection[.]ended$/.test(String(event))) return undefined;
  if (['human', 'human_residence', 'human_business'].includes(String(result))) return 'human';
  return ['machine', 'fax_detected'].includes(String(result)) ? 'machine' : 'unknown';
}

/** The result of an ended call. `call_rejected`, `not_found`, `unspecified` and future causes are failures. */
const endings: ReadonlyMap<string, CallStatus> = new Map([
  ['normal_clearing', 'completed'],
  ['time_limit', 'completed'],
  ['user_busy', 'busy'],
  ['no_answer', 'no_answer'],
  ['timeout', 'no_answer'],
  ['originator_cancel', 'canceled'],
]);
