import { createPublicKey, verify } from 'node:crypto';
import { type Timestamp, msBetween, timestampOf } from '../../timestamp.ts';
import type { Credentials } from '../credentials.ts';
import { codeIn, headerOf, incoming, isId, memberOf, reportIn, textOf, timeIn } from './answers.ts';
import type {
  AgentReading,
  AnsweredBy,
  CallbackReading,
  CallStatus,
  InboundReading,
  RawCallback,
  TransferReading,
} from './carrier.ts';

const signatureHeader = 'telnyx-signature-ed25519';
const timestampHeader = 'telnyx-timestamp';
export const signatureHeaders = [signatureHeader, timestampHeader];

/** What callbacks say that follow from the request to leave a message. */
export const messageState = Buffer.from('message').toString('base64');

/** What callbacks of the call to a destination say. */
export const transferState = (transfer_id: number): string =>
  Buffer.from(`transfer ${transfer_id}`).toString('base64');

/** What callbacks of a call say from a handoff on. */
export const handoffState = (transfer_id: number): string =>
  Buffer.from(`handoff ${transfer_id}`).toString('base64');

function handoffIn(state: unknown): number | undefined {
  if (typeof state !== 'string') return undefined;
  const [, id] = /^handoff ([1-9][0-9]{0,15})$/.exec(Buffer.from(state, 'base64').toString()) ?? [];
  return id === undefined ? undefined : Number(id);
}

const isOfTransfer = (state: unknown): boolean =>
  typeof state === 'string' && Buffer.from(state, 'base64').toString().startsWith('transfer');

const toleranceMs = 5 * 60 * 1000;

/** The DER prefix of every Ed25519 public key, before its 32 bytes. */
const derOfEd25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** Ed25519 over `timestamp|body`, no older or newer than five minutes: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks. */
function isSigned(credentials: Credentials, callback: RawCallback, now: Timestamp): boolean {
  const signature = headerOf(callback, signatureHeader);
  const timestamp = headerOf(callback, timestampHeader);
  const publicKey = Buffer.from(textOf(credentials, 'public_key'), 'base64');
  if (signature === undefined || !timestamp || publicKey.length !== 32) return false;
  if (!/^[0-9]{1,11}$/.test(timestamp)) return false;
  const signedAt = timestampOf(new Date(Number(timestamp) * 1000));
  if (Math.abs(msBetween(signedAt, now)) > toleranceMs) return false;
  return verify(
    null,
    Buffer.concat([Buffer.from(`${timestamp}|`), callback.body]),
    createPublicKey({ key: Buffer.concat([derOfEd25519, publicKey]), format: 'der', type: 'spki' }),
    Buffer.from(signature, 'base64'),
  );
}

export const readCallback = (
  credentials: Credentials,
  callback: RawCallback,
  now: Timestamp,
): CallbackReading | undefined =>
  isSigned(credentials, callback, now) ? readingOf(dataOf(callback)) : undefined;

/** A call to a number of the application: https://developers.telnyx.com/docs/voice/programmable-voice/receiving-webhooks. */
export function readInbound(
  credentials: Credentials,
  callback: RawCallback,
  now: Timestamp,
): InboundReading | undefined {
  if (!isSigned(credentials, callback, now)) return undefined;
  const data = dataOf(callback);
  const payload = memberOf(data, 'payload');
  if (memberOf(data, 'event_type') !== 'call.initiated') return readingOf(data);
  if (memberOf(payload, 'direction') !== 'incoming') return { kind: 'ignored' };
  return incoming(memberOf(payload, 'call_control_id'), {
    to: memberOf(payload, 'to'),
    from: memberOf(payload, 'from'),
  });
}

/**
 * A report of the call to the destination, or of the call itself, whose reports come to the same address from the transfer
 * on. After the command `transfer` the two are connected when the destination answers; `call.bridged` may come before, with
 * what is heard while it rings: https://developers.telnyx.com/api-reference/call-commands/transfer-call.
 */
export function readTransfer(
  credentials: Credentials,
  callback: RawCallback,
  now: Timestamp,
): TransferReading | undefined {
  if (!isSigned(credentials, callback, now)) return undefined;
  const data = dataOf(callback);
  const payload = memberOf(data, 'payload');
  if (!isOfTransfer(memberOf(payload, 'client_state'))) return readingOf(data);
  const event = memberOf(data, 'event_type');
  const status = event === 'call.bridged' ? 'connected' : legStatusOf(event, payload);
  const answered_by = answeredBy(event, memberOf(payload, 'result'));
  const leg_id = memberOf(payload, 'call_control_id');
  if (status === undefined) return { kind: 'ignored' };
  return {
    kind: 'transfer',
    status,
    ...(isId(leg_id) && { leg_id }),
    ...(answered_by && { answered_by }),
    ...(event === 'call.speak.ended' && { briefed: true as const }),
    ...(status === 'failed' && codeIn(payload, 'sip_hangup_cause', 'hangup_cause')),
  };
}

/** The end of a text is reported of one that was cut off by the end of the call, too. */
const legStatusOf = (event: unknown, payload: unknown): CallStatus | undefined =>
  event === 'call.speak.ended'
    ? memberOf(payload, 'status') === 'completed'
      ? 'answered'
      : undefined
    : statusOf(event, payload);

const dataOf = ({ body }: RawCallback): unknown => memberOf(reportIn(body), 'data');

function readingOf(data: unknown): CallbackReading {
  const payload = memberOf(data, 'payload');
  const carrierCallId = memberOf(payload, 'call_control_id');
  const event = memberOf(data, 'event_type');
  const agent = agentIn(event, payload);
  if (agent) return agent;
  const status = statusOf(event, payload);
  if (typeof carrierCallId !== 'string' || carrierCallId === '' || !status) {
    return { kind: 'ignored' };
  }
  const greeting_ended = /^call[.]machine[.](?:premium[.])?greeting[.]ended$/.test(String(event));
  const answered_by = greeting_ended ? 'machine' : answeredBy(event, memberOf(payload, 'result'));
  const occurredAt = memberOf(data, 'occurred_at');
  return {
    kind: 'status',
    status,
    carrier_call_id: carrierCallId,
    ...(answered_by && { answered_by }),
    ...(greeting_ended && { greeting_ended }),
    ...(event === 'call.playback.ended' && { message_ended: true as const }),
    ...(status === 'failed' && codeIn(payload, 'sip_hangup_cause', 'hangup_cause')),
    ...timeIn(typeof occurredAt === 'string' ? occurredAt : undefined),
  };
}

/**
 * Whether the stream of the next agent has begun: https://developers.telnyx.com/docs/voice/programmable-voice/voice-api-webhooks,
 * https://developers.telnyx.com/api-reference/callbacks/call-streaming-failed. The former agent's stream has another state.
 */
function agentIn(event: unknown, payload: unknown): AgentReading | undefined {
  const transfer_id = handoffIn(memberOf(payload, 'client_state'));
  if (transfer_id === undefined) return undefined;
  const reading = { kind: 'agent', transfer_id } as const;
  if (event === 'streaming.started') return { ...reading, is_connected: true };
  if (event !== 'streaming.failed') return undefined;
  return { ...reading, is_connected: false, ...codeIn(payload, 'failure_reason') };
}

/**
 * Whether a playback that ended was that of our message. An agent's own playback has another state, and one that was
 * canceled made room for another: https://developers.telnyx.com/api-reference/callbacks/call-playback-ended.
 */
const isMessage = (payload: unknown): boolean =>
  memberOf(payload, 'client_state') === messageState &&
  !String(memberOf(payload, 'status')).startsWith('cancelled');

function statusOf(event: unknown, payload: unknown): CallStatus | undefined {
  switch (event) {
    case 'call.initiated':
      return 'ringing';
    case 'call.answered':
      return 'answered';
    case 'call.machine.detection.ended':
    case 'call.machine.premium.detection.ended':
    case 'call.machine.greeting.ended':
    case 'call.machine.premium.greeting.ended':
      return 'answered';
    case 'call.playback.ended':
      return isMessage(payload) ? 'answered' : undefined;
    case 'call.hangup':
      return endings.get(String(memberOf(payload, 'hangup_cause'))) ?? 'failed';
    default:
      return undefined;
  }
}

/**
 * The result of machine detection, with the words of both kinds; anything but a person or a machine is unknown. Premium detection too
 * has none for a menu (`human_residence`, `human_business`, `machine`, `silence`, `fax_detected`, `not_sure`):
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
