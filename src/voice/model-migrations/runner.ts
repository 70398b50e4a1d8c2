import type { Config } from '../../config.ts';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import { currentDirectory, setDirectory } from '../model-cache/queries.ts';
import {
  createModelRunner,
  type ModelRunner,
  type Parts,
  type Run,
} from '../model-events/runner.ts';
import { type MigrationEvent, moveModels } from '../models/migration.ts';
import type { Progress } from '../models/progress.ts';
import { sentenceOf } from '../models/rules.ts';
import * as queries from './queries.ts';

export interface MigrationRunner extends ModelRunner<MigrationEvent> {
  /** Runs the work, or returns undefined if other work is running in this process: checks create a directory. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T | undefined>;
}
interface MigrationParts extends Parts {
  readonly config: Config;
}

export function createMigrationRunner(parts: MigrationParts): MigrationRunner {
  const { db, now } = parts;
  const runner = createModelRunner<queries.MigrationRow, MigrationEvent, Progress>(parts, {
    name: 'model migration',
    atOnce: 1,
    list: () => queries.listRunning(db),
    lockOf: () => advisoryLocks.modelMigration,
    run: (row, tools) => run(parts, row, tools),
    eventOf: (progress, timestamp) => ({ event: 'progress', ...progress, timestamp }),
    save: (id, newest) => queries.saveEvent(db, id, newest),
    finish: (id, last) => queries.finish(db, id, { ...last, at: now() }),
  });
  let busy = false;
  return {
    ...runner,
    async oneAtATime(work) {
      if (busy) return undefined;
      busy = true;
      try {
        return await work();
      } finally {
        busy = false;
      }
    },
  };
}

async function run(
  { db, config, now }: MigrationParts,
  { source, destination, models }: queries.MigrationRow,
  { signal, report }: Run<Progress>,
): Promise<MigrationEvent | undefined> {
  const route = { source, destination };
  const isSwitched = (await currentDirectory(db, config)) === destination;
  let isSwitching = false;
  const switchOver = async (): Promise<void> => {
    isSwitching = true;
    await setDirectory(db, destination, now());
    isSwitching = false;
  };
  try {
    const tools = { signal, report, isSwitched, switchOver };
    const { moved, errors } = await moveModels(route, tools);
    // Models that an earlier process moved are not at the source any more.
    const all = Math.max(moved, models - errors.length);
    return { event: 'complete', moved: all, errors, ...route };
  } catch (error) {
    if (isSwitching) throw error;
    if (signal.aborted) return undefined;
    const message = `The migration failed; what was not moved is at the source. ${sentenceOf(error)}`;
    return { event: 'error', code: 'migration_failed', message, moved: 0, ...route };
  }
}
