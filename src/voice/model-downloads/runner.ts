import type { Config } from '../../config.ts';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import { sweepDeleted } from '../model-cache/remove.ts';
import { currentDirectory } from '../model-cache/queries.ts';
import {
  Canceled,
  createModelRunner,
  type ModelRunner,
  type Parts,
  type Run,
} from '../model-events/runner.ts';
import { downloadModel } from './download.ts';
import * as queries from './queries.ts';
import { type DownloadEvent, DownloadFailure, type DownloadProgress } from './rules.ts';

export type DownloadRunner = ModelRunner<DownloadEvent>;

interface DownloadParts extends Parts {
  readonly config: Config;
}

export function createDownloadRunner(parts: DownloadParts): DownloadRunner {
  const { db, config, log, now } = parts;
  const runner = createModelRunner<queries.DownloadRow, DownloadEvent, DownloadProgress>(parts, {
    name: 'model download',
    list: () => queries.listActive(db),
    lockOf: (id) => advisoryLocks.modelDownloads + id,
    run: (row, tools) => run(parts, row, tools),
    eventOf: (progress, timestamp) => ({ event: 'progress', ...progress, timestamp }),
    save: (id, newest) => queries.saveEvent(db, id, newest),
    finish: (id, last) => queries.finish(db, id, { ...last, at: now() }),
  });
  let swept = false;
  return {
    ...runner,
    async fill() {
      if (!swept) {
        swept = true;
        void sweepDeleted(await currentDirectory(db, config), log);
      }
      await runner.fill();
    },
  };
}

async function run(
  { db, config, log }: DownloadParts,
  { name, revision }: queries.DownloadRow,
  { signal, report }: Run<DownloadProgress>,
): Promise<DownloadEvent | undefined> {
  try {
    const cache = await currentDirectory(db, config);
    const { hub } = config;
    const order = { name, revision, cache, hub, maxBytes: hub.maxBytes };
    return { event: 'complete', ...(await downloadModel(order, { signal, report })) };
  } catch (error) {
    const isCanceled = signal.reason instanceof Canceled;
    if (signal.aborted && !isCanceled) return undefined;
    const { code, message } = failureOf(error, isCanceled);
    if (code === 'download_failed') log.error({ err: error }, 'a model download failed');
    return { event: 'error', code, message, model_name: name, revision };
  }
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
