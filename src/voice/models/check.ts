import { accessSync, constants, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import {
  canonicalPath,
  ensureDirectory,
  existingAncestor,
  removeEmpty,
  spaceAt,
} from './directories.ts';
import { codeOf, isWithin, leftoverName, relationOf, sentenceOf, spaceNeeded } from './rules.ts';
import type { Route } from './settle.ts';
import { findModels, openCache } from './survey.ts';

export interface Refusal {
  readonly ok: false;
  readonly reason:
    | 'invalid_path'
    | 'not_allowed'
    | 'same_directory'
    | 'nested'
    | 'no_cache_directory'
    | 'source_not_writable'
    | 'not_writable'
    | 'insufficient_space';
  readonly message: string;
  /** With `insufficient_space`. */
  readonly needed_bytes?: number;
  readonly available_bytes?: number;
}
/** The resolved paths, normalized and without symbolic links. */
export interface Clearance {
  readonly ok: true;
  readonly source: string;
  readonly destination: string;
  readonly model_count: number;
  readonly bytes: number;
}

/**
 * Checks whether a migration may start. The destination must be one of the roots or below one, if there are any;
 * symbolic links in both are resolved. Creates a missing destination, and writes to it once to test it.
 */
export function check(route: Route, roots?: readonly string[]): Clearance | Refusal {
  const invalid = invalidPathIn(route);
  if (invalid !== undefined) return refuse('invalid_path', invalid);

  const source = resolved(route.source);
  const destination = resolved(route.destination);
  if (source === undefined || destination === undefined) {
    return refuse('invalid_path', 'The destination cannot be resolved to a path.');
  }
  const allowed = roots?.flatMap((root) => resolved(root) ?? []);
  if (roots && allowed && !isWithin(destination, allowed))
    return refuse('not_allowed', notAllowed(roots));
  const relation = relationOf(source, destination);
  if (relation === 'same' || areOneDirectory(source, destination)) {
    return refuse('same_directory', 'The destination is the cache directory in use.');
  }
  if (relation === 'nested') {
    const message = 'The destination and the cache directory in use must not contain one another.';
    return refuse('nested', message);
  }
  if (!statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
    return refuse('no_cache_directory', `The cache directory ${source} does not exist.`);
  }
  try {
    accessSync(source, constants.W_OK | constants.X_OK);
  } catch {
    const message = `Models cannot be moved out of ${source}: it is not writable.`;
    return refuse('source_not_writable', message);
  }
  return checkDestination({ source, destination });
}

function checkDestination({ source, destination }: Route): Clearance | Refusal {
  const cache = openCache(source);
  const models = findModels(cache).filter(({ obstacle }) => obstacle === undefined);

  const disk = existingAncestor(destination);
  const { blockSize, free } = spaceAt(disk);
  const crosses = statSync(disk).dev !== cache.device;
  const copied = models.filter(({ mustBeCopied }) => crosses || mustBeCopied);
  const needed = spaceNeeded(
    copied.flatMap(({ sizes }) => sizes),
    blockSize,
  );
  if (needed > free) {
    const message = `The models need ${needed} bytes at ${destination}, where ${free} bytes are free.`;
    const space = { needed_bytes: needed, available_bytes: free };
    return { ...refuse('insufficient_space', message), ...space };
  }

  const obstacle = writeObstacle(destination);
  if (obstacle !== undefined) {
    return refuse('not_writable', `The destination cannot be written. ${obstacle}`);
  }
  const bytes = models.reduce((sum, model) => sum + model.bytes, 0);
  return { ok: true, source, destination, model_count: models.length, bytes };
}

const notAllowed = (roots: readonly string[]): string =>
  roots.length === 0
    ? 'Models cannot be migrated: MODELS_ROOTS is not set. The operator lists the allowed directories there.'
    : 'Models cannot be migrated to this directory. Choose one below the directories that MODELS_ROOTS lists.';

const refuse = (reason: Refusal['reason'], message: string): Refusal => ({
  ok: false,
  reason,
  message,
});

function invalidPathIn({ source, destination }: Route): string | undefined {
  if (!isAbsolute(destination)) return 'The destination must be an absolute path.';
  if (destination.includes('\0')) return 'The destination must not contain a NUL character.';
  // Linux's limits; for a missing path, only creating it would show them.
  const isNameTooLong = destination.split('/').some((name) => Buffer.byteLength(name) > 255);
  if (isNameTooLong || Buffer.byteLength(destination) > 4095)
    return 'The destination has a name that is too long.';
  if (!isAbsolute(source)) return 'The cache directory in use must be an absolute path.';
  return undefined;
}

function resolved(path: string): string | undefined {
  try {
    return canonicalPath(path);
  } catch (error) {
    // For example a loop of links, or a directory without search permission.
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/** Whether both paths lead to one directory, even if it is mounted twice. */
function areOneDirectory(first: string, second: string): boolean {
  const [a, b] = [first, second].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** Why a directory cannot be created or written, found by trying: for root, permissions do not show it. */
function writeObstacle(directory: string): string | undefined {
  // Named so that recovery removes it if the process is interrupted here.
  const probe = join(directory, leftoverName('partial', 'models--write--probe'));
  let made: readonly string[] = [];
  try {
    made = ensureDirectory(directory);
    mkdirSync(probe);
    rmdirSync(probe);
    return undefined;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') removeEmpty(made);
    return codeOf(error) === 'EEXIST' ? undefined : sentenceOf(error);
  }
}
