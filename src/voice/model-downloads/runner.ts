import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import type { Db, Exclusive } from '../../db/connect.ts';
import { createLeasedWork, type LeasedWork } from '../../jobs/leased.ts';
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
interface Claim {
  readonly row: queries.DownloadRow;
  readonly lock: NonNullable<Awaited<ReturnType<Exclusive>>>;
}

const beatMs = 1000;
/** How often a process looks for downloads whose process died. */
const wakeEveryMs = 15_000;

/** Somebody cancels the download. */
class Canceled extends Error {}

export function createDownloadRunner(parts: Parts): DownloadRunner {
  const { db, exclusive, log } = parts;
  const feeds = new Map<number, Feed<DownloadEvent>>();
  let swept = false;
  const works: LeasedWork<number> = createLeasedWork({
    async claim(): Promise<Claim | undefined> {
      for (const { id } of await queries.listActive(db)) {
        if (works.has(id)) continue;
        const lock = await exclusive(advisoryLocks.modelDownloads + id);
        const row = lock && (await queries.findActive(db, id));
        if (row) return { row, lock };
        await lock?.release();
      }
      return undefined;
    },
    keyOf: ({ row }: Claim) => row.id,
    async work({ row, lock }, own) {
      const feed = createFeed<DownloadEvent>();
      feeds.set(row.id, feed);
      if (row.state === 'canceling') own.abort(new Canceled());
      const signal = AbortSignal.any([own.signal, lock.lost]);
      try {
        await run(parts, row, { feed, signal, own });
      } finally {
        feed.end();
        feeds.delete(row.id);
        await lock.release();
      }
    },
    unclaimed: (err) => log.warn({ err }, 'model downloads could not be continued'),
    failed: (err, { row }) =>
      log.error({ err, download_id: row.id }, 'a model download was interrupted'),
    everyMs: wakeEveryMs,
  });
  return {
    async wake() {
      if (!swept) {
        swept = true;
        void sweepDeleted(await currentDirectory(db, parts.config), log);
      }
      await works.fill();
    },
    async cancel(id) {
      works.abort(id, new Canceled());
      await works.fill();
    },
    feedOf: (id) => feeds.get(id),
    stop: () => works.stop(),
  };
}

interface Tools {
  readonly feed: Feed<DownloadEvent>;
  readonly signal: AbortSignal;
  readonly own: AbortController;
}

async function run(
  { db, config, log, now }: Parts,
  row: queries.DownloadRow,
  { feed, signal, own }: Tools,
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
    if (state !== 'running') own.abort(new Canceled());
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
    const isCanceled = own.signal.reason instanceof Canceled;
    if (signal.aborted && !isCanceled) return;
    const { code, message } = failureOf(error, isCanceled);
    if (code === 'download_failed') log.error({ err: error }, 'a model download failed');
    end = { event: 'error', code, message, model_name: name, revision };
  } finally {
    clearInterval(beating);
  }
  number += 1;
  await queries.finish(db, id, { number, event: end, state: stateAfter(end), at: now() });
  feed.push({ number, event: end });
}

function failureOf(error: unknown, isCanceled: boolean): DownloadFailure {
  if (isCanceled)
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
