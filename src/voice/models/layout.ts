import { constants } from 'node:fs';
import type { Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { codeOf, modelIdOf, toBytePath, toText } from './rules.ts';
import type { BytePath } from './rules.ts';
import { fileSizes, pathBelow, readTree } from './tree.ts';
import type { Entry } from './tree.ts';

/** A file of a snapshot; its size is null while the blob it links to is not there. */
export type ModelFile = { path: string; size_bytes: number | null };
export type Revision = { commit: string; refs: string[]; files: ModelFile[] };
export type Model = {
  /** `org/name` */
  id: string;
  /** The name of its directory in the cache. */
  directory: string;
  /** Every byte below the directory once, unfinished downloads included: what a migration moves. */
  size_bytes: number;
  file_count: number;
  unfinished_download_count: number;
  revisions: Revision[];
};

/** A ref is a commit of forty characters; whatever is longer than this is not one. */
const maxRefBytes = 256;

/**
 * The models of a hub cache, by id. Only real directories named `models--…` are models: `.locks`,
 * `version.txt`, data sets, symbolic links and whatever else lies there are not listed. Where there is no directory, there are none.
 */
export async function listModels(cacheDir: string): Promise<Model[]> {
  const models: Model[] = [];
  for (const entry of await readCache(cacheDir)) {
    if (modelIdOf(entry.name) === undefined || !entry.isDirectory()) continue;
    const root = join(cacheDir, entry.name);
    try {
      const entries = await readTree(root);
      models.push(describeModel(entry.name, entries, await readRefs(root, entries)));
    } catch (error) {
      // It was deleted after the cache was read.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
  return models.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function readCache(cacheDir: string): Promise<Dirent[]> {
  return readdir(cacheDir, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

/** `refs` maps a ref's name (`main`) to the commit it stands for. */
export function describeModel(
  directory: string,
  entries: Entry[],
  refs: ReadonlyMap<string, string>,
): Model {
  const files = entries.filter((entry) => entry.kind === 'file');
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  return {
    id: modelIdOf(directory) ?? directory,
    directory,
    size_bytes: fileSizes(entries).reduce((sum, size) => sum + size, 0),
    file_count: files.length,
    unfinished_download_count: files.filter(({ path }) => isUnfinishedDownload(path)).length,
    revisions: revisionsOf(entries, sizes, refs),
  };
}

function isUnfinishedDownload(path: BytePath): boolean {
  return path.startsWith('blobs/') && path.endsWith('.incomplete');
}

function revisionsOf(
  entries: Entry[],
  sizes: ReadonlyMap<BytePath, number>,
  refs: ReadonlyMap<string, string>,
): Revision[] {
  const revisions = new Map<BytePath, ModelFile[]>();
  for (const entry of entries) {
    const [top, commit, ...rest] = entry.path.split('/');
    if (top !== 'snapshots' || commit === undefined) continue;
    const isDirectory = entry.kind === 'directory';
    if (rest.length === 0 && !isDirectory) continue;
    const files = revisions.get(commit) ?? [];
    revisions.set(commit, files);
    if (isDirectory || entry.kind === 'odd') continue;
    // Looked up among what was read, so a hostile link is never followed out of the model.
    const blob =
      entry.kind === 'file' ? entry.path : posix.join(posix.dirname(entry.path), entry.target);
    files.push({ path: toText(rest.join('/')), size_bytes: sizes.get(blob) ?? null });
  }
  return [...revisions].map(([commit, files]) => ({
    commit: toText(commit),
    refs: [...refs].filter(([, target]) => target === commit).map(([ref]) => ref),
    files,
  }));
}

async function readRefs(root: string, entries: Entry[]): Promise<Map<string, string>> {
  const refs = new Map<string, string>();
  for (const entry of entries) {
    if (entry.kind !== 'file' || !entry.path.startsWith('refs/')) continue;
    if (entry.size > maxRefBytes) continue;
    const commit = await readRef(pathBelow(toBytePath(root), entry.path));
    if (commit !== undefined) refs.set(toText(entry.path.slice('refs/'.length)), commit);
  }
  return refs;
}

async function readRef(path: Buffer): Promise<string | undefined> {
  // Without waiting and without following, whatever took the file's place since it was seen.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxRefBytes), 0);
    return buffer.toString('latin1', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}
