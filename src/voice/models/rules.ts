import { basename, isAbsolute, posix, relative } from 'node:path';

/** A path with one character per byte (latin1), so that names that are not UTF-8 survive a move. */
export type BytePath = string;

export const toBytePath = (path: string): BytePath => Buffer.from(path).toString('latin1');
export const toBytes = (path: BytePath): Buffer => Buffer.from(path, 'latin1');
export const toText = (path: BytePath): string => toBytes(path).toString();

const modelPrefix = 'models--';

/** The id (`org/name`) of a model's directory in a hub cache; undefined for every other entry of the cache. */
export function modelIdOf(directory: string): string | undefined {
  if (!directory.startsWith(modelPrefix) || directory.length === modelPrefix.length)
    return undefined;
  return directory.slice(modelPrefix.length).replaceAll('--', '/');
}

/** The directory of a model in a hub cache. */
export const directoryOf = (name: string): string => modelPrefix + modelIdOfName(name);

/** A model's name as one part of a path. */
export const modelIdOfName = (name: string): string => name.replaceAll('/', '--');

/** Whether a directory's name without its prefix is one that requests can name. */
export const isModelId = (id: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/.test(id);

/**
 * Directories that may exist beside a model, named `<prefix><model directory>`. A `partial` one is being written or
 * deleted and is never complete; `replaced` is the model that was there before.
 */
export const partialOf = (model: string): string => `.partial-${model}`;
export const replacedOf = (model: string): string => `.replaced-${model}`;

/** The name of the model directory that an entry is beside; undefined for other entries. */
export function leftoverOf(entry: string): string | undefined {
  const [, model = ''] = /^\.(?:partial|replaced)-(.*)$/s.exec(entry) ?? [];
  return modelIdOf(model) === undefined ? undefined : model;
}

/** How two directories are related; both are absolute, normalized and without symbolic links. */
export function relationOf(first: string, second: string): 'same' | 'nested' | 'apart' {
  if (first === second) return 'same';
  return contains(first, second) || contains(second, first) ? 'nested' : 'apart';
}

/** Whether a directory is one of the roots or below one; all are absolute, normalized and without symbolic links. */
export const isWithin = (directory: string, roots: readonly string[]): boolean =>
  roots.some((root) => directory === root || contains(root, directory));

const contains = (outer: string, inner: string): boolean =>
  inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);

/**
 * The target of a symbolic link after the move. An absolute target in a model of the cache becomes relative, because
 * the move deletes the old path; all others stay unchanged. `link` is relative to the cache; `caches` are the cache's
 * known paths.
 */
export function movedTarget(
  link: BytePath,
  target: BytePath,
  caches: readonly BytePath[],
): BytePath {
  if (!target.startsWith('/')) return target;
  for (const cache of caches) {
    const inside = posix.relative(cache, target);
    const [first = ''] = inside.split('/');
    if (modelIdOf(first) === undefined) continue;
    return posix.relative(posix.dirname(`/${link}`), `/${inside}`);
  }
  return target;
}

/** The bytes that files use on a file system, each rounded up to whole blocks. */
export function spaceNeeded(sizes: Iterable<number>, blockSize: number): number {
  let needed = 0;
  for (const size of sizes) needed += Math.ceil(size / blockSize) * blockSize;
  return needed;
}

/** 0..100 with two decimals; 100 only when nothing is left. */
export const percentOf = (current: number, total: number): number =>
  current >= total ? 100 : Math.floor((current / total) * 10_000) / 100;

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const sentences: Record<string, string> = {
  ENOSPC: 'The destination has no space left.',
  EDQUOT: 'The disk quota at the destination is exceeded.',
  EROFS: 'The file system is read-only.',
  EIO: 'The disk reports an input/output error.',
  ENAMETOOLONG: 'A name is too long for the file system.',
};

/** The error as a sentence for the caller: our own errors are sentences already, system errors are converted. */
export function sentenceOf(error: unknown): string {
  const code = codeOf(error);
  if (code !== undefined) return sentences[code] ?? `The system reported: ${messageOf(error)}.`;
  return messageOf(error);
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** A directory's path below the innermost root that contains it; its name alone if none does. */
export function pathBelow(roots: readonly string[], directory: string): string {
  const below = roots
    .map((root) => relative(root, directory))
    .filter((path) => !isAbsolute(path) && path.split('/')[0] !== '..')
    .toSorted((a, b) => a.length - b.length);
  return (below[0] ?? basename(directory)) || '.';
}
