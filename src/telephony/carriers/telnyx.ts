import { createPublicKey, verify } from 'node:crypto';
import { parseJson } from '../../json.ts';
import { type Timestamp, msBetween, timestampOf } from '../../timestamp.ts';
import type { Credentials } from '../credentials.ts';
import { headerOf, lossOf, noCaller, refusalOf, textOf, timeIn } from './answers.ts';
import type {
  PlacementResult,
  CallbackReading,
  CallRequest,
  CallStatus,
  Carrier,
  RawCallback,
} from './carrier.ts';

const signatureHeader = 'telnyx-signature-ed25519';
const timestampHeader = 'telnyx-timestamp';

const publicUrl = 'https://api.telnyx.com/v2';

/** Telnyx Call Control: https://developers.telnyx.com/api/call-control/dial-call. */
export function createTelnyx({ baseUrl = publicUrl }: { readonly baseUrl?: string } = {}): Carrier {
  return {
    async place(credentials, call) {
      if (call.from_number === null) return noCaller('Telnyx');
      try {
        return await dial(baseUrl, credentials, { ...call, from_number: call.from_number });
      } catch (error) {
        return failureOf(error);
      }
    },
    signatureHeaders: [signatureHeader, timestampHeader],
    read: readCallback,
  };
}

/** The client is loaded on the first call: loading takes a quarter of a second, which most processes never need. */
async function dial(
  baseURL: string,
  credentials: Credentials,
  call: CallRequest & { readonly from_number: string },
): Promise<PlacementResult> {
  const { default: Telnyx } = await import('telnyx');
  const client = new Telnyx({
    baseURL,
    apiKey: textOf(credentials, 'api_key'),
    // If omitted, the client reads them from the environment.
    publicKey: null,
    clientID: null,
    clientSecret: null,
    logLevel: 'off',
    maxRetries: 0,
  });
  const answer = await client.calls.dial(
    {
      connection_id: textOf(credentials, 'connection_id'),
      to: call.to_number,
      from: call.from_number,
      webhook_url: call.callback_url,
      webhook_url_method: 'POST',
      answering_machine_detection: 'detect',
    },
    // The signal also covers reading the response, which the client's own timeout does not.
    { timeout: call.timeout_ms, maxRetries: 0, signal: AbortSignal.timeout(call.timeout_ms) },
  );
  const id: unknown = answer.data?.call_control_id;
  return typeof id === 'string' && id !== ''
    ? { kind: 'accepted', carrier_call_id: id }
    : { kind: 'unknown', detail: 'Telnyx accepted the call but returned no call id.' };
}

function failureOf(error: unknown): PlacementResult {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') {
    return lossOf('Telnyx', error);
  }
  return refusalOf('Telnyx', error.status, codeIn('error' in error ? error.error : undefined));
}

/** The first code of `{"errors": [{"code": "10009", ...}]}`; only digits, so that no other data leaks. */
function codeIn(body: unknown): string | undefined {
  const errors = memberOf(body, 'errors');
  const code = Array.isArray(errors) ? memberOf(errors[0], 'code') : undefined;
  return /^[0-9]{1,8}$/.test(String(code)) ? String(code) : undefined;
}

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
  const occurredAt = memberOf(data, 'occurred_at');
  return {
    kind: 'status',
    status,
    carrier_call_id: carrierCallId,
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
      return machines.includes(String(memberOf(payload, 'result'))) ? 'voicemail' : undefined;
    case 'call.hangup':
      return endings.get(String(memberOf(payload, 'hangup_cause'))) ?? 'failed';
    default:
      return undefined;
  }
}

const machines = ['machine', 'fax_detected'];

/** The result of an ended call. `call_rejected`, `not_found`, `unspecified` and future causes are failures. */
const endings: ReadonlyMap<string, CallStatus> = new Map([
  ['normal_clearing', 'completed'],
  ['time_limit', 'completed'],
  ['user_busy', 'busy'],
  ['no_answer', 'no_answer'],
  ['timeout', 'no_answer'],
  ['originator_cancel', 'canceled'],
]);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
