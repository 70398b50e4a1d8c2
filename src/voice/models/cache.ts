import { chmod, lstat, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalPath, kindOf, syncDirectory } from './directories.ts';
import {
  type BytePath,
  codeOf,
  leftoverOf,
  modelIdOf,
  movedTarget,
  partialOf,
  replacedOf,
  sentenceOf,
  toBytePath,
  toText,
} from './rules.ts';
import { type Entry, filesOf, pathBelow, readTree } from './tree.ts';

export interface Cache {
  readonly path: string;
  readonly device: number;
  readonly names: readonly BytePath[];
}
/** A model as a migration finds it at the source. */
export interface Finding {
  readonly id: string;
  readonly directory: string;
  /** The file sizes; empty if there is an obstacle. */
  readonly sizes: readonly number[];
  readonly bytes: number;
  /** Why it cannot be moved. */
  readonly obstacle: string | undefined;
}

export async function openCache(path: string): Promise<Cache> {
  const names = new Set([toBytePath(path), toBytePath(await canonicalPath(path))]);
  return { path, device: (await stat(path)).dev, names: [...names] };
}

/** Every entry of the cache with a model's name, sorted by name. */
export async function findModels(cache: Cache): Promise<Finding[]> {
  const models: Finding[] = [];
  for (const directory of (await readdir(cache.path)).toSorted()) {
    const id = modelIdOf(directory);
    if (id !== undefined) models.push({ id, directory, ...(await examine(cache, directory)) });
  }
  return models;
}

async function examine(cache: Cache, directory: string) {
  try {
    const sizes = filesOf(await readModel(cache, directory)).map(({ size }) => size);
    return { sizes, bytes: sizes.reduce((sum, size) => sum + size, 0), obstacle: undefined };
  } catch (error) {
    return { sizes: [], bytes: 0, obstacle: sentenceOf(error) };
  }
}

/**
 * The entries of a model, its links with the targets that they get by a move; throws a readable error if it cannot be
 * moved completely.
 */
export async function readModel(cache: Cache, directory: string): Promise<Entry[]> {
  const root = join(cache.path, directory);
  const found = await lstat(root);
  if (!found.isDirectory()) {
    throw new Error('It is not a directory; symbolic links to models are not moved.');
  }
  if (found.dev !== cache.device) throw new Error('It is a mount point of its own.');
  const entries = await readTree(root);
  const odd = entries.find((entry) => entry.kind === 'odd');
  if (odd) {
    throw new Error(`${odd.path === '' ? 'It' : `The entry ${toText(odd.path)}`} ${odd.what}.`);
  }
  const above = toBytePath(directory);
  return entries.map((entry) =>
    entry.kind === 'symlink'
      ? { ...entry, target: movedTarget(`${above}/${entry.path}`, entry.target, cache.names) }
      : entry,
  );
}

/** Moves a complete `partial` directory into its model's place. `settle` deletes or restores the model that was there. */
export async function putInPlace(cache: string, model: string): Promise<void> {
  const place = join(cache, model);
  const existing = await kindOf(place);
  if (existing === 'other') throw new Error(`${place} is not a directory.`);
  if (existing === 'directory') await rename(place, join(cache, replacedOf(model)));
  await rename(join(cache, partialOf(model)), place);
  await syncDirectory(cache);
}

/** Deletes what is beside a model; restores the model that was replaced if its replacement is not in place. */
export async function settle(cache: string, model: string): Promise<void> {
  await discard(cache, partialOf(model), model);
  const replaced = replacedOf(model);
  if ((await kindOf(join(cache, model))) === 'directory') {
    await discard(cache, replaced, model);
  } else if ((await kindOf(join(cache, replaced))) === 'directory') {
    await rename(join(cache, replaced), join(cache, model));
    await syncDirectory(cache);
  }
}

/** Deletes what processes that were killed left beside models of a cache, as far as that is possible. */
export async function settleAll(cache: string): Promise<void> {
  const models = new Set((await readdir(cache)).flatMap((entry) => leftoverOf(entry) ?? []));
  for (const model of models) await settle(cache, model).catch(() => {});
}

/** Renames a tree to a name that marks it as incomplete, then deletes it: the deletion may be interrupted too. */
export async function discard(cache: string, name: string, model: string): Promise<void> {
  const [path, partial] = [join(cache, name), join(cache, partialOf(model))];
  if ((await kindOf(path)) === 'nothing') return;
  if (path !== partial) await rename(path, partial);
  // Otherwise a power failure could restore the tree's previous name with half of its content.
  await syncDirectory(cache);
  try {
    await rm(partial, { recursive: true });
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    // Directories that are not writable cannot be emptied.
    for (const { kind, path: below } of await readTree(partial))
      if (kind === 'directory') await chmod(pathBelow(toBytePath(partial), below), 0o700);
    await rm(partial, { recursive: true });
  }
}
