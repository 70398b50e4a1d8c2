import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, type buildConnector, WebSocket } from 'undici';

/** 20 ms: how often both sides of a conversation go on. */
export const stepMs = 20;

/** What one runtime may cost. A connection beyond a bound is closed. */
const connectionLimits = {
  /** How long the opening of a socket may take, and the answer to its closing. */
  handshakeMs: 5000,
  /** Messages at once, and how many of them come back each second. One counts again for each KiB of it. */
  messages: 15_000,
  messagesPerSecond: 500,
  /** Bytes that the runtime has not read: about 4 seconds of audio. */
  unreadBytes: 65_536,
} as const;

/** Why a conversation is over. */
export type StreamEnd =
  | { readonly by: 'person' | 'network' }
  /** With what a runtime leaves to what follows a relay, which is not logged. */
  | { readonly by: 'runtime'; readonly handoff?: string | undefined }
  /** Twilio's code for the error: https://www.twilio.com/docs/api/errors. */
  | { readonly by: 'error'; readonly code: string; readonly detail: string };

export interface OpenStream {
  /** Resolves when the stream is over. Never rejects. */
  readonly over: Promise<StreamEnd>;
  /** Takes leave of the runtime and closes the socket. */
  close(): void;
  /** Lets the person hear keys. */
  press(keys: string): void;
}

/** What a conversation does with its connection. */
export interface Line {
  readonly send: (message: object) => void;
  /** Ends the conversation, with a reason for the runtime, if any. */
  readonly finish: (end: StreamEnd, reason?: string) => void;
}

/** A conversation in the messages of one protocol. */
export interface Conversing {
  /** Called each 20 ms. */
  step(): void;
  receive(text: string): void;
  press(keys: string): void;
  /** The last message to a runtime whose call goes on without it, or has ended. */
  readonly goodbye?: () => object;
}

export interface Protocol {
  readonly converse: (line: Line) => Conversing;
  /** The largest message. */
  readonly messageBytes: number;
  /** Twilio's codes: the socket was not opened, was lost, and brought what cannot be read, or too much. */
  readonly codes: Readonly<Record<'unopened' | 'lost' | 'broken', string>>;
}

/** Whether a runtime closes with an error: https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1. */
const isError = (code: number): boolean => code === 1002 || code === 1003 || code >= 1007;

const error = (code: string, detail: string): StreamEnd => ({ by: 'error', code, detail });

/** A process that was held up for longer skips what it has missed. */
const maxBehindSteps = 50;

/** Opens the socket of a conversation; the reason if it cannot be opened. Never throws. */
export async function openConnection(
  connector: buildConnector.connector,
  { url, ...protocol }: Protocol & { readonly url: string },
  signal: AbortSignal,
): Promise<OpenStream | StreamEnd> {
  let connection: Socket | undefined;
  const dispatcher = new Agent({
    connect: (options, callback) =>
      connector(options, (...result) => {
        connection = result[1] ?? undefined;
        callback(...result);
      }),
    webSocket: { maxPayloadSize: protocol.messageBytes, maxFragments: 1000 },
  });
  /** A runtime that does not answer the closing of its socket loses it. */
  const dispose = async (): Promise<void> => {
    await pause(connectionLimits.handshakeMs, undefined, { ref: false });
    connection?.destroy();
    await dispatcher.destroy();
  };
  const opening = AbortSignal.any([signal, AbortSignal.timeout(connectionLimits.handshakeMs)]);
  try {
    const socket = new WebSocket(url, { dispatcher });
    socket.binaryType = 'arraybuffer';
    const stream = await new Promise<OpenStream | undefined>((done) => {
      // The first message may come in the tick of the opening.
      socket.addEventListener('open', () =>
        done(opening.aborted ? undefined : begin(socket, protocol, dispose)),
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
  return error(protocol.codes.unopened, 'The agent runtime did not open the stream.');
}

/** Lets the person and the runtime talk until one of them leaves. */
function begin(
  socket: WebSocket,
  { converse, codes }: Protocol,
  dispose: () => Promise<void>,
): OpenStream {
  const { promise: over, resolve } = Promise.withResolvers<StreamEnd>();
  const startedAt = performance.now();
  let [skipped, stepped, isOver] = [0, 0, false];
  let [tokens, refilledAt] = [connectionLimits.messages as number, startedAt];

  const line: Line = {
    send: (message) => socket.send(JSON.stringify(message)),
    finish(end, reason) {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      if (socket.readyState === WebSocket.OPEN) {
        if (conversing.goodbye) line.send(conversing.goodbye());
        socket.close(1000, reason);
      }
      void dispose();
      resolve(end);
    },
  };

  function step(): void {
    if (isOver) return;
    stepped += 1;
    conversing.step();
    if (socket.bufferedAmount > connectionLimits.unreadBytes)
      line.finish(error(codes.broken, 'The agent runtime does not read the stream.'));
  }

  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) / stepMs) - skipped;
    if (due - stepped > maxBehindSteps) skipped += due - stepped - 1;
    const steps = Math.min(due - stepped, maxBehindSteps);
    for (let made = 0; made < steps; made += 1) step();
  }, stepMs);

  /** Whether the runtime may send another message. */
  function takesMessage(length: number): boolean {
    const now = performance.now();
    const refill = ((now - refilledAt) / 1000) * connectionLimits.messagesPerSecond;
    tokens = Math.min(connectionLimits.messages, tokens + refill) - 1 - length / 1024;
    refilledAt = now;
    return tokens >= 0;
  }

  function receive(data: unknown): void {
    if (isOver) return;
    if (typeof data !== 'string') return line.finish(error(codes.broken, 'A message is binary.'));
    if (takesMessage(data.length)) return conversing.receive(data);
    const detail = 'The agent runtime sends more messages than a call can have.';
    line.finish(error(codes.broken, detail));
  }

  socket.addEventListener('message', ({ data }) => receive(data));
  // undici does not tell its own refusals, such as of a message that is too long, from a lost connection.
  socket.addEventListener('close', ({ wasClean, code }) =>
    line.finish(
      wasClean && !isError(code)
        ? { by: 'runtime' }
        : error(
            codes.lost,
            'The connection was lost or closed with an error, or a message was too long or not UTF-8.',
          ),
    ),
  );
  const conversing = converse(line);
  return {
    over,
    close: () => line.finish({ by: 'network' }),
    press: (keys) => conversing.press(keys),
  };
}
