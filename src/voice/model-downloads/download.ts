import { lstat, mkdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { spaceAt, syncDirectory } from '../models/directories.ts';
import { codeOf, directoryOf, percentOf, sentenceOf, spaceNeeded } from '../models/rules.ts';
import { fetchFile } from './fetch-file.ts';
import { findRevision, type Hub, type Revision } from './hub.ts';
import {
  bytesOf,
  DownloadFailure,
  type DownloadProgress,
  type DownloadSummary,
  type HubFile,
  isCommit,
  uniqueFiles,
} from './rules.ts';

interface DownloadOrder {
  readonly hub: Hub;
  readonly name: string;
  readonly revision: string;
  readonly cache: string;
  readonly maxBytes: number;
}
interface Tools {
  readonly signal: AbortSignal;
  readonly report: (progress: DownloadProgress) => void;
}

/**
 * Downloads a revision of a model to a hub cache, in the layout of the Hugging Face client: blobs named by hash, a
 * snapshot of links to them, a ref. The snapshot appears when every file is verified. What is there already stays, so a
 * call that was interrupted continues. Throws a DownloadFailure, or the signal's reason. Only one call may work on a
 * model at a time; the caller ensures that.
 */
export async function downloadModel(order: DownloadOrder, tools: Tools): Promise<DownloadSummary> {
  const { hub, name, revision, cache, maxBytes } = order;
  const found = await findRevision(hub, { name, revision }, tools.signal);
  const files = uniqueFiles(found.files);
  const bytes = bytesOf(files);
  if (bytes > maxBytes)
    throw new DownloadFailure(
      'model_too_large',
      `The model has ${bytes} bytes; this server allows ${maxBytes}.`,
    );
  const model = join(cache, directoryOf(name));
  await inWords(async () => {
    await mkdir(join(model, 'blobs'), { recursive: true });
    await mustFit(model, files);
  });
  await fetchFiles({ ...order, ...found, model, files }, tools);
  await inWords(() => link(model, found));
  if (!isCommit(revision)) await inWords(() => writeRef(model, revision, found.commit));
  return { model_name: name, revision, commit: found.commit, files: found.files.length, bytes };
}

const blobOf = (model: string, { hash }: HubFile): string => join(model, 'blobs', hash);

async function mustFit(model: string, files: readonly HubFile[]): Promise<void> {
  const missing = await Promise.all(
    files.map(async (file) => {
      const blob = blobOf(model, file);
      const there = (await sizeOf(blob)) ?? (await sizeOf(`${blob}.incomplete`)) ?? 0;
      return Math.max(0, file.size - there);
    }),
  );
  const { blockSize, free } = await spaceAt(model);
  const needed = spaceNeeded(missing, blockSize);
  if (needed <= free) return;
  throw new DownloadFailure(
    'insufficient_space',
    `The model needs ${needed} bytes more, ${free} are free.`,
  );
}

const sizeOf = async (path: string): Promise<number | undefined> => {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
};

interface Fetching extends DownloadOrder, Revision {
  readonly model: string;
}

async function fetchFiles(fetching: Fetching, { signal, report }: Tools): Promise<void> {
  const { model, files, name } = fetching;
  const total = bytesOf(files);
  let ended = 0;
  for (const wanted of files) {
    const { path, size } = wanted;
    const to = blobOf(model, wanted);
    const at = (status: DownloadProgress['status'], bytes: number): void => {
      const current = ended + bytes;
      const progress = percentOf(current, total);
      report({ model_name: name, filename: path, current, total, progress, status });
    };
    signal.throwIfAborted();
    if ((await sizeOf(to)) !== size)
      await inWords(() => fetchFile(fetching, { to, wanted }, { signal, at }));
    at('downloading', size);
    ended += size;
  }
  await inWords(() => syncDirectory(join(model, 'blobs')));
}

/** Links every file of the commit to its blob. Throws if a blob is gone: somebody deleted it meanwhile. */
async function link(model: string, { commit, files }: Revision): Promise<void> {
  const snapshot = join(model, 'snapshots', commit);
  await mkdir(snapshot, { recursive: true });
  for (const file of files) {
    const at = join(snapshot, file.path);
    const target = relative(dirname(at), blobOf(model, file));
    await stat(blobOf(model, file));
    await mkdir(dirname(at), { recursive: true });
    if ((await readlink(at).catch(() => undefined)) === target) continue;
    await rm(at, { force: true });
    await symlink(target, at);
  }
  await syncDirectory(snapshot);
}

async function writeRef(model: string, revision: string, commit: string): Promise<void> {
  const ref = join(model, 'refs', revision);
  await mkdir(dirname(ref), { recursive: true });
  await writeFile(`${ref}.incomplete`, commit, { flush: true });
  await rename(`${ref}.incomplete`, ref);
  await syncDirectory(dirname(ref));
}

/** Turns an error of the file system into a reason for the caller. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const found = codeOf(error);
    if (found === undefined || error instanceof DownloadFailure) throw error;
    const code = ['ENOSPC', 'EDQUOT'].includes(found) ? 'insufficient_space' : 'download_failed';
    throw new DownloadFailure(code, sentenceOf(error));
  }
}
