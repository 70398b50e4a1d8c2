import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Cache,
  discard,
  type Finding,
  findModels,
  openCache,
  putInPlace,
  readModel,
  settle,
  settleAll,
} from './cache.ts';
import type { Route } from './check.ts';
import { copyTree, isSameFile } from './copy.ts';
import { canonicalPath, ensureDirectory, spaceAt } from './directories.ts';
import { createTracker, type Progress, type Tracker } from './progress.ts';
import { partialOf, relationOf, sentenceOf, spaceNeeded, toBytePath } from './rules.ts';
import { type Entry, filesOf, isSameTree, pathBelow, readTree } from './tree.ts';

/** A model that stays at the source, or whose move left something behind. */
interface ModelError {
  readonly model_name: string;
  readonly message: string;
}
interface Summary {
  readonly moved: number;
  readonly errors: ModelError[];
}
export type MigrationEvent =
  | ({ readonly event: 'progress' } & Progress & { readonly timestamp: string })
  | ({ readonly event: 'complete' } & Summary & Route)
  | ({ readonly event: 'error' } & Route & {
        readonly code: 'migration_failed';
        readonly message: string;
        readonly moved: number;
      });
interface Tools {
  /** Stops it between two chunks; what was copied completely stays at the destination. */
  readonly signal: AbortSignal;
  readonly report: (progress: Progress) => void;
  /** Whether the destination is the directory in use: a call that was stopped switched to it. */
  readonly isSwitched: boolean;
  /** Makes the destination the directory in use. */
  readonly switchOver: () => Promise<void>;
}
interface Migration extends Route, Tools {
  readonly cache: Cache;
  readonly crosses: boolean;
  readonly tracker: Tracker;
}

/** How far file systems round times. */
const roundingSeconds = 2;

/**
 * Copies every model of one hub cache to another directory, switches to it, and deletes the models that were copied at
 * the source. One that cannot be copied stays there. A call that was stopped is repeated: until the switch the source is
 * complete, from then on the destination is. Throws the signal's reason. Only one migration may run between two
 * directories at a time; the caller ensures that.
 */
export async function moveModels(route: Route, tools: Tools): Promise<Summary> {
  const { source, destination } = route;
  const { signal, isSwitched, report } = tools;
  const relation = relationOf(await canonicalPath(source), await canonicalPath(destination));
  if (relation !== 'apart') throw new Error('The directories are the same or contain one another.');
  await access(source, constants.W_OK);
  await ensureDirectory(destination);
  for (const directory of [destination, source]) await settleAll(directory);

  const cache = await openCache(source);
  const models = await findModels(cache);
  const total = models.reduce((sum, { bytes }) => sum + bytes, 0);
  const tracker = createTracker(total, (progress) => {
    signal.throwIfAborted();
    report(progress);
  });
  const crosses = (await stat(destination)).dev !== cache.device;
  const migration: Migration = { ...route, ...tools, cache, crosses, tracker };

  const copied: Finding[] = [];
  const errors: ModelError[] = [];
  for (const model of models) {
    signal.throwIfAborted();
    tracker.begin(model);
    try {
      if (model.obstacle !== undefined) throw new Error(model.obstacle);
      await copyModel(migration, model.directory);
      copied.push(model);
    } catch (error) {
      await settle(destination, model.directory).catch(() => {});
      signal.throwIfAborted();
      errors.push({ model_name: model.id, message: sentenceOf(error) });
    }
    tracker.end(model);
  }
  signal.throwIfAborted();
  if (!isSwitched && (copied.length > 0 || errors.length === 0)) await tools.switchOver();
  for (const { id, directory } of copied) {
    signal.throwIfAborted();
    try {
      await retire(migration, directory);
    } catch (error) {
      const message = `It was moved, but ${join(source, directory)} could not be deleted. ${sentenceOf(error)}`;
      errors.push({ model_name: id, message });
    }
  }
  tracker.finish();
  return { moved: copied.length, errors };
}

async function copyModel(migration: Migration, model: string): Promise<void> {
  const { source, destination, cache, crosses, isSwitched, tracker } = migration;
  const entries = await readModel(cache, model);
  if (await isCopied(migration, model, entries)) return;
  if (isSwitched) throw new Error('It differs from the model at the destination, which is in use.');
  const { blockSize, free } = await spaceAt(destination);
  const sizes = filesOf(entries).map(({ size }) => size);
  const needed = crosses ? spaceNeeded(sizes, blockSize) : 0;
  if (needed > free) {
    throw new Error(`It needs ${needed} bytes at the destination, where ${free} bytes are free.`);
  }
  await copyTree({
    from: join(source, model),
    to: join(destination, partialOf(model)),
    entries,
    progress: tracker,
  });
  // The copy lacks what a download has written meanwhile, which would be deleted with the source.
  if (!isSameTree(await readModel(cache, model), entries)) {
    throw new Error('Files in it changed while it was copied.');
  }
  await putInPlace(destination, model);
}

/** Whether an earlier call put the model into its place, or somebody else an equal one. */
async function isCopied(
  { source, destination, crosses, isSwitched, tracker }: Migration,
  model: string,
  entries: readonly Entry[],
): Promise<boolean> {
  const at = join(destination, model);
  const there = await readTree(at).catch(() => []);
  if (!isSameTree(entries, there, roundingSeconds)) return false;
  if (isSwitched) return true;
  // On one file system links cost less than reading.
  if (!crosses) return false;
  for (const entry of filesOf(entries)) {
    const [first, second] = [join(source, model), at].map((root) =>
      pathBelow(toBytePath(root), entry.path),
    );
    if (!first || !second || !(await isSameFile(first, second, { entry, progress: tracker })))
      return false;
  }
  return true;
}

/** Deletes a model at the source, and the one that its copy replaced. Throws if the source is not what was copied. */
async function retire({ source, destination, cache }: Migration, model: string): Promise<void> {
  const there = await readTree(join(destination, model));
  if (!isSameTree(await readModel(cache, model), there, roundingSeconds))
    throw new Error('Files in it changed after it was copied.');
  await settle(destination, model);
  await discard(source, model, model);
}
