import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startCopier } from './copier.ts';
import type { Copier } from './copier.ts';
import { copyTree } from './copy-tree.ts';
import { canonicalPath, ensureDirectory, spaceAt, syncDirectory } from './directories.ts';
import type { Tracker } from './progress.ts';
import { codeOf, leftoverName, relationOf, sentenceOf, spaceNeeded } from './rules.ts';
import { putInPlace, recover, retire, settle } from './settle.ts';
import type { Route } from './settle.ts';
import { findModels, obstacleIn, openSource, targetAfterMove } from './survey.ts';
import type { Finding, Source } from './survey.ts';
import { readTree } from './tree.ts';

/** A model that stays at the source, or was moved and left something behind. */
export type ModelError = { model_name: string; message: string };
export type Outcome = { moved: number; errors: ModelError[]; wasStopped: boolean };

type Migration = Route & {
  cache: Source;
  crosses: boolean;
  signal: AbortSignal;
  tracker: Tracker;
  copier: () => Copier;
};

/** Moves model after model; one that fails stays whole at the source and does not stop the others. */
export async function moveAll(
  route: Route,
  { signal, tracker, outcome }: { signal: AbortSignal; tracker: Tracker; outcome: Outcome },
): Promise<void> {
  const [from, to] = [await canonicalPath(route.source), await canonicalPath(route.destination)];
  if (relationOf(from, to) !== 'apart') throw new Error('The directories contain one another.');
  await ensureDirectory(route.destination);
  await recover(route);

  const cache = await openSource(route.source);
  const crosses = (await stat(route.destination)).dev !== cache.device;
  const models = await findModels(cache);
  tracker.total = models.reduce((sum, { bytes }) => sum + bytes, 0);
  let copier: Copier | undefined;
  const stopCopier = () => copier?.stop();
  signal.addEventListener('abort', stopCopier);
  try {
    const migration: Migration = {
      ...route,
      cache,
      crosses,
      signal,
      tracker,
      copier: () => (copier ??= startCopier()),
    };
    for (const model of models) {
      outcome.wasStopped = signal.aborted || !(await moveNext(migration, model, outcome));
      if (outcome.wasStopped) break;
    }
  } finally {
    signal.removeEventListener('abort', stopCopier);
    await copier?.close();
  }
}

/** False when a stop came before the model was moved. */
async function moveNext(migration: Migration, model: Finding, outcome: Outcome): Promise<boolean> {
  const report = (message: string) => outcome.errors.push({ model_name: model.id, message });
  migration.tracker.begin(model);
  let isMoved = false;
  try {
    await moveModel(migration, model);
    isMoved = true;
    outcome.moved += 1;
  } catch (error) {
    if (!migration.signal.aborted) report(sentenceOf(error));
  }
  const { kept } = await settle(migration, model.directory);
  if (!isMoved && migration.signal.aborted) return false;
  if (isMoved && kept[0]) {
    report(`It is moved, but ${kept[0].path} could not be deleted. ${kept[0].message}`);
  }
  migration.tracker.end(model);
  return true;
}

async function moveModel(migration: Migration, model: Finding): Promise<void> {
  if (model.obstacle !== undefined) throw new Error(model.obstacle);
  const { crosses } = migration;
  if (!crosses && !model.mustBeCopied && (await moveByRename(migration, model))) return;
  await moveByCopy(migration, model);
}

/** False where the system cannot rename from here to there although it looks like one file system. */
async function moveByRename(migration: Migration, { directory }: Finding): Promise<boolean> {
  const { source, destination } = migration;
  try {
    await putInPlace(join(source, directory), destination, directory);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await settle(migration, directory);
    return false;
  }
  await syncDirectory(source);
  return true;
}

async function moveByCopy(migration: Migration, { directory }: Finding): Promise<void> {
  const { source, destination, cache, signal, tracker } = migration;
  const from = join(source, directory);
  const partial = join(destination, leftoverName('partial', directory));

  const tree = await readTree(from);
  const obstacle = obstacleIn(cache, tree);
  if (obstacle !== undefined) throw new Error(obstacle);
  const sizes = tree.entries.flatMap((entry) => (entry.kind === 'file' ? entry.size : []));
  const { blockSize, free } = await spaceAt(destination);
  const needed = spaceNeeded(sizes, blockSize);
  if (needed > free) {
    throw new Error(`It needs ${needed} bytes at the destination, where ${free} are free.`);
  }

  signal.throwIfAborted();
  const copier = migration.copier();
  tracker.copying = copier.progress;
  await copyTree(copier, {
    from,
    to: partial,
    entries: tree.entries,
    targetOf: (link) => targetAfterMove(cache, directory, link),
  });
  // What a download added or wrote meanwhile is not in the copy and would go with the source.
  if ((await readTree(from)).fingerprint !== tree.fingerprint) {
    throw new Error('Files in it changed while it was copied.');
  }
  signal.throwIfAborted();

  await putInPlace(partial, destination, directory);
  await retire(source, directory);
}
