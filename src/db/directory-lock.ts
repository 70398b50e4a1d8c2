import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process uses the directory. */
export class DirectoryInUse extends Error {}

/**
 * Locks a data directory for this process until the returned function is called or the process ends. PGlite has no lock
 * of its own, and two processes on one directory lose committed rows. The kernel holds the lock on an open SQLite file,
 * so it never outlives its process and cannot become stale.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const holder = join(directory, 'lock.pid');
  const lock = new DatabaseSync(join(directory, 'lock'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked/.test(String(error))) throw error;
    throw new DirectoryInUse(
      `The data directory ${directory} is in use by process ${pidIn(holder)}. Stop that process, give this one another DATA_DIR, or use PostgreSQL (DATABASE_URL), which any number of processes may share.`,
    );
  }
  writeFileSync(holder, `${process.pid}\n`);
  return () => lock.close();
}

const pidIn = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
};
