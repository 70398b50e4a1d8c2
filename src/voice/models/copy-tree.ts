import { lchown, lutimes, mkdir, open, symlink } from 'node:fs/promises';
import type { Copier, FileCopy } from './copier.ts';
import { codeOf, toBytePath, toBytes } from './rules.ts';
import type { BytePath } from './rules.ts';
import type { DirectoryEntry, Entry, LinkEntry } from './tree.ts';

export type TreeCopy = {
  from: string;
  to: string;
  entries: Entry[];
  /** The target a symbolic link gets. */
  targetOf: (link: LinkEntry) => BytePath;
};

/**
 * Makes the directory `to` a durable, verified copy of the tree that was read at `from`: symbolic links as
 * links; modes and times, and owners where the process may set them.
 */
export async function copyTree(
  copier: Copier,
  { from, to, entries, targetOf }: TreeCopy,
): Promise<void> {
  const source = toBytePath(from);
  const target = toBytePath(to);
  const directories: { at: Buffer; entry: DirectoryEntry }[] = [];
  const files: FileCopy[] = [];
  for (const entry of entries) {
    const path = entry.path === '' ? target : `${target}/${entry.path}`;
    const at = toBytes(path);
    if (entry.kind === 'directory') {
      await mkdir(at, { mode: 0o700 });
      directories.push({ at, entry });
    } else if (entry.kind === 'symlink') {
      await symlink(toBytes(targetOf(entry)), at);
      await unlessNotAllowed(lchown(at, entry.uid, entry.gid));
      await lutimes(at, entry.atime, entry.mtime);
    } else if (entry.kind === 'file') {
      files.push({ from: `${source}/${entry.path}`, to: path, entry });
    }
  }
  await copier.copy(files);
  // Only now, and children first, as every entry that is added changes its directory's time.
  for (const { at, entry } of directories.toReversed()) await finishDirectory(at, entry);
}

async function finishDirectory(at: Buffer, entry: DirectoryEntry): Promise<void> {
  const directory = await open(at, 'r');
  try {
    await unlessNotAllowed(directory.chown(entry.uid, entry.gid));
    await directory.chmod(entry.mode);
    await directory.utimes(entry.atime, entry.mtime);
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Only root gives files away; for anyone else the copies have an owner of their own. */
async function unlessNotAllowed(change: Promise<void>): Promise<void> {
  await change.catch((error: unknown) => {
    const code = codeOf(error);
    if (code !== 'EPERM' && code !== 'EINVAL') throw error;
  });
}
