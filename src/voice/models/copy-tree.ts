import * as fs from 'node:fs';
import { type CopyProgress, copyFile, finish, unlessNotAllowed, within } from './copy-file.ts';
import { type BytePath, toBytePath, toBytes } from './rules.ts';
import { type Entry, type LinkEntry, pathBelow } from './tree.ts';

interface TreeCopy {
  readonly from: string;
  readonly to: string;
  readonly entries: readonly Entry[];
  /** The new target of a symbolic link. */
  readonly targetOf: (link: LinkEntry) => BytePath;
}

/**
 * Makes the directory `to` a durable, verified copy of the tree that was read at `from`. Keeps symbolic links, modes
 * and times, and owners if the process may set them.
 */
export function copyTree({ from, to, entries, targetOf }: TreeCopy, progress: CopyProgress): void {
  const at = ({ path }: Entry) => pathBelow(toBytePath(to), path);
  const directories = entries.filter((entry) => entry.kind === 'directory');
  for (const entry of directories) fs.mkdirSync(at(entry), { mode: 0o700 });
  for (const entry of entries) {
    if (entry.kind === 'symlink') makeLink(at(entry), entry, targetOf(entry));
    if (entry.kind === 'file')
      copyFile(pathBelow(toBytePath(from), entry.path), at(entry), { entry, progress });
  }
  // At the end and children first, because every added entry changes its directory's time.
  for (const entry of directories.toReversed())
    within(fs.openSync(at(entry), 'r'), (directory) => finish(directory, entry));
}

function makeLink(at: Buffer, { uid, gid, atime, mtime }: LinkEntry, target: BytePath): void {
  fs.symlinkSync(toBytes(target), at);
  unlessNotAllowed(() => fs.lchownSync(at, uid, gid));
  fs.lutimesSync(at, atime, mtime);
}
