import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf, syncDirectory } from './directories.ts';
import {
  codeOf,
  fateOf,
  type LeftoverKind,
  leftoverName,
  leftoverOf,
  sentenceOf,
  toBytePath,
} from './rules.ts';
import { pathBelow, readTreeSync } from './tree.ts';

export interface Route {
  readonly source: string;
  readonly destination: string;
}
export interface Recovery {
  /** Models put back at the destination, as their replacement was not in place. */
  readonly restored: string[];
  /** Leftovers deleted. */
  readonly deleted: string[];
  /** Leftovers that stay, each with the reason. */
  readonly kept: { readonly path: string; readonly message: string }[];
}

/**
 * Puts the whole directory `from`, on the destination's file system, in the model's place. A model that
 * is there already is set aside first; `settle` deletes it, or puts it back if this ends halfway.
 */
export function putInPlace(from: string, destination: string, model: string): void {
  const place = join(destination, model);
  const existing = kindOf(place);
  if (existing === 'other') throw new Error(`${place} is not a directory.`);
  if (existing === 'directory') {
    renameSync(place, join(destination, leftoverName('replaced', model)));
  }
  renameSync(from, place);
  syncDirectory(destination);
}

/** Takes a model whose copy is in place away, in one step, so that no half of it is ever seen; `settle` deletes it. */
export function retire(source: string, model: string): void {
  renameSync(join(source, model), join(source, leftoverName('moved', model)));
}

/** Ends whatever was begun with one model: restores or deletes its leftovers on both sides. */
export function settle({ source, destination }: Route, model: string): Recovery {
  const recovery: Recovery = { restored: [], deleted: [], kept: [] };
  const kinds: LeftoverKind[] = ['partial', 'replaced', 'moved'];
  const sides = [
    { here: destination, there: source },
    { here: source, there: destination },
  ];
  for (const { here, there } of sides) {
    for (const kind of kinds) settleOne({ here, there, kind, model }, recovery);
  }
  return recovery;
}

/**
 * Ends what a migration that was killed left behind: models set aside are restored, copies that are not
 * whole and sources whose copy is in place are deleted.
 */
export function recoverAll(route: Route): Recovery {
  const entries = [route.source, route.destination].flatMap(namesIn);
  const models = new Set(entries.map(leftoverOf).filter((model) => model !== undefined));
  const recoveries = [...models].map((model) => settle(route, model));
  return {
    restored: recoveries.flatMap(({ restored }) => restored),
    deleted: recoveries.flatMap(({ deleted }) => deleted),
    kept: recoveries.flatMap(({ kept }) => kept),
  };
}

function settleOne(
  { here, there, kind, model }: { here: string; there: string; kind: LeftoverKind; model: string },
  recovery: Recovery,
): void {
  const path = join(here, leftoverName(kind, model));
  try {
    if (kindOf(path) === 'nothing') return;
    const isHere = kindOf(join(here, model)) === 'directory';
    const isThere = kindOf(join(there, model)) === 'directory';
    const fate = fateOf(kind, { isHere, isThere });
    if (fate === 'restore') {
      renameSync(path, join(here, model));
      syncDirectory(here);
      recovery.restored.push(join(here, model));
    } else if (fate === 'delete') {
      discard(here, path, model);
      recovery.deleted.push(path);
    } else {
      recovery.kept.push({ path, message: `It stays until ${join(there, model)} is visible.` });
    }
  } catch (error) {
    recovery.kept.push({ path, message: sentenceOf(error) });
  }
}

/** Deletes a tree under the name that says it is not whole, as the deletion can be cut short as well. */
function discard(directory: string, path: string, model: string): void {
  const partial = join(directory, leftoverName('partial', model));
  // Else a power failure could bring back the name that this tree had before, with half of it.
  syncDirectory(directory);
  if (path !== partial) renameSync(path, partial);
  try {
    rmSync(partial, { recursive: true });
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    openDirectories(partial);
    rmSync(partial, { recursive: true });
  }
}

/** Directories that may not be written cannot be emptied either. */
function openDirectories(root: string): void {
  for (const { kind, path } of readTreeSync(root)) {
    if (kind === 'directory') chmodSync(pathBelow(toBytePath(root), path), 0o700);
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
