import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type Snapshot = Record<string, string>;
export type ModelFiles = Record<string, string | Buffer>;

export const commit = 'c0ffee'.padEnd(40, '0');

export function directoryOf(id: string): string {
  return `models--${id.replaceAll('/', '--')}`;
}

/** Writes a model like the hub's client: blobs named by hash, a snapshot of links, a ref. Returns its path. */
export async function makeModel(cache: string, id: string, files: ModelFiles): Promise<string> {
  const model = join(cache, directoryOf(id));
  await writeTree(model, { 'refs/main': commit });
  await mkdir(join(model, 'blobs'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const hash = createHash('sha256').update(content).digest('hex');
    await writeFile(join(model, 'blobs', hash), content);
    const link = join(model, 'snapshots', commit, name);
    await mkdir(dirname(link), { recursive: true });
    const up = '../'.repeat(name.split('/').length + 1);
    await symlink(`${up}blobs/${hash}`, link);
  }
  return model;
}

/** Writes a model with files of the given sizes and random content. Returns its path. */
export async function makeRandomModel(cache: string, id: string, sizes: number[]): Promise<string> {
  const files = sizes.map((size, index) => [`part-${index}.bin`, randomBytes(size)]);
  return makeModel(cache, id, Object.fromEntries(files));
}

export async function writeTree(root: string, files: ModelFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** Sets times that a new copy cannot have by chance. */
export async function age(path: string): Promise<void> {
  await utimes(path, 1_000_000_000.5, 1_234_567_890.25);
}

/** One line per entry below a directory: kind, mode, time and content. Equal trees have equal snapshots. */
export function snapshot(root: string, below = ''): Snapshot {
  const lines: Snapshot = {};
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    lines[path] = lineOf(join(root, path));
    if (entry.isDirectory()) Object.assign(lines, snapshot(root, path));
  }
  return lines;
}

/** A snapshot that includes the directory itself; undefined if it does not exist. */
export function snapshotOf(directory: string): Snapshot | undefined {
  if (!lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  return { '.': lineOf(directory), ...snapshot(directory) };
}

function lineOf(path: string): string {
  const stat = lstatSync(path);
  const about = `${(stat.mode & 0o7777).toString(8)} ${Math.round(stat.mtimeMs)}`;
  if (stat.isSymbolicLink()) return `link ${about} -> ${readlinkSync(path)}`;
  if (stat.isDirectory()) return `directory ${about}`;
  if (!stat.isFile()) return `other ${about}`;
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  return `file ${about} ${stat.size} ${hash}`;
}
