import { accessSync, constants, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalPath, ensureDirectory, kindOf, spaceAt, syncDirectory } from './directories.ts';
import { createTracker, type Progress, type Tracker } from './progress.ts';
import {
  codeOf,
  leftoverName,
  relationOf,
  sentenceOf,
  spaceNeeded,
  type BytePath,
  toBytePath,
  toBytes,
} from './rules.ts';
import { putInPlace, recoverAll, type Route, settle } from './settle.ts';
import { isStopped, type Shared, slot, throwIfStopped } from './shared.ts';
import {
  type Cache,
  type Finding,
  findModels,
  openCache,
  readModel,
  targetAfterMove,
} from './survey.ts';
import { fileSizes, fingerprintOf, type Entry, type LinkEntry, pathBelow } from './tree.ts';
import * as fs from 'node:fs';
import { type CopyProgress, copyFile, finish, unlessNotAllowed, within } from './copy-file.ts';

interface TreeCopy {
  readonly from: string;
  readonly to: string;
  readonly entries: readonly Entry[];
  /** The new target of a symbolic link. */
  readonly targetOf: (link: LinkEntry) => BytePath;
}

/**
 * Makes the directory `to` a durable, verified copy of the tree that was read at `from`. Keeps symbolic links, modes
 * and times, and owners if the process may set them.
 */
function copyTree({ from, to, entries, targetOf }: TreeCopy, progress: CopyProgress): void {
  const at = ({ path }: Entry) => pathBelow(toBytePath(to), path);
  const directories = entries.filter((entry) => entry.kind === 'directory');
  for (const entry of directories) fs.mkdirSync(at(entry), { mode: 0o700 });
  for (const entry of entries) {
    if (entry.kind === 'symlink') makeLink(at(entry), entry, targetOf(entry));
    if (entry.kind === 'file')
      copyFile(pathBelow(toBytePath(from), entry.path), at(entry), { entry, progress });
  }
  // At the end and children first, because every added entry changes its directory's time.
  for (const entry of directories.toReversed())
    within(fs.openSync(at(entry), 'r'), (directory) => finish(directory, entry));
}

function makeLink(at: Buffer, { uid, gid, atime, mtime }: LinkEntry, target: BytePath): void {
  fs.symlinkSync(toBytes(target), at);
  unlessNotAllowed(() => fs.lchownSync(at, uid, gid));
  fs.lutimesSync(at, atime, mtime);
}

/** A model that stays at the source, or whose move left something behind. */
export interface ModelError {
  readonly model_name: string;
  readonly message: string;
}
export interface Outcome {
  readonly errors: ModelError[];
  wasStopped: boolean;
}
interface MoveTools {
  readonly shared: Shared;
  readonly report: (progress: Progress) => void;
}

interface Migration extends Route {
  readonly cache: Cache;
  readonly crosses: boolean;
  readonly shared: Shared;
  readonly tracker: Tracker;
}

/** Moves the models one by one; a failed one stays complete at the source and does not stop the others. */
export function moveAll(route: Route, { shared, report }: MoveTools): Outcome {
  const relation = relationOf(canonicalPath(route.source), canonicalPath(route.destination));
  if (relation !== 'apart') throw new Error('The directories are the same or contain one another.');
  accessSync(route.source, constants.W_OK);
  ensureDirectory(route.destination);
  recoverAll(route);

  const cache = openCache(route.source);
  const models = findModels(cache);
  const total = models.reduce((sum, { bytes }) => sum + bytes, 0);
  const tracker = createTracker(total, report);
  const crosses = statSync(route.destination).dev !== cache.device;
  const migration: Migration = { ...route, cache, crosses, shared, tracker };

  const outcome: Outcome = { errors: [], wasStopped: false };
  for (const model of models) {
    outcome.wasStopped = isStopped(shared) || !moveNext(migration, model, outcome);
    if (outcome.wasStopped) return outcome;
  }
  tracker.finish();
  return outcome;
}

/** False if the migration was stopped before the model was moved. */
function moveNext(migration: Migration, model: Finding, outcome: Outcome): boolean {
  const { tracker, shared } = migration;
  const report = (message: string) => outcome.errors.push({ model_name: model.id, message });
  tracker.begin(model);
  let isMoved = false;
  try {
    if (model.obstacle !== undefined) throw new Error(model.obstacle);
    const canBeRenamed = !migration.crosses && !model.mustBeCopied;
    if (!canBeRenamed || !moveByRename(migration, model)) moveByCopy(migration, model);
    isMoved = true;
    Atomics.add(shared, slot.moved, 1);
  } catch (error) {
    if (!isStopped(shared)) report(sentenceOf(error));
  }
  const { kept } = settle(migration, model.directory);
  if (!isMoved && isStopped(shared)) return false;
  if (isMoved && kept[0]) {
    report(`It was moved, but ${kept[0].path} could not be deleted. ${kept[0].message}`);
  }
  tracker.end(model);
  return true;
}

/** False if the system cannot rename across the two directories although they look like one file system. */
function moveByRename(migration: Migration, { directory }: Finding): boolean {
  const { source, destination } = migration;
  try {
    putInPlace(join(source, directory), destination, directory);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    settle(migration, directory);
    return false;
  }
  syncDirectory(source);
  return true;
}

function moveByCopy(migration: Migration, { directory }: Finding): void {
  const { source, destination, cache, shared, tracker } = migration;
  const entries = readModel(cache, directory);
  const { blockSize, free } = spaceAt(destination);
  const needed = spaceNeeded(fileSizes(entries), blockSize);
  if (needed > free) {
    throw new Error(`It needs ${needed} bytes at the destination, where ${free} bytes are free.`);
  }

  const from = join(source, directory);
  const partial = join(destination, leftoverName('partial', directory));
  const targetOf = targetAfterMove.bind(undefined, cache, directory);
  copyTree(
    { from, to: partial, entries, targetOf },
    {
      ...tracker,
      advance(bytes) {
        tracker.advance(bytes);
        throwIfStopped(shared);
      },
    },
  );
  // The copy lacks what a download has written meanwhile, which would be deleted with the source.
  if (fingerprintOf(readModel(cache, directory)) !== fingerprintOf(entries)) {
    throw new Error('Files in it changed while it was copied.');
  }
  throwIfStopped(shared);

  putInPlace(partial, destination, directory);
  try {
    // In one step, so that it is never visible in part; `settle` deletes it.
    renameSync(from, join(source, leftoverName('moved', directory)));
  } catch (error) {
    // Then it stays at the source, and the replaced model at the destination.
    if (kindOf(from) === 'directory') renameSync(join(destination, directory), partial);
    throw error;
  }
}
