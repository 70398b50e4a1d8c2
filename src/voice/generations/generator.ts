import { rm, readFile, writeFile, type FileHandle, open } from 'node:fs/promises';
import { setInterval } from 'node:timers';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/connect.ts';
import { isStorageFull } from '../../db/errors.ts';
import { Failure } from '../../errors.ts';
import { createLeasedWork, type LeasedWork, Stopped } from '../../jobs/leased.ts';
import type { Spool } from '../../storage/spool.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Audio } from '../audio/audio.ts';
import { type Engine, EngineFault, audioInvalid, maxPartBytes } from '../engines/engine.ts';
import { type Files, refer } from '../files/files.ts';
import * as versions from '../versions/queries.ts';
import * as claims from './claim-queries.ts';
import { maxRunning, maxSeconds } from './rules.ts';
import { AudioFault } from '../audio/faults.ts';
import type { For } from '../audio/pool.ts';
import {
  bytesPerSample,
  type Pcm,
  readWav,
  headerBytes,
  secondsOf,
  wavHeader,
} from './wav-rules.ts';
import { partsOf } from '../engines/rules.ts';
import type { ClaimedGeneration } from './claim-queries.ts';

/** Writes the parts of a text to one WAV file, with a pause between them. */
interface Joining {
  /** Throws an EngineFault if the part has another format than the first one, or TooLong. */
  add(part: Pcm): Promise<void>;
  /** Completes the file and returns its seconds. */
  finish(): Promise<number>;
  /** Closes the file, complete or not. */
  close(): Promise<void>;
}

const pauseSeconds = 0.3;

async function joinTo(
  path: string,
  { maxSeconds }: { readonly maxSeconds: number },
): Promise<Joining> {
  const file: FileHandle = await open(path, 'w', 0o600);
  let format: Omit<Pcm, 'samples'> | undefined;
  let bytes = 0;
  /** A disk that fills up takes a part of what is written, and refuses only the next write. */
  async function put(content: Buffer, at: number): Promise<void> {
    for (let done = 0; done < content.length;) {
      const rest = content.length - done;
      done += (await file.write(content, done, rest, at + done)).bytesWritten;
    }
  }
  async function append(samples: Buffer): Promise<void> {
    await put(samples, headerBytes + bytes);
    bytes += samples.length;
  }
  return {
    async add({ samples, ...own }) {
      if (!format) format = own;
      else if (own.sample_rate !== format.sample_rate || own.channels !== format.channels)
        throw audioInvalid('Its parts have different sample rates or numbers of channels.');
      else await append(silence(format));
      await append(samples);
      if (secondsOf(format, bytes) > maxSeconds) throw new TooLong();
    },
    async finish() {
      if (!format) throw audioInvalid('There is none.');
      await put(wavHeader(format, bytes), 0);
      await file.sync();
      return secondsOf(format, bytes);
    },
    close: () => file.close(),
  };
}

/** More audio than a generation can have. */
class TooLong extends Error {}

const silence = ({ sample_rate, channels }: Omit<Pcm, 'samples'>): Buffer =>
  Buffer.alloc(Math.round(sample_rate * pauseSeconds) * channels * bytesPerSample);

interface Speaking {
  readonly engine: Engine;
  /** The samples of what the engine sent. */
  readonly samplesOf: (sent: Buffer) => Promise<Pcm>;
  /** Where the WAV file is written. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** Called before the first part and after each. */
  readonly done: (parts: { readonly parts: number; readonly parts_done: number }) => Promise<void>;
}

/** Speaks a text part by part into one file, and returns its seconds. Throws an EngineFault or TooLong. */
async function speak(
  generation: ClaimedGeneration,
  { engine, samplesOf, path, signal, done }: Speaking,
): Promise<number> {
  const { text, language, voice, model, seed } = generation;
  const texts = partsOf(text, language, engine.maxPartCharacters);
  const instruct = engine.supportsInstruct ? instructionsOf(generation) : null;
  const joining = await joinTo(path, { maxSeconds });
  try {
    await done({ parts: texts.length, parts_done: 0 });
    for (const [index, part] of texts.entries()) {
      signal.throwIfAborted();
      const request = { text: part, language, voice, model, seed, instruct };
      await joining.add(await samplesOf(await engine.speak(request, signal)));
      await done({ parts: texts.length, parts_done: index + 1 });
    }
    return await joining.finish();
  } finally {
    await joining.close();
  }
}

/** What is known about a designed voice, and how this text is to be spoken. */
export function instructionsOf({
  design_prompt,
  instruct,
}: Pick<ClaimedGeneration, 'design_prompt' | 'instruct'>): string | null {
  const known = [design_prompt, instruct].filter((each) => each !== null);
  return known.length === 0 ? null : known.join('\n');
}

/** A part is at most a thousand characters, which nobody speaks for so long. */
const maxPartSeconds = 600;

interface Tools {
  readonly audio: Audio;
  readonly spool: Spool;
  readonly whose: For;
}

/** The samples of what an engine sent, converted to 16 bits if they have others. Throws an EngineFault. */
export async function samplesOf(sent: Buffer, { audio, spool, whose }: Tools): Promise<Pcm> {
  const own = readWav(sent);
  if (own) return own;
  const [source, target] = [await spool.newPath(), await spool.newPath()];
  try {
    await writeFile(source, sent, { mode: 0o600 });
    const files = { source, target, maxSeconds: maxPartSeconds };
    const { frames, channels } = await audio.convert(whose, files);
    if (frames * channels * bytesPerSample > maxPartBytes)
      throw new EngineFault('engine_failed', 'The engine sent more audio than a part can have.');
    const converted = readWav(await readFile(target));
    if (!converted) throw new Error('A converted recording cannot be read.');
    return converted;
  } catch (error) {
    throw error instanceof AudioFault ? audioInvalid(error.message) : error;
  } finally {
    await Promise.all([source, target].map((path) => rm(path, { force: true })));
  }
}

/** Speaks this process's share of the generations. */
export interface Generator extends Pick<LeasedWork<string>, 'fill' | 'settled' | 'stop'> {
  /** Stops a generation that is in progress in this process and was canceled or deleted. */
  abort(id: string): void;
}

interface GeneratorParts {
  readonly db: Db;
  readonly log: Logger;
  readonly audio: Audio;
  readonly engines: readonly Engine[];
  readonly files: Files;
  readonly spool: Spool;
  readonly now: () => Timestamp;
}

/** How often a claim is renewed, and a cancellation by another process noticed. */
const renewEveryMs = 2000;

export function createGenerator(parts: GeneratorParts): Generator {
  const works = createLeasedWork<claims.ClaimedGeneration, string>({
    atOnce: maxRunning.perProcess,
    claim: () => parts.db.transaction().execute((trx) => claims.claim(trx, parts.now())),
    keyOf: ({ id }) => id,
    work: (claimed, own) => work(parts, claimed, own),
    unclaimed: (err) => parts.log.warn({ err }, 'generations could not be claimed'),
    failed: (err, { id }) =>
      parts.log.error({ err, generation_id: id }, 'a generation was interrupted'),
  });
  return { ...works, abort: (id) => works.abort(id, new Lost()) };
}

/** The claim no longer holds: the generation was canceled or deleted, or another process has taken it. */
class Lost extends Error {}

async function work(
  parts: GeneratorParts,
  claimed: claims.ClaimedGeneration,
  stopping: AbortController,
): Promise<void> {
  const { db, now } = parts;
  const { signal } = stopping;
  const renewing = setInterval(() => {
    // A database that is away for longer than the lease lets another process take the generation.
    claims.renew(db, claimed, now()).then(
      (holds) => !holds && stopping.abort(new Lost()),
      () => {},
    );
  }, renewEveryMs);
  try {
    await generate(parts, claimed, signal);
  } catch (error) {
    if (signal.reason instanceof Lost || error instanceof Lost) return;
    if (signal.reason instanceof Stopped) return void (await claims.giveBack(db, claimed));
    const known = errorOf(error);
    const { id: generation_id, engine } = claimed;
    if (!known || isStorageFull(error))
      parts.log.error({ err: error, generation_id }, 'a generation failed');
    else if (error instanceof EngineFault)
      parts.log.warn({ generation_id, engine, said: error.said, ...known }, 'an engine failed');
    await claims.fail(db, claimed, known ?? internalError, now());
  } finally {
    clearInterval(renewing);
  }
}

async function generate(
  { db, audio, engines, files, spool, now }: GeneratorParts,
  claimed: claims.ClaimedGeneration,
  signal: AbortSignal,
): Promise<void> {
  const { organization_id } = claimed;
  const engine = engines.find(({ id }) => id === claimed.engine);
  const reason = engine ? await engine.unavailable() : 'This service has no such engine.';
  if (!engine || reason !== undefined) throw new EngineFault('engine_unavailable', reason ?? '');
  const path = await spool.newPath();
  try {
    const duration = await speak(claimed, {
      engine,
      samplesOf: (sent) => samplesOf(sent, { audio, spool, whose: { organization_id, signal } }),
      path,
      signal,
      async done(progress) {
        if (!(await claims.saveProgress(db, claimed, progress))) throw new Lost();
      },
    });
    signal.throwIfAborted();
    const file = await files.keep(organization_id, await spool.measure(path), 'audio/wav');
    signal.throwIfAborted();
    const at = now();
    await db.transaction().execute(async (trx) => {
      if (!(await claims.complete(trx, claimed, { duration, now: at }))) throw new Lost();
      await refer(trx, organization_id, file.id);
      await versions.insert(trx, {
        id: uuid(),
        organization_id,
        generation_id: claimed.id,
        label: 'Original',
        file_id: file.id,
        duration,
        is_default: true,
        created_at: at,
      });
    });
  } finally {
    await rm(path, { force: true });
  }
}

const internalError = {
  error_code: 'internal_error',
  error_message: 'Something failed on our side. Generate it again.',
} as const;

/** What the caller may know of an error; undefined for one that is ours. */
function errorOf(error: unknown) {
  if (error instanceof EngineFault) return { error_code: error.code, error_message: error.message };
  if (error instanceof TooLong)
    return { error_code: 'too_long', error_message: 'The audio is longer than an hour.' } as const;
  if (error instanceof Failure && error.problem.code === 'limit_reached')
    return { error_code: 'limit_reached', error_message: error.problem.detail } as const;
  if (isStorageFull(error))
    return {
      error_code: 'storage_full',
      error_message: 'The service has no room on its disk. Generate it again later.',
    } as const;
  return undefined;
}
