import type { KeyObject } from 'node:crypto';
import { invalid } from '../../errors.ts';
import { withTimeout } from '../../time/with-timeout.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Credentials } from '../credentials.ts';
import { paceIn, talkMs } from '../simulation/call-rules.ts';
import { signaturePurpose } from '../simulation/callbacks.ts';
import type { Line } from '../simulation/connecting.ts';
import type { SimulatedNetwork } from '../simulation/network.ts';
import { isSigned, signatureHeader } from '../simulation/signature.ts';
import { addressOf } from './agent.ts';
import {
  codeIn,
  commandFrom,
  incoming,
  isId,
  memberOf,
  reportIn,
  silent,
  statusFrom,
  textOf,
} from './answers.ts';
import type {
  CallbackReading,
  CallStatus,
  Carrier,
  HandoffResult,
  InboundDecision,
  RawCallback,
  TransferReading,
} from './carrier.ts';
import { connectingTo, inboundDocument, response } from './twiml.ts';

const statuses: readonly CallStatus[] = [
  'ringing',
  'answered',
  'completed',
  'busy',
  'no_answer',
  'failed',
  'canceled',
];

const lost = { kind: 'unknown', detail: 'The network did not answer.' } as const;

/** The built-in network as an ordinary carrier. */
export function createSimulated(network: SimulatedNetwork, secrets: Secrets): Carrier {
  const keys = secrets.keysFor(signaturePurpose);
  return {
    place: (credentials, call) =>
      network.place(lineOf(credentials), configurationIn(call.callback_url), call),
    status: (credentials, query) =>
      statusFrom('The network', () =>
        withTimeout(query.timeout_ms, network.status(paceIn(credentials), query), () =>
          silent('The network did not answer in time.'),
        ),
      ),
    hangUp: (credentials, { carrier_call_id, timeout_ms }) =>
      withTimeout(
        timeout_ms,
        commandFrom('The network', () => network.hangUp(paceIn(credentials), carrier_call_id)),
        () => ({ kind: 'failed' as const, detail: 'The network did not answer in time.' }),
      ),
    leaveMessage: (_credentials, { carrier_call_id, timeout_ms }) =>
      withTimeout(
        timeout_ms,
        commandFrom('The network', () => network.leaveMessage(carrier_call_id)),
        () => ({ kind: 'failed' as const, detail: 'The network did not answer in time.' }),
      ),
    sendKeys: (credentials, { timeout_ms, ...request }) =>
      withTimeout(
        timeout_ms,
        commandFrom('The network', () => network.sendKeys(paceIn(credentials), request)),
        () => ({ kind: 'failed' as const, detail: 'The network did not answer in time.' }),
      ),
    transfer: (credentials, request) => network.transfer(paceIn(credentials), request),
    leg: {
      brief: (_credentials, { leg_id }) => commandFrom('The network', () => network.brief(leg_id)),
      connect: (_credentials, { leg_id }) =>
        commandFrom('The network', () => network.connect(leg_id)),
      hangUp: (_credentials, { leg_id }) =>
        commandFrom('The network', () => network.recall(leg_id)),
    },
    legDocument: () => response(),
    recall: (_credentials, { leg_id }) =>
      commandFrom('The network', async () => leg_id !== null && network.recall(leg_id)),
    handOff: (credentials, { timeout_ms, ...request }) =>
      withTimeout(
        timeout_ms,
        network.handOff(lineOf(credentials), request).catch((): HandoffResult => lost),
        () => lost,
      ),
    readTransfer: (_credentials, callback) =>
      isSignedBy(keys, callback) ? transferIn(readObject(callback.body)) : undefined,
    afterTransfer: () => response(),
    signatureHeaders: [signatureHeader],
    read: (_credentials, callback) =>
      isSignedBy(keys, callback) ? readingOf(readObject(callback.body)) : undefined,
    readInbound(_credentials, callback) {
      if (!isSignedBy(keys, callback)) return undefined;
      const report = readObject(callback.body);
      return report.direction === 'inbound'
        ? incoming(report.call_id, { to: report.to, from: report.from })
        : readingOf(report);
    },
    answersWithDocument: false,
    // Without a runtime the network talks with nobody, as in calls that it gets.
    hasRuntime: () => true,
    answer: async (credentials, { decision }) => ({
      document: documentOf(credentials, decision),
      result: { kind: 'accepted' },
    }),
  };
}

/** As Twilio's document; a stream as Telnyx's has the members of the call in its address. */
function documentOf(credentials: Credentials, decision: InboundDecision): string {
  const { voice_url, stream_url, stream_protocol, relay_url } = lineOf(credentials);
  const isTelnyx = stream_protocol === 'telnyx' && voice_url === null && stream_url !== null;
  if (isTelnyx && decision.kind === 'connect')
    return response(connectingTo(addressOf(stream_url, decision.agent)));
  return inboundDocument(decision, {
    voiceUrl: voice_url ?? '',
    streamUrl: stream_url ?? '',
    relayUrl: relay_url ?? '',
  });
}

function isSignedBy(keys: readonly KeyObject[], { url, headers, body }: RawCallback): boolean {
  const signature = headers[signatureHeader];
  return typeof signature === 'string' && isSigned(keys, { url, body, signature });
}

function readingOf(report: Report): CallbackReading {
  const { call_id, status, answered_by, greeting, message, consent, agent } = report;
  const known = statuses.find((each) => each === status);
  if (known === undefined || typeof call_id !== 'string') return { kind: 'ignored' };
  return {
    kind: 'status',
    status: known,
    carrier_call_id: call_id,
    ...(answered_by === 'machine' && { answered_by }),
    ...(greeting === 'ended' && { greeting_ended: true as const }),
    ...(message === 'ended' && { message_ended: true as const }),
    ...(typeof consent === 'boolean' && { consent }),
    ...(agent === 'failed' && { agent_failed: true as const }),
    ...codeIn(report, 'code'),
  };
}

function transferIn({ transfer, answered_by, briefing, leg, code }: Report): TransferReading {
  const status = [...statuses, 'connected' as const].find((each) => each === transfer);
  if (status === undefined) return { kind: 'ignored' };
  const who = answerers.find((each) => each === answered_by);
  return {
    kind: 'transfer',
    status,
    ...(isId(leg) && { leg_id: leg }),
    ...(who && { answered_by: who }),
    ...(briefing === 'ended' && { briefed: true as const }),
    ...codeIn({ code }, 'code'),
  };
}

const answerers = ['human', 'machine', 'unknown'] as const;

interface Report {
  /** The state of the call to the destination of a transfer. */
  readonly transfer?: unknown;
  /** The network's id of that call. */
  readonly leg?: unknown;
  /** Whether the destination has heard its text. */
  readonly briefing?: unknown;
  readonly call_id?: unknown;
  readonly status?: unknown;
  readonly answered_by?: unknown;
  readonly greeting?: unknown;
  readonly message?: unknown;
  readonly consent?: unknown;
  /** Whether the agent runtime failed, which ended the call. */
  readonly agent?: unknown;
  /** For a call that somebody places to a number. */
  readonly direction?: unknown;
  readonly to?: unknown;
  readonly from?: unknown;
  /** Why the call ended, as a SIP response code, or Twilio's code for what its agent runtime did. */
  readonly code?: unknown;
}

function readObject(body: Buffer): Report {
  const value = reportIn(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.keys(value).map((name) => [name, memberOf(value, name)]));
  throw invalid(['body'], 'Must be an object with `call_id` and `status`.');
}

export const lineOf = (credentials: Credentials): Line => ({
  ...paceIn(credentials),
  voice_url: textOf(credentials, 'voice_url') || null,
  stream_url: textOf(credentials, 'stream_url') || null,
  stream_protocol: textOf(credentials, 'stream_protocol') === 'telnyx' ? 'telnyx' : 'twilio',
  relay_url: textOf(credentials, 'relay_url') || null,
  taken_ms: credentials['talk_ms'] === undefined ? talkMs : null,
});

/** The callback URL contains the configuration's id, as `callbackUrl` builds it. */
const configurationIn = (url: string): number => Number(new URL(url).pathname.split('/').at(-1));
