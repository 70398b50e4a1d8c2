// The messages of the carriers' media streams, seen from the carrier.
import { memberOf, reportIn } from '../carriers/answers.ts';

export type StreamProtocol = 'twilio' | 'telnyx';

/** 20 ms of mu-law audio at 8 kHz, as both carriers send it. */
export const frameMs = 20;
export const frameBytes = 160;

/** A call as the messages of its stream name it. */
export interface StreamedCall {
  readonly stream_id: string;
  readonly call_id: string;
  readonly from_number: string | null;
  readonly to_number: string;
  /** What a runtime gets with the stream where the protocol has a place for it. The token among it is a secret. */
  readonly parameters: Readonly<Record<string, string>>;
}

interface Frame {
  readonly chunk: number;
  readonly timestamp_ms: number;
  readonly audio: Buffer;
}

/** Makes the messages to a runtime; each has the next sequence number. */
export interface StreamMessages {
  connected(): object;
  start(): object;
  media(frame: Frame): object;
  dtmf(digit: string): object;
  mark(name: string): object;
  stop(): object;
}

const account = 'simulated';

/** https://www.twilio.com/docs/voice/media-streams/websocket-messages */
function twilioMessages({ stream_id, call_id, parameters }: StreamedCall): StreamMessages {
  let sequence = 0;
  const message = (event: string, content: object) => ({
    event,
    sequenceNumber: String(++sequence),
    [event]: content,
    streamSid: stream_id,
  });
  const start = {
    accountSid: account,
    streamSid: stream_id,
    callSid: call_id,
    tracks: ['inbound'],
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
    customParameters: parameters,
  };
  return {
    connected: () => ({ event: 'connected', protocol: 'Call', version: '1.0.0' }),
    start: () => message('start', start),
    media: (frame) => message('media', mediaOf(frame)),
    dtmf: (digit) => message('dtmf', { track: 'inbound_track', digit }),
    mark: (name) => message('mark', { name }),
    stop: () => message('stop', { accountSid: account, callSid: call_id }),
  };
}

/** https://developers.telnyx.com/api-reference/websockets/stream-call-media-over-websocket */
function telnyxMessages(call: StreamedCall): StreamMessages {
  let sequence = 0;
  const message = (event: string, content: object) => ({
    event,
    sequence_number: String(++sequence),
    [event]: content,
    stream_id: call.stream_id,
  });
  const ids = { user_id: account, call_control_id: call.call_id };
  const start = {
    ...ids,
    call_session_id: call.call_id,
    from: call.from_number ?? 'anonymous',
    to: call.to_number,
    tags: [],
    client_state: null,
    custom_parameters: {},
    media_format: { encoding: 'PCMU', sample_rate: 8000, channels: 1 },
  };
  return {
    connected: () => ({ event: 'connected', version: '1.0.0' }),
    start: () => message('start', start),
    media: (frame) => message('media', mediaOf(frame)),
    dtmf: (digit) => message('dtmf', { digit }),
    mark: (name) => message('mark', { name }),
    stop: () => message('stop', ids),
  };
}

const mediaOf = ({ chunk, timestamp_ms, audio }: Frame) => ({
  track: 'inbound',
  chunk: String(chunk),
  timestamp: String(timestamp_ms),
  payload: audio.toString('base64'),
});

export const messagesOf = (protocol: StreamProtocol, call: StreamedCall): StreamMessages =>
  protocol === 'twilio' ? twilioMessages(call) : telnyxMessages(call);

/** A message of a runtime. One that the protocol does not know is skipped; one that cannot be read ends the stream. */
export type RuntimeMessage =
  | { readonly kind: 'media'; readonly audio: Buffer }
  | { readonly kind: 'mark'; readonly name: string }
  | { readonly kind: 'clear' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed'; readonly detail: string };

const malformed = (detail: string) => ({ kind: 'malformed', detail }) as const;

/** Longer names of marks are refused: they are kept until their audio was played. */
const maxNameLength = 1000;

/** Reads a text frame. Both protocols have the same three messages; the id of the stream that Twilio's name is the socket's. */
export function readMessage(text: string): RuntimeMessage {
  let message: unknown;
  try {
    message = reportIn(Buffer.from(text));
  } catch {
    return malformed('A message is not JSON.');
  }
  const event = memberOf(message, 'event');
  if (typeof event !== 'string') return malformed('A message has no `event`.');
  if (event === 'clear') return { kind: 'clear' };
  if (event === 'mark') {
    const name = memberOf(memberOf(message, 'mark'), 'name');
    return typeof name === 'string' && name.length <= maxNameLength
      ? { kind: 'mark', name }
      : malformed('A `mark` has no `name`, or a longer one than 1,000 characters.');
  }
  if (event !== 'media') return { kind: 'unknown' };
  const payload = memberOf(memberOf(message, 'media'), 'payload');
  if (typeof payload !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(payload))
    return malformed('The `payload` of a `media` message is not base64.');
  const audio = Buffer.from(payload, 'base64');
  // Headers of WAV files would be played as noise.
  return audio.subarray(0, 4).toString('latin1') === 'RIFF'
    ? malformed('The `payload` of a `media` message is a file, not bare mu-law audio.')
    : { kind: 'media', audio };
}
