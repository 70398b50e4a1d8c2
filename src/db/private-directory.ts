import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a directory that only this user can enter, with files that only this user can read: the engine creates its own
 * for everybody. Throws where the file system has no such modes or another user owns it.
 */
export function keepPrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  if (isOpen(directory))
    throw new Error(
      `other users of this machine can read ${directory}, whose file system keeps no modes`,
    );
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const path = join(directory, name);
    if (isOpen(path)) chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  }
}

const isOpen = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;
