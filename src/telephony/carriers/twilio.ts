import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import type { Credentials } from '../credentials.ts';
import { headerOf, lossOf, noCaller, refusalOf, textOf, timeIn, within } from './answers.ts';
import type {
  PlacementResult,
  CallbackReading,
  CallStatus,
  Carrier,
  RawCallback,
} from './carrier.ts';
import { readForm } from './form.ts';

const signatureHeader = 'x-twilio-signature';

/** The TwiML for an answered call if the configuration has no `voice_url`. */
const hangUp = '<Response><Hangup/></Response>';

/**
 * Twilio's Programmable Voice: https://www.twilio.com/docs/voice/api/call-resource. The account's own page
 * (`voice_url`) returns the TwiML for an answered call. Machine detection runs during the call and reports to the same
 * URL.
 */
export function createTwilio({ baseUrl }: { readonly baseUrl?: string } = {}): Carrier {
  const clientFor = createClients(baseUrl);
  return {
    async place(credentials, call) {
      if (call.from_number === null) return noCaller('Twilio');
      try {
        const client = await clientFor(credentials, call.timeout_ms);
        const voiceUrl = textOf(credentials, 'voice_url');
        const created = client.calls.create({
          to: call.to_number,
          from: call.from_number,
          ...(voiceUrl === '' ? { twiml: hangUp } : { url: voiceUrl }),
          statusCallback: call.callback_url,
          statusCallbackMethod: 'POST',
          statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
          machineDetection: 'Enable',
          asyncAmd: 'true',
          asyncAmdStatusCallback: call.callback_url,
          asyncAmdStatusCallbackMethod: 'POST',
        });
        const { sid } = await within(call.timeout_ms, created);
        return typeof sid === 'string' && sid !== ''
          ? { kind: 'accepted', carrier_call_id: sid }
          : { kind: 'unknown', detail: 'Twilio accepted the call but returned no call id.' };
      } catch (error) {
        return failureOf(error);
      }
    },
    signatureHeaders: [signatureHeader],
    read: readCallback,
  };
}

/** The client is loaded on the first call: loading takes a quarter of a second, which most processes never need. */
function createClients(baseUrl: string | undefined) {
  // One client per timeout, so that connections are reused; a single request cannot have its own timeout.
  const connections = new Map<number, InstanceType<TwilioModule['RequestClient']>>();
  return async (credentials: Credentials, timeout: number) => {
    const { default: twilio } = await import('twilio');
    const kept = connections.get(timeout);
    const httpClient =
      kept ?? new twilio.RequestClient({ timeout, autoRetry: false, maxSockets: 100 });
    if (!kept) connections.set(timeout, httpClient);
    const client = twilio(textOf(credentials, 'account_sid'), textOf(credentials, 'auth_token'), {
      httpClient,
      autoRetry: false,
      logLevel: 'silent',
    });
    if (baseUrl !== undefined) client.api.baseUrl = baseUrl;
    return client;
  };
}

type TwilioModule = typeof import('twilio');

function failureOf(error: unknown): PlacementResult {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') {
    return lossOf('Twilio', error);
  }
  const code = 'code' in error && typeof error.code === 'number' ? String(error.code) : undefined;
  return refusalOf('Twilio', error.status, code);
}

const statuses: Readonly<Record<string, CallStatus>> = {
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
};

/** The signature covers the whole URL and every form parameter: https://www.twilio.com/docs/usage/security. */
function readCallback(
  credentials: Credentials,
  callback: RawCallback,
): CallbackReading | undefined {
  const signature = headerOf(callback, signatureHeader);
  const token = textOf(credentials, 'auth_token');
  if (signature === undefined || token === '') return undefined;
  const form = readForm(callback.body);
  const parameters = Object.fromEntries(
    [...form].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
  if (!validateRequest(token, signature, callback.url, parameters)) return undefined;
  const first = (name: string): string | undefined => form.get(name)?.[0];
  const carrierCallId = first('CallSid');
  const status = statusOf(first('CallStatus'), first('AnsweredBy') ?? '');
  return carrierCallId && status
    ? {
        kind: 'status',
        status,
        carrier_call_id: carrierCallId,
        ...timeIn(first('Timestamp')),
      }
    : { kind: 'ignored' };
}

/** The machine detection report has no status; the final report repeats who answered. */
function statusOf(status: string | undefined, answeredBy: string): CallStatus | undefined {
  const isMachine = answeredBy.startsWith('machine_') || answeredBy === 'fax';
  if (isMachine && (status === undefined || status === 'completed')) return 'voicemail';
  return status === undefined || !Object.hasOwn(statuses, status) ? undefined : statuses[status];
}
