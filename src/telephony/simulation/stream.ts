import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, type buildConnector, WebSocket } from 'undici';
import type { Person } from './person.ts';
import { createPlayback } from './playback.ts';
import {
  frameMs,
  messagesOf,
  readMessage,
  type StreamedCall,
  type StreamProtocol,
} from './stream-messages.ts';

/** What one runtime may cost. A stream beyond a bound is closed. */
export const streamLimits = {
  /** How long the opening of a socket may take, and the answer to its closing. */
  handshakeMs: 5000,
  /** A message: 98 seconds of audio. */
  messageBytes: 1_048_576,
  /** Audio that was not played yet: two minutes. */
  audioBytes: 960_000,
  /** Media messages and marks that were not played yet: two minutes in frames of 20 ms, each with a mark. */
  parts: 12_000,
  /** Messages at once, and how many of them come back each second. One counts again for each KiB of it. */
  messages: 15_000,
  messagesPerSecond: 500,
  /** Bytes that the runtime has not read: about 4 seconds. */
  unreadBytes: 65_536,
} as const;

/** Why a stream is over. */
export type StreamEnd =
  | { readonly by: 'person' | 'network' | 'runtime' }
  /** Twilio's code for the error: https://www.twilio.com/docs/api/errors. */
  | { readonly by: 'error'; readonly code: string; readonly detail: string };

export interface OpenStream {
  /** Resolves when the stream is over. Never rejects. */
  readonly over: Promise<StreamEnd>;
  /** Sends `stop` and closes the socket. */
  close(): void;
  /** Lets the person hear keys. */
  press(keys: string): void;
}

export interface StreamRequest extends StreamedCall {
  readonly url: string;
  readonly protocol: StreamProtocol;
  readonly person: Person;
  /** Gets each frame that the person hears. */
  readonly onHeard?: ((audio: Buffer) => void) | undefined;
}

const error = (code: string, detail: string): StreamEnd => ({ by: 'error', code, detail });

/** A process that was held up for longer skips what it has missed. */
const maxBehindFrames = 50;

/** Opens the socket of a stream; the reason if it cannot be opened. Never throws. */
export async function openStream(
  connector: buildConnector.connector,
  request: StreamRequest,
  signal: AbortSignal,
): Promise<OpenStream | StreamEnd> {
  let connection: Socket | undefined;
  const dispatcher = new Agent({
    connect: (options, callback) =>
      connector(options, (...result) => {
        connection = result[1] ?? undefined;
        callback(...result);
      }),
    webSocket: { maxPayloadSize: streamLimits.messageBytes, maxFragments: 1000 },
  });
  /** A runtime that does not answer the closing of its socket loses it. */
  const dispose = async (): Promise<void> => {
    await pause(streamLimits.handshakeMs, undefined, { ref: false });
    connection?.destroy();
    await dispatcher.destroy();
  };
  const opening = AbortSignal.any([signal, AbortSignal.timeout(streamLimits.handshakeMs)]);
  try {
    const socket = new WebSocket(request.url, { dispatcher });
    socket.binaryType = 'arraybuffer';
    const stream = await new Promise<OpenStream | undefined>((done) => {
      // The first message may come in the tick of the opening.
      socket.addEventListener('open', () =>
        done(opening.aborted ? undefined : converse(socket, request, dispose)),
      );
      for (const event of ['error', 'close'] as const)
        socket.addEventListener(event, () => done(undefined));
      opening.addEventListener('abort', () => done(undefined));
      if (opening.aborted) done(undefined);
    });
    if (stream) return stream;
    socket.close();
    connection?.destroy();
  } catch {
    // An address that undici refuses.
  }
  void dispatcher.destroy();
  return error('31920', 'The agent runtime did not open the stream.');
}

/** Lets the person and the runtime hear each other until one of them leaves. */
function converse(
  socket: WebSocket,
  request: StreamRequest,
  dispose: () => Promise<void>,
): OpenStream {
  const messages = messagesOf(request.protocol, request);
  const playback = createPlayback();
  const { promise: over, resolve } = Promise.withResolvers<StreamEnd>();
  const startedAt = performance.now();
  let [skipped, chunk, keys, isOver] = [0, 0, '', false];
  let [tokens, refilledAt] = [streamLimits.messages as number, startedAt];

  const send = (message: object): void => socket.send(JSON.stringify(message));

  function finish(end: StreamEnd): void {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    if (socket.readyState === WebSocket.OPEN) {
      send(messages.stop());
      socket.close(1000);
    }
    void dispose();
    resolve(end);
  }

  function step(): void {
    if (isOver) return;
    const { audio, marks } = playback.next();
    request.onHeard?.(audio);
    for (const name of marks) send(messages.mark(name));
    const act = request.person({ audio, keys });
    keys = '';
    chunk += 1;
    const timestamp_ms = (chunk - 1) * frameMs;
    send(messages.media({ chunk, timestamp_ms, audio: act.audio }));
    for (const digit of act.keys ?? '') send(messages.dtmf(digit));
    if (act.hangsUp) finish({ by: 'person' });
    if (socket.bufferedAmount > streamLimits.unreadBytes)
      finish(error('31924', 'The agent runtime does not read the stream.'));
  }

  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) / frameMs) - skipped;
    if (due - chunk > maxBehindFrames) skipped += due - chunk - 1;
    const frames = Math.min(due - chunk, maxBehindFrames);
    for (let stepped = 0; stepped < frames; stepped += 1) step();
  }, frameMs);

  /** Whether the runtime may send another message. */
  function takesMessage(length: number): boolean {
    const now = performance.now();
    const refill = ((now - refilledAt) / 1000) * streamLimits.messagesPerSecond;
    tokens = Math.min(streamLimits.messages, tokens + refill) - 1 - length / 1024;
    refilledAt = now;
    return tokens >= 0;
  }

  function receive(data: unknown): void {
    if (isOver) return;
    if (typeof data !== 'string') return finish(error('31924', 'A message is binary.'));
    if (!takesMessage(data.length))
      return finish(error('31924', 'The agent runtime sends more messages than a call can have.'));
    const message = readMessage(data);
    if (message.kind === 'malformed') return finish(error('31924', message.detail));
    if (message.kind === 'media') playback.add(message.audio);
    if (message.kind === 'mark') playback.mark(message.name);
    if (message.kind === 'clear') for (const name of playback.clear()) send(messages.mark(name));
    if (playback.bytes > streamLimits.audioBytes || playback.parts > streamLimits.parts)
      finish(error('31924', 'The agent runtime is more than two minutes ahead of the call.'));
  }

  socket.addEventListener('message', ({ data }) => receive(data));
  // undici does not tell its own refusals, such as of a message that is too long, from a lost connection.
  socket.addEventListener('close', ({ wasClean }) =>
    finish(
      wasClean
        ? { by: 'runtime' }
        : error('31921', 'The connection was lost, or a message was too long or not UTF-8.'),
    ),
  );
  send(messages.connected());
  send(messages.start());
  return {
    over,
    close: () => finish({ by: 'network' }),
    press: (pressed) => {
      keys += pressed;
    },
  };
}
