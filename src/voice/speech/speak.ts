import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { badGateway, gatewayTimeout, invalid, overloaded, tooManyAtOnce } from '../../errors.ts';
import { type Capacity, type FairShares, takeFairly } from '../../fairness/capacity.ts';
import { createSlots, type Slots } from '../../fairness/fair-slots.ts';
import type { Spool } from '../../storage/spool.ts';
import type { Audio } from '../audio/audio.ts';
import type { For } from '../audio/pool.ts';
import { type Engine, EngineFault, type SpeechRequest } from '../engines/engine.ts';
import { engineUnavailable } from '../engines/engines.ts';
import { samplesOf } from '../generations/generator.ts';
import { bytesPerSample, type Pcm } from '../generations/wav-rules.ts';
import { encoded, type Format } from './encoding.ts';

/** A sentence that is longer is divided, so that the first byte does not wait for much. */
export const maxSentenceCharacters = 300;
const maxSentenceSeconds = 60;
/** A minute at 48 kHz, in two channels. */
const maxSentenceBytes = maxSentenceSeconds * 48_000 * 2 * bytesPerSample;
const tooLong = 'The engine sent more than a minute of audio for a sentence.';
/** How many texts are spoken at once in this process. Each holds the audio of one sentence. */
const maxStreams = { perOrganization: 50, inAll: 200 } as const;

/** The turns at the engines of a process. */
export interface Turns {
  readonly slots: Slots<number>;
  /** The maximum time that an engine gets for a sentence, and the maximum wait for its turn. */
  readonly sentenceMs: number;
}

export const createTurns = ({ atOnce = 4, sentenceMs = 20_000 } = {}): Turns => ({
  sentenceMs,
  // An organization leaves a slot to the others.
  slots: createSlots({
    total: atOnce,
    perKey: () => Math.max(1, atOnce - 1),
    waiting: maxStreams.inAll,
    waitingPerLine: maxStreams.perOrganization,
    refusal: tooMuch,
  }),
});

export interface SpeechParts {
  readonly inProgress: Capacity;
  readonly log: Logger;
  readonly audio: Audio;
  readonly spool: Spool;
  readonly turns: Turns;
}

export interface Speech {
  readonly engine: Engine;
  readonly sentences: readonly string[];
  readonly request: Omit<SpeechRequest, 'text'>;
  readonly format: Format;
  /** The member of the request that names the voice, with its value; absent: a profile does. */
  readonly named?: readonly ['voice' | 'language', string] | undefined;
}

/** Speaks sentence by sentence, each when the one before has been read. Throws the problem of an engine that fails. */
export async function* speak(
  app: SpeechParts,
  whose: Required<For>,
  { engine, sentences, request, format, named }: Speech,
): AsyncGenerator<Buffer> {
  const release = takeFairly(app.inProgress, sharesOf(whose));
  try {
    for (const text of sentences)
      for (const block of encoded(await samples(app, whose, { engine, request, text }), format)) {
        yield block;
        // A fast client leaves the event loop to others too.
        await nextTurn();
      }
  } catch (error) {
    if (!(error instanceof EngineFault)) throw error;
    const { organization_id } = whose;
    const { code, message, said } = error;
    if (error.isVoiceUnknown && named) throw invalid(['body', named[0]], message, named[1]);
    app.log.warn({ organization_id, engine: engine.id, code, message, said }, 'an engine failed');
    throw problemOf(engine.id, error);
  } finally {
    release();
  }
}

async function samples(
  app: SpeechParts,
  whose: Required<For>,
  { engine, request, text }: Pick<Speech, 'engine' | 'request'> & { readonly text: string },
): Promise<Pcm> {
  const { slots, sentenceMs } = app.turns;
  const { organization_id } = whose;
  const patience = AbortSignal.timeout(sentenceMs);
  /** Set once the engine works. */
  let late: AbortSignal | undefined;
  try {
    const sent = await slots.run(organization_id, AbortSignal.any([whose.signal, patience]), () => {
      late = AbortSignal.timeout(sentenceMs);
      const signal = AbortSignal.any([whose.signal, late]);
      return engine.speak({ ...request, text, isLive: true }, signal);
    });
    const pcm = await samplesOf(sent, { ...app, whose });
    if (isTooLong(pcm)) throw new EngineFault('engine_failed', tooLong);
    return pcm;
  } catch (error) {
    if (whose.signal.aborted) throw error;
    if (!late && patience.aborted) throw tooMuch();
    if (!late?.aborted) throw error;
    const seconds = sentenceMs / 1000;
    const detail = `The engine "${engine.id}" took more than ${seconds} seconds for a sentence.`;
    throw new EngineFault('engine_timeout', detail);
  }
}

const isTooLong = ({ samples, sample_rate, channels }: Pcm): boolean =>
  samples.length > maxSentenceBytes ||
  samples.length > maxSentenceSeconds * sample_rate * channels * bytesPerSample;

function problemOf(engine: string, { code, message }: EngineFault): Error {
  if (code === 'engine_unavailable') return engineUnavailable(engine, message);
  if (code === 'engine_timeout') return gatewayTimeout('speech_timeout', message);
  return badGateway('speech_failed', message, { engine });
}

const sharesOf = ({ organization_id }: For): FairShares => ({
  own: {
    name: `speech of organization ${organization_id}`,
    limit: maxStreams.perOrganization,
    refusal: tooMuch,
  },
  all: {
    name: 'speech',
    limit: maxStreams.inAll,
    refusal: () => overloaded('The server speaks as many texts as it can. Try again in 1 second.'),
  },
});

const tooMuch = () =>
  tooManyAtOnce('Too many texts of your organization are spoken at once. Try again in 1 second.');
