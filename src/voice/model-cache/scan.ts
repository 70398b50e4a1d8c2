import { lstat, opendir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, directoryOf, isModelId, modelIdOf } from '../models/rules.ts';
import { timestampOf } from '../../timestamp.ts';

interface VoiceModel {
  model_id: string;
  name: string;
  revisions: { commit: string; names: string[] }[];
  size_bytes: number;
  files: number;
  downloaded_at: string | null;
}

/** What is looked at of one model: files, revisions and their names. */
const maxFiles = 10_000;
const maxNames = 100;

/** The ids of the models in a hub cache, sorted. */
export async function listModelIds(cache: string): Promise<string[]> {
  const entries = await unlessMissing(() => readdir(cache, { withFileTypes: true }), []);
  return entries
    .flatMap((entry) => (entry.isDirectory() ? (modelIdOf(entry.name) ?? []) : []))
    .map((name) => name.replaceAll('/', '--'))
    .filter(isModelId)
    .toSorted();
}

/** What a hub cache has of a model. */
export async function scanModel(cache: string, id: string): Promise<VoiceModel> {
  const name = id.replaceAll('--', '/');
  const model = join(cache, directoryOf(name));
  const blobs = await namesIn(join(model, 'blobs'), maxFiles);
  let size_bytes = 0;
  let files = 0;
  for (const blob of blobs) {
    size_bytes += await unlessMissing(
      async () => (await lstat(join(model, 'blobs', blob))).size,
      0,
    );
    if (!blob.endsWith('.incomplete')) files += 1;
  }
  const refs = await refsIn(join(model, 'refs'));
  const commits = (await namesIn(join(model, 'snapshots'), maxNames)).toSorted();
  const times = await Promise.all(
    commits.map((commit) =>
      unlessMissing(async () => (await lstat(join(model, 'snapshots', commit))).mtimeMs, 0),
    ),
  );
  return {
    model_id: id,
    name,
    revisions: commits.map((commit) => ({
      commit,
      names: refs.flatMap((ref) => (ref.commit === commit ? ref.name : [])),
    })),
    size_bytes,
    files,
    downloaded_at: times.length === 0 ? null : timestampOf(new Date(Math.max(...times))),
  };
}

/** Branches and tags with their commits; their names may contain slashes. */
async function refsIn(directory: string): Promise<{ name: string; commit: string }[]> {
  const refs: { name: string; commit: string }[] = [];
  const waiting = [''];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const entry of await namesIn(join(directory, at), maxNames)) {
      if (refs.length + waiting.length >= maxNames) return refs;
      const name = join(at, entry);
      const commit = await readCommit(join(directory, name));
      if (commit === 'directory') waiting.push(name);
      else if (commit !== undefined) refs.push({ name, commit });
    }
  }
  return refs;
}

async function readCommit(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) return 'directory';
  if (!found?.isFile() || found.size > 100) return undefined;
  return (await readFile(path, 'utf8').catch(() => '')).trim();
}

async function namesIn(directory: string, max: number): Promise<string[]> {
  const names: string[] = [];
  await unlessMissing(async () => {
    for await (const { name } of await opendir(directory)) {
      if (names.length >= max) return;
      names.push(name);
    }
  }, undefined);
  return names;
}

/** What work returns, or the other value if its file does not exist: models come and go. */
async function unlessMissing<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return otherwise;
    throw error;
  }
}
