import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Db, Exclusive } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { sweepDeleted } from '../model-cache/remove.ts';
import { currentDirectory } from '../model-cache/queries.ts';
import { createFeed, type Feed } from '../model-events/feed.ts';
import { intervalMs } from '../models/progress.ts';
import { downloadModel } from './download.ts';
import * as queries from './queries.ts';
import { type DownloadEvent, DownloadFailure } from './rules.ts';

export interface DownloadRunner {
  /** Runs the downloads that no process works on: new ones, and those whose process died. */
  wake(): Promise<void>;
  /** Stops a download that is to be canceled, or ends it if no process works on it. */
  cancel(id: number): Promise<void>;
  /** The events of a download that runs in this process. */
  feedOf(id: number): Feed<DownloadEvent> | undefined;
  /** Stops the work; the next start continues it. */
  stop(): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly exclusive: Exclusive;
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Timestamp;
}
interface Work {
  readonly feed: Feed<DownloadEvent>;
  readonly canceling: AbortController;
  readonly done: Promise<void>;
}
type Lock = NonNullable<Awaited<ReturnType<Exclusive>>>;

/** Advisory locks of the downloads: this number and a download's id. */
const firstLockKey = 7_300_000_000_000;
const beatMs = 1000;
/** How often a process looks for downloads whose process died. */
const wakeEveryMs = 15_000;

export function createDownloadRunner(parts: Parts): DownloadRunner {
  const { db, exclusive, log } = parts;
  const works = new Map<number, Work>();
  const stopping = new AbortController();
  let swept = false;

  const launch = (row: queries.DownloadRow, lock: Lock): void => {
    const feed = createFeed<DownloadEvent>();
    const canceling = new AbortController();
    if (row.state === 'canceling') canceling.abort();
    const signal = AbortSignal.any([stopping.signal, lock.lost, canceling.signal]);
    const work = async (): Promise<void> => {
      try {
        await run(parts, row, { feed, signal, canceling });
      } catch (error) {
        log.error({ err: error }, 'a model download was interrupted');
      } finally {
        feed.end();
        works.delete(row.id);
        await lock.release();
      }
    };
    works.set(row.id, { feed, canceling, done: work() });
  };
  const runner: DownloadRunner = {
    async wake() {
      if (!swept) {
        swept = true;
        void sweepDeleted(await currentDirectory(db, parts.config), log);
      }
      for (const { id } of await queries.listActive(db)) {
        if (works.has(id) || stopping.signal.aborted) continue;
        const lock = await exclusive(firstLockKey + id);
        const row = lock && !works.has(id) ? await queries.findActive(db, id) : undefined;
        if (row && lock && !stopping.signal.aborted) launch(row, lock);
        else await lock?.release();
      }
    },
    async cancel(id) {
      works.get(id)?.canceling.abort();
      await runner.wake();
    },
    feedOf: (id) => works.get(id)?.feed,
    async stop() {
      clearInterval(waking);
      stopping.abort();
      await Promise.allSettled([...works.values()].map(({ done }) => done));
    },
  };
  const waking = setInterval(() => {
    runner.wake().catch((error: unknown) => {
      log.warn({ err: error }, 'model downloads could not be continued');
    });
  }, wakeEveryMs).unref();
  return runner;
}

interface Tools {
  readonly feed: Feed<DownloadEvent>;
  readonly signal: AbortSignal;
  readonly canceling: AbortController;
}

async function run(
  { db, config, log, now }: Parts,
  row: queries.DownloadRow,
  { feed, signal, canceling }: Tools,
): Promise<void> {
  const { id, name, revision } = row;
  let number = row.event_number;
  let latest: DownloadEvent | undefined;
  let pushedAt = -Infinity;
  const push = (event: DownloadEvent): void => {
    number += 1;
    pushedAt = performance.now();
    latest = event;
    feed.push({ number, event });
  };
  // Informs other processes, and hears from them that the download is to be canceled. It goes on while the database is
  // unreachable.
  const beat = async (): Promise<void> => {
    const state = latest
      ? (await queries.saveEvent(db, id, { number, event: latest }))?.state
      : (await queries.findActive(db, id))?.state;
    if (state !== 'running') canceling.abort();
  };
  const cache = await currentDirectory(db, config);
  const beating = setInterval(() => void beat().catch(() => {}), beatMs);
  let end: DownloadEvent;
  try {
    const summary = await downloadModel(
      {
        name,
        revision,
        cache,
        hub: config.hub,
        maxBytes: config.hub.maxBytes,
      },
      {
        signal,
        report(progress) {
          if (progress.progress < 100 && performance.now() - pushedAt < intervalMs) return;
          push({ event: 'progress', ...progress, timestamp: now() });
        },
      },
    );
    end = { event: 'complete', ...summary };
  } catch (error) {
    if (signal.aborted && !canceling.signal.aborted) return;
    const { code, message } = failureOf(error, canceling.signal);
    if (code === 'download_failed') log.error({ err: error }, 'a model download failed');
    end = { event: 'error', code, message, model_name: name, revision };
  } finally {
    clearInterval(beating);
  }
  number += 1;
  await queries.finish(db, id, { number, event: end, state: stateAfter(end), at: now() });
  feed.push({ number, event: end });
}

function failureOf(error: unknown, canceling: AbortSignal): DownloadFailure {
  if (canceling.aborted)
    return new DownloadFailure(
      'download_canceled',
      'The download was canceled. Started again, it continues from what is there.',
    );
  if (error instanceof DownloadFailure) return error;
  return new DownloadFailure('download_failed', 'The download failed; the log says why.');
}

function stateAfter(event: DownloadEvent): 'completed' | 'failed' | 'canceled' {
  if (event.event === 'complete') return 'completed';
  return event.event === 'error' && event.code === 'download_canceled' ? 'canceled' : 'failed';
}
