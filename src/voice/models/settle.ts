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
interface Recovery {
  /** Models restored at the destination, because their replacement was not in place. */
  readonly restored: string[];
  /** Leftovers deleted. */
  readonly deleted: string[];
  /** Leftovers that could not be removed, each with the reason. */
  readonly kept: { readonly path: string; readonly message: string }[];
}

/**
 * Moves the complete directory `from`, which is on the destination's file system, into the model's place. An existing
 * model is set aside first; `settle` deletes it, or restores it if this is interrupted.
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

/** Completes or undoes an interrupted move of one model: restores or deletes its leftovers on both sides. */
export function settle(
  { source, destination }: Route,
  model: string,
  recovery = nothing(),
): Recovery {
  const sides = [
    { here: destination, there: source },
    { here: source, there: destination },
  ];
  for (const side of sides) {
    for (const kind of ['partial', 'replaced', 'moved'] as const)
      settleOne({ ...side, kind, model }, recovery);
  }
  return recovery;
}

/**
 * Cleans up after a migration that was killed: restores models that were set aside, and deletes incomplete copies and
 * sources whose copy is in place.
 */
export function recoverAll(route: Route): Recovery {
  const entries = [route.source, route.destination].flatMap(namesIn);
  const recovery = nothing();
  for (const model of new Set(entries.flatMap((entry) => leftoverOf(entry) ?? [])))
    settle(route, model, recovery);
  return recovery;
}

const nothing = (): Recovery => ({ restored: [], deleted: [], kept: [] });

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

/** Renames a tree to a name that marks it as incomplete, then deletes it: the deletion may be interrupted too. */
function discard(directory: string, path: string, model: string): void {
  const partial = join(directory, leftoverName('partial', model));
  // Otherwise a power failure could restore the tree's previous name with half of its content.
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

/** Makes directories writable, because others cannot be emptied. */
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
