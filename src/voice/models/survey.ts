import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalPath } from './directories.ts';
import { type BytePath, modelIdOf, movedTarget, sentenceOf, toBytePath, toText } from './rules.ts';
import { type Entry, fileSizes, type LinkEntry, readTreeSync } from './tree.ts';

/** A model as a migration finds it at the source. */
export interface Finding {
  readonly id: string;
  readonly directory: string;
  /** The file sizes; empty if there is an obstacle. */
  readonly sizes: readonly number[];
  readonly bytes: number;
  /** It cannot be renamed, because links in it must be rewritten. */
  readonly mustBeCopied: boolean;
  /** Why it cannot be moved. */
  readonly obstacle: string | undefined;
}
export interface Cache {
  readonly path: string;
  readonly device: number;
  readonly names: readonly BytePath[];
}

export function openCache(path: string): Cache {
  const names = new Set([toBytePath(path), toBytePath(canonicalPath(path))]);
  return { path, device: statSync(path).dev, names: [...names] };
}

/** Every entry of the cache with a model's name, sorted by name. */
export function findModels(cache: Cache): Finding[] {
  const names = readdirSync(cache.path).filter((name) => modelIdOf(name) !== undefined);
  return names.toSorted().map((name) => examine(cache, name));
}

function examine(cache: Cache, directory: string): Finding {
  const about = { id: modelIdOf(directory) ?? directory, directory };
  const nothing = { ...about, sizes: [], bytes: 0, mustBeCopied: false };
  try {
    const entries = readModel(cache, directory);
    const sizes = fileSizes(entries);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const mustBeCopied = hasLinksToRewrite(cache, directory, entries);
    return { ...about, sizes, bytes, mustBeCopied, obstacle: undefined };
  } catch (error) {
    return { ...nothing, obstacle: sentenceOf(error) };
  }
}

/** The entries of a model; throws a readable error if it cannot be moved completely. */
export function readModel(cache: Cache, directory: string): Entry[] {
  const root = join(cache.path, directory);
  const stat = lstatSync(root);
  if (!stat.isDirectory()) {
    throw new Error('It is not a directory; symbolic links to models are not moved.');
  }
  if (stat.dev !== cache.device) throw new Error('It is a mount point of its own.');
  const entries = readTreeSync(root);
  const odd = entries.find((entry) => entry.kind === 'odd');
  if (odd) {
    throw new Error(`${odd.path === '' ? 'It' : `The entry ${toText(odd.path)}`} ${odd.what}.`);
  }
  return entries;
}

export const targetAfterMove = (cache: Cache, model: string, link: LinkEntry): BytePath =>
  movedTarget(`${toBytePath(model)}/${link.path}`, link.target, cache.names);

function hasLinksToRewrite(cache: Cache, model: string, entries: readonly Entry[]): boolean {
  return entries.some(
    (entry) => entry.kind === 'symlink' && targetAfterMove(cache, model, entry) !== entry.target,
  );
}
