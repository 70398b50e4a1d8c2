import { createRequire } from 'node:module';
import type { Credentials } from '../credentials.ts';
import { codeIn, headerOf, incoming, isId, storable, textOf, timeIn } from './answers.ts';
import type {
  CallbackReading,
  CallStatus,
  InboundReading,
  RawCallback,
  TransferReading,
} from './carrier.ts';
import { answeredBy } from './twilio-status.ts';
import { legParameter, retries } from './twiml.ts';
import { Failure } from '../../errors.ts';

/** A part of the carrier's client, which the published package does not bring: loaded with the first callback. */
const loadValidation = (): typeof import('twilio/lib/webhooks/webhooks.js') =>
  createRequire(import.meta.url)('twilio/lib/webhooks/webhooks.js');

/** A carrier's callback has about thirty fields. */
const maxFields = 200;
const ampersand = '&'.charCodeAt(0);

/** Parses a form in one pass, each name with its values in order. Throws 413 for more than 200 fields. */
function readForm(bytes: Buffer): ReadonlyMap<string, readonly string[]> {
  let fields = 1;
  for (const byte of bytes) if (byte === ampersand) fields += 1;
  if (fields > maxFields) throw tooManyFields(fields);
  const form = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    const values = form.get(name);
    if (values) values.push(value);
    else form.set(name, [value]);
  }
  return form;
}

const tooManyFields = (fields: number): Failure =>
  new Failure({
    kind: 'too_large',
    code: 'payload_too_large',
    detail: `The form has ${fields} fields; the maximum is ${maxFields}.`,
    members: { limit_fields: maxFields },
  });

export const signatureHeader = 'x-twilio-signature';

const statuses: Readonly<Record<string, CallStatus>> = {
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
};

type Form = ReadonlyMap<string, readonly string[]>;

/**
 * The form of a request with a valid signature, which covers the whole URL and every parameter:
 * https://www.twilio.com/docs/usage/security. The URL is accepted with and without our fragment, since Twilio documents
 * neither. Its texts are as they can be stored.
 */
function signedForm(credentials: Credentials, callback: RawCallback): Form | undefined {
  const signature = headerOf(callback, signatureHeader);
  const token = textOf(credentials, 'auth_token');
  if (signature === undefined || token === '') return undefined;
  const form = readForm(callback.body);
  const { validateRequest } = loadValidation();
  const isSigned = ['', retries].some((fragment) =>
    validateRequest(token, signature, callback.url + fragment, parametersOf(form)),
  );
  if (!isSigned) return undefined;
  return new Map([...form].map(([name, values]) => [name, values.map(storable)]));
}

const parametersOf = (form: Form) =>
  Object.fromEntries(
    [...form].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );

export function readCallback(
  credentials: Credentials,
  callback: RawCallback,
): CallbackReading | undefined {
  const form = signedForm(credentials, callback);
  return form && readingOf(form);
}

/**
 * A call to one of the account's numbers rings until Twilio has a document for it; whatever else comes to the address is
 * a report: https://www.twilio.com/docs/voice/twiml#twilios-request-to-your-application.
 */
export function readInbound(
  credentials: Credentials,
  callback: RawCallback,
): InboundReading | undefined {
  const form = signedForm(credentials, callback);
  if (!form) return undefined;
  const first = (name: string) => form.get(name)?.[0];
  if (first('Direction') === 'inbound' && first('CallStatus') === 'ringing')
    return incoming(first('CallSid'), { to: first('To'), from: first('From') });
  return readingOf(form);
}

/**
 * The request for what the destination hears, or the result of its machine detection, which have addresses of their own. Else
 * a report of the call to the destination, which names the other one as its parent; the request for a document when it has
 * ended (https://www.twilio.com/docs/voice/twiml/dial#attributes-action); or a report of the call itself.
 */
export function readTransfer(
  credentials: Credentials,
  callback: RawCallback,
): TransferReading | undefined {
  const form = signedForm(credentials, callback);
  if (!form) return undefined;
  const first = (name: string) => form.get(name)?.[0];
  const leg = new URL(callback.url).searchParams.get(legParameter);
  if (leg === 'answered' || leg === 'briefed') return { kind: 'leg', briefed: leg === 'briefed' };
  if (leg !== null) {
    const answered_by = answeredBy(first('AnsweredBy'));
    return answered_by
      ? { kind: 'transfer', status: 'answered', answered_by }
      : { kind: 'ignored' };
  }
  const dialed = first('DialCallStatus');
  if (dialed === undefined && !first('ParentCallSid')) return readingOf(form);
  const status = dialed === 'answered' ? 'completed' : statusOf(dialed ?? first('CallStatus'));
  if (status === undefined) return { kind: 'ignored' };
  const leg_id = dialed === undefined ? first('CallSid') : first('DialCallSid');
  return {
    kind: 'transfer',
    status,
    ...(isId(leg_id) && { leg_id }),
    ...(status === 'failed' && codeIn(parametersOf(form), 'SipResponseCode', 'ErrorCode')),
    ...(dialed !== undefined && {
      wants_document: true as const,
      ...(first('DialBridged') === 'false' && { unbridged: true as const }),
    }),
  };
}

function readingOf(form: Form): CallbackReading {
  const first = (name: string): string | undefined => form.get(name)?.[0];
  const carrierCallId = first('CallSid');
  // The end of a relay: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay#connect-action-url-callback.
  if (carrierCallId && first('SessionStatus') === 'failed')
    return {
      kind: 'status',
      status: 'completed',
      carrier_call_id: carrierCallId,
      agent_failed: true,
      ...codeIn(parametersOf(form), 'ErrorCode'),
    };
  const answered_by = answeredBy(first('AnsweredBy'));
  const callStatus = first('CallStatus');
  // The report of the machine detection has no status: a call that was not answered has no detection.
  const status = callStatus === undefined && answered_by ? 'answered' : statusOf(callStatus);
  return carrierCallId && status
    ? {
        kind: 'status',
        status,
        carrier_call_id: carrierCallId,
        ...(answered_by && { answered_by }),
        ...(status === 'answered' &&
          first('AnsweredBy')?.startsWith('machine_end_') && { greeting_ended: true as const }),
        ...(status === 'failed' && codeIn(parametersOf(form), 'SipResponseCode', 'ErrorCode')),
        ...timeIn(first('Timestamp')),
      }
    : { kind: 'ignored' };
}

const statusOf = (status: string | undefined): CallStatus | undefined =>
  status === undefined || !Object.hasOwn(statuses, status) ? undefined : statuses[status];
