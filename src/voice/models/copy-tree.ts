import * as fs from 'node:fs';
import { copyFile, unlessNotAllowed } from './copy-file.ts';
import { syncOpenDirectory } from './directories.ts';
import type { Tracker } from './progress.ts';
import { type BytePath, sentenceOf, toBytePath, toBytes, toText } from './rules.ts';
import { type Shared, throwIfHalted } from './shared.ts';
import type { DirectoryEntry, Entry, FileEntry, LinkEntry } from './tree.ts';
import type { Verifier } from './verifier.ts';

interface TreeCopy {
  readonly from: string;
  readonly to: string;
  readonly entries: readonly Entry[];
  /** The new target of a symbolic link. */
  readonly targetOf: (link: LinkEntry) => BytePath;
}
interface CopyTools {
  readonly verifier: Verifier;
  readonly tracker: Tracker;
  readonly shared: Shared;
}

/**
 * Makes the directory `to` a durable, verified copy of the tree that was read at `from`. Keeps symbolic links, modes
 * and times, and owners if the process may set them.
 */
export function copyTree({ from, to, entries, targetOf }: TreeCopy, tools: CopyTools): void {
  const root = toBytePath(to);
  const pathOf = ({ path }: Entry) => (path === '' ? root : `${root}/${path}`);
  const directories = entries.filter((entry) => entry.kind === 'directory');
  for (const entry of directories) fs.mkdirSync(toBytes(pathOf(entry)), { mode: 0o700 });
  for (const entry of entries) {
    if (entry.kind === 'symlink') makeLink(toBytes(pathOf(entry)), entry, targetOf(entry));
    if (entry.kind === 'file') {
      copyOne(`${toBytePath(from)}/${entry.path}`, pathOf(entry), { entry, ...tools });
    }
  }
  tools.verifier.finish((file) => {
    tools.tracker.at('verifying', file.entry.path);
    tools.tracker.tick();
  });
  // At the end and children first, because every added entry changes its directory's time.
  for (const entry of directories.toReversed()) finishDirectory(toBytes(pathOf(entry)), entry);
}

function copyOne(
  from: BytePath,
  to: BytePath,
  { entry, verifier, tracker, shared }: CopyTools & { entry: FileEntry },
): void {
  tracker.at('moving', entry.path);
  const file = { from, to, entry };
  try {
    const digest = copyFile(file, {
      opened: () => verifier.begin(file),
      wrote(bytes) {
        verifier.wrote(bytes);
        tracker.copied(bytes);
        tracker.tick();
        throwIfHalted(shared);
      },
    });
    verifier.end(digest);
  } catch (error) {
    throw new Error(`The file ${toText(entry.path)} could not be copied. ${sentenceOf(error)}`, {
      cause: error,
    });
  }
}

function makeLink(at: Buffer, { uid, gid, atime, mtime }: LinkEntry, target: BytePath): void {
  fs.symlinkSync(toBytes(target), at);
  unlessNotAllowed(() => fs.lchownSync(at, uid, gid));
  fs.lutimesSync(at, atime, mtime);
}

function finishDirectory(at: Buffer, { uid, gid, mode, atime, mtime }: DirectoryEntry): void {
  const directory = fs.openSync(at, 'r');
  try {
    unlessNotAllowed(() => fs.fchownSync(directory, uid, gid));
    fs.fchmodSync(directory, mode);
    fs.futimesSync(directory, atime, mtime);
    syncOpenDirectory(directory);
  } finally {
    fs.closeSync(directory);
  }
}
