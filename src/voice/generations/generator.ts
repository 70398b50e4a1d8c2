import { rm } from 'node:fs/promises';
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
import { type Engine, EngineFault } from '../engines/engine.ts';
import { type Files, refer } from '../files/files.ts';
import * as versions from '../versions/queries.ts';
import * as claims from './claim-queries.ts';
import { TooLong } from './join.ts';
import { samplesOf } from './part.ts';
import { maxRunning } from './rules.ts';
import { speak } from './speak.ts';

/** Speaks this process's share of the generations. */
export interface Generator extends Pick<LeasedWork<string>, 'fill' | 'settled' | 'stop'> {
  /** Stops a generation that is in progress in this process and was canceled or deleted. */
  abort(id: string): void;
}

export interface GeneratorParts {
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
