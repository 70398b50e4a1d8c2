import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOf, syncDirectory } from './directories.ts';
import {
  codeOf,
  fateOf,
  leftoverName,
  leftoverOf,
  sentenceOf,
  toBytes,
  toBytePath,
} from './rules.ts';
import type { LeftoverKind } from './rules.ts';
import { readTree } from './tree.ts';

export type Route = { source: string; destination: string };
export type Recovery = {
  /** Models put back at the destination, as their replacement was not in place. */
  restored: string[];
  /** Leftovers deleted. */
  deleted: string[];
  /** Leftovers that stay, each with the reason. */
  kept: { path: string; message: string }[];
};

/**
 * Puts the whole directory `from`, on the destination's file system, in the model's place. A model that
 * is there already is set aside first; `settle` deletes it, or puts it back if this ends halfway.
 */
export async function putInPlace(from: string, destination: string, model: string): Promise<void> {
  const place = join(destination, model);
  const existing = await kindOf(place);
  if (existing === 'other') throw new Error(`At ${place} is something that is not a directory.`);
  if (existing === 'directory') {
    await rename(place, join(destination, leftoverName('replaced', model)));
  }
  await rename(from, place);
  await syncDirectory(destination);
}

/** Takes a model whose copy is in place away from the source, in one step, so that no half of it is ever seen. */
export async function retire(source: string, model: string): Promise<void> {
  await rename(join(source, model), join(source, leftoverName('moved', model)));
  await syncDirectory(source);
}

/** Ends whatever was begun with one model: restores or deletes its leftovers on both sides. */
export async function settle(route: Route, model: string): Promise<Recovery> {
  const recovery: Recovery = { restored: [], deleted: [], kept: [] };
  const kinds: LeftoverKind[] = ['partial', 'replaced', 'moved'];
  const { source, destination } = route;
  for (const [here, there] of [[destination, source] as const, [source, destination] as const]) {
    for (const kind of kinds) {
      const path = join(here, leftoverName(kind, model));
      try {
        if ((await kindOf(path)) === 'nothing') continue;
        const isHere = (await kindOf(join(here, model))) === 'directory';
        const isThere = (await kindOf(join(there, model))) === 'directory';
        const fate = fateOf(kind, { isHere, isThere });
        if (fate === 'restore') {
          await rename(path, join(here, model));
          await syncDirectory(here);
          recovery.restored.push(join(here, model));
        } else if (fate === 'delete') {
          await discard(here, path, model);
          recovery.deleted.push(path);
        } else {
          const message = `It stays until ${join(there, model)} can be seen.`;
          recovery.kept.push({ path, message });
        }
      } catch (error) {
        recovery.kept.push({ path, message: sentenceOf(error) });
      }
    }
  }
  return recovery;
}

/**
 * Ends what a migration that was killed left behind: models set aside are restored, copies that are not
 * whole and sources whose copy is in place are deleted. Repeating it is harmless. No migration between
 * the two directories may run meanwhile. What was not moved yet is moved by `moveModels`.
 */
export async function recover(route: Route): Promise<Recovery> {
  const models = new Set<string>();
  for (const directory of [route.source, route.destination]) {
    for (const entry of await entriesOf(directory)) {
      const model = leftoverOf(entry);
      if (model !== undefined) models.add(model);
    }
  }
  const recovery: Recovery = { restored: [], deleted: [], kept: [] };
  for (const model of models) {
    const { restored, deleted, kept } = await settle(route, model);
    recovery.restored.push(...restored);
    recovery.deleted.push(...deleted);
    recovery.kept.push(...kept);
  }
  return recovery;
}

async function entriesOf(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

/** Deletes a tree under the name that says it is not whole, as the deletion can be cut short as well. */
async function discard(directory: string, path: string, model: string): Promise<void> {
  const partial = join(directory, leftoverName('partial', model));
  if (path !== partial) {
    // What this deletes may be needed until the names it was moved by are on the disk.
    await syncDirectory(directory);
    await rename(path, partial);
    await syncDirectory(directory);
  }
  await rm(partial, { recursive: true }).catch(async (error: unknown) => {
    if (codeOf(error) !== 'EACCES') throw error;
    await openDirectories(partial);
    await rm(partial, { recursive: true });
  });
}

/** Directories that may not be written cannot be emptied either. */
async function openDirectories(root: string): Promise<void> {
  await chmod(root, 0o700);
  const { entries } = await readTree(root);
  for (const { kind, path } of entries) {
    if (kind === 'directory') await chmod(toBytes(`${toBytePath(root)}/${path}`), 0o700);
  }
}
