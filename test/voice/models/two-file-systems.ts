import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const kinds = ['on one file system', 'across file systems'] as const;
export type Kind = (typeof kinds)[number];
export type Directories = AsyncDisposable & {
  source: string;
  destination: string;
  outside: string;
};

const prefix = 'models-test-';

/** A source and an outside directory in the system's temporary directory, and a destination. */
export async function makeDirectories(kind: Kind): Promise<Directories> {
  const near = await mkdtemp(join(tmpdir(), prefix));
  const far = await mkdtemp(
    join(kind === 'on one file system' ? tmpdir() : otherFileSystem(), prefix),
  );
  return {
    source: join(near, 'cache'),
    outside: join(near, 'outside'),
    destination: join(far, 'moved'),
    async [Symbol.asyncDispose]() {
      await rm(near, { recursive: true });
      await rm(far, { recursive: true });
    },
  };
}

/** A directory on another file system than the system's temporary directory; throws if there is none. */
export function otherFileSystem(): string {
  const own = statSync(tmpdir()).dev;
  const candidates = [
    process.env['SECOND_FILE_SYSTEM'],
    '/dev/shm',
    '/run/shm',
    process.env['XDG_RUNTIME_DIR'],
    '/run',
  ];
  const found = candidates.find((path) => path && isAnother(path, own));
  if (found) return found;
  throw new Error(
    `These tests move models across file systems and find none that is writable beside ${tmpdir()}. ` +
      'Mount one (mount -t tmpfs tmpfs /mnt/second) and name it in SECOND_FILE_SYSTEM.',
  );
}

function isAnother(path: string, device: number): boolean {
  try {
    if (statSync(path).dev === device) return false;
    rmSync(mkdtempSync(join(path, prefix)), { recursive: true });
    return true;
  } catch {
    return false;
  }
}
