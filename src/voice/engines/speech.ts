import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { retryAfterMs } from '../../time/retry-after.ts';
import type { SpeechServer } from '../../system/settings.ts';
import { type Engine, EngineFault, maxPartBytes, type SpeechRequest } from './engine.ts';
import { messageIn } from './rules.ts';

export interface SpeechOptions {
  /** Maximum duration of a request. */
  readonly timeoutMs?: number;
  /** The pauses before further attempts where the server names none. */
  readonly pausesMs?: readonly number[];
}

const defaultTimeoutMs = 120_000;
const defaultPausesMs = [1000, 4000, 15_000];
/** A server that wants a longer pause is not waited for. */
const maxPauseMs = 60_000;
const maxErrorBytes = 16_384;
const retried = [429, 500, 502, 503, 504];

/** A server with the speech interface of OpenAI, `POST /v1/audio/speech`. */
export function createSpeech(
  server: SpeechServer | undefined,
  options: SpeechOptions = {},
): Engine {
  return {
    id: server?.engine ?? 'openai',
    name: 'A server with the OpenAI speech interface',
    supportsSeed: false,
    supportsInstruct: true,
    maxPartCharacters: 1000,
    unavailable: async () =>
      server ? undefined : 'No speech server is set up (SPEECH_URL is not set).',
    speak: (request, signal) => {
      if (!server) throw new EngineFault('engine_unavailable', 'No speech server is set up.');
      return speak(server, options, request, signal);
    },
  };
}

/** An attempt: the audio, or why there is none and whether and when another one may succeed. */
type Attempt =
  | { readonly audio: Buffer }
  | {
      readonly fault: EngineFault;
      readonly isRetried: boolean;
      readonly afterMs?: number | undefined;
    };

async function speak(
  server: SpeechServer,
  { timeoutMs = defaultTimeoutMs, pausesMs = defaultPausesMs }: SpeechOptions,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  for (let tried = 0; ; tried += 1) {
    const attempt = await post(server, timeoutMs, request, signal);
    if ('audio' in attempt) return attempt.audio;
    const pauseMs = request.isLive ? undefined : pausesMs[tried];
    if (!attempt.isRetried || pauseMs === undefined) throw attempt.fault;
    await pause(attempt.afterMs ?? pauseMs, undefined, { signal });
  }
}

async function post(
  server: SpeechServer,
  timeoutMs: number,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<Attempt> {
  const agent = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { origin, pathname } = new URL(server.url);
    const answer = await agent.request({
      origin,
      path: `${pathname.replace(/(\/v1)?\/*$/, '')}/v1/audio/speech`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'audio/wav',
        ...(server.apiKey !== undefined && { authorization: `Bearer ${server.apiKey}` }),
      },
      body: JSON.stringify(bodyOf(server, request)),
      signal: AbortSignal.any([signal, late]),
    });
    if (answer.statusCode === 200) {
      const audio = await read(answer.body, maxPartBytes);
      if (audio) return { audio };
      const message = 'The speech server sent more audio than a part can have.';
      return { fault: new EngineFault('engine_failed', message), isRetried: false };
    }
    const text = (await read(answer.body, maxErrorBytes))?.toString() ?? '';
    const said = messageIn(text, server.apiKey);
    const message = `The speech server answered ${answer.statusCode}.`;
    const afterMs = retryAfterMs(answer.headers, Infinity);
    return {
      fault: new EngineFault('engine_failed', message, { said }),
      isRetried: retried.includes(answer.statusCode) && (afterMs ?? 0) <= maxPauseMs,
      afterMs,
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return late.aborted
      ? {
          fault: new EngineFault('engine_timeout', 'The speech server took too long.'),
          isRetried: false,
        }
      : { fault: unreachable(error), isRetried: true };
  } finally {
    await agent.destroy();
  }
}

/** The cause may contain the address, but never the key: headers are in no error. */
const unreachable = (cause: unknown) =>
  new EngineFault(
    'engine_failed',
    'The speech server could not be reached, or closed the connection before its answer was complete.',
    { cause, said: cause instanceof Error ? cause.message : undefined },
  );

const bodyOf = (server: SpeechServer, { text, voice, model, instruct }: SpeechRequest) => ({
  model: model ?? server.model,
  input: text,
  voice: voice ?? server.voice,
  response_format: 'wav',
  ...(instruct !== null && { instructions: instruct }),
});

/** All bytes, or undefined if there are more than allowed. */
async function read(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
