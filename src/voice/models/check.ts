import { constants, type Stats } from 'node:fs';
import { access, mkdir, rmdir, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { findModels, openCache } from './cache.ts';
import {
  canonicalPath,
  ensureDirectory,
  existingAncestor,
  removeEmpty,
  spaceAt,
} from './directories.ts';
import { codeOf, isWithin, partialOf, relationOf, sentenceOf, spaceNeeded } from './rules.ts';

export interface Route {
  readonly source: string;
  readonly destination: string;
}

export interface Refusal {
  readonly ok: false;
  readonly reason:
    | 'invalid_path'
    | 'destination_not_allowed'
    | 'same_directory'
    | 'nested_directory'
    | 'no_cache_directory'
    | 'source_not_writable'
    | 'destination_not_writable'
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
export async function checkMigration(
  route: Route,
  roots?: readonly string[],
): Promise<Clearance | Refusal> {
  const invalid = invalidPathIn(route);
  if (invalid !== undefined) return refuse('invalid_path', invalid);

  const source = await resolved(route.source);
  const destination = await resolved(route.destination);
  if (source === undefined || destination === undefined) {
    return refuse('invalid_path', 'The destination cannot be resolved to a path.');
  }
  if (roots) {
    const allowed = await Promise.all(roots.map(resolved));
    const isAllowed = isWithin(
      destination,
      allowed.flatMap((root) => root ?? []),
    );
    if (!isAllowed) return refuse('destination_not_allowed', notAllowed(roots));
  }
  const relation = relationOf(source, destination);
  if (relation === 'same' || (await areOneDirectory(source, destination))) {
    return refuse('same_directory', 'The destination is the cache directory in use.');
  }
  if (relation === 'nested') {
    const message = 'The destination and the cache directory in use must not contain one another.';
    return refuse('nested_directory', message);
  }
  if (!(await statOf(source))?.isDirectory()) {
    return refuse('no_cache_directory', `The cache directory ${source} does not exist.`);
  }
  try {
    await access(source, constants.W_OK | constants.X_OK);
  } catch {
    const message = `Models cannot be moved out of ${source}: it is not writable.`;
    return refuse('source_not_writable', message);
  }
  return checkDestination({ source, destination });
}

async function checkDestination({ source, destination }: Route): Promise<Clearance | Refusal> {
  const cache = await openCache(source);
  const found = await findModels(cache);
  const models = found.filter(({ obstacle }) => obstacle === undefined);

  const disk = await existingAncestor(destination);
  const { blockSize, free } = await spaceAt(disk);
  const crosses = (await stat(disk)).dev !== cache.device;
  const copied = crosses ? models.flatMap(({ sizes }) => sizes) : [];
  const needed = spaceNeeded(copied, blockSize);
  if (needed > free) {
    const message = `The models need ${needed} bytes at ${destination}, where ${free} bytes are free.`;
    const space = { needed_bytes: needed, available_bytes: free };
    return { ...refuse('insufficient_space', message), ...space };
  }

  const obstacle = await writeObstacle(destination);
  if (obstacle !== undefined) {
    return refuse('destination_not_writable', `The destination cannot be written. ${obstacle}`);
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

async function resolved(path: string): Promise<string | undefined> {
  try {
    return await canonicalPath(path);
  } catch (error) {
    // For example a loop of links, or a directory without search permission.
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/** What is at a path, through links; undefined if there is nothing. */
const statOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

/** Whether both paths lead to one directory, even if it is mounted twice. */
async function areOneDirectory(first: string, second: string): Promise<boolean> {
  const [a, b] = [await statOf(first), await statOf(second)];
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** Why a directory cannot be created or written, found by trying: for root, permissions do not show it. */
async function writeObstacle(directory: string): Promise<string | undefined> {
  // Named so that a migration removes it if the process is interrupted here.
  const probe = join(directory, partialOf('models--write--probe'));
  let made: readonly string[] = [];
  try {
    made = await ensureDirectory(directory);
    await mkdir(probe);
    await rmdir(probe);
    return undefined;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    await removeEmpty(made);
    return sentenceOf(error);
  }
}
