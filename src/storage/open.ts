import type { StoragePlace } from '../system/settings.ts';
import { openS3 } from './s3.ts';
import { type Storage, MissingObject } from './storage.ts';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withErrorListener } from '../system/with-error-listener.ts';

/** Keeps objects as files below a directory. Processes on several machines need a file system that they share. */
export function openDirectory(directory: string): Storage {
  const pathOf = (key: string): string => join(directory, key.slice(0, 2), key);
  return {
    pathOf,
    async put(key, { path }) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      await sync(path);
      await rename(path, target).catch(async (error: unknown) => {
        if (codeOf(error) !== 'EXDEV') throw error;
        await copyAcross(path, target);
      });
      await sync(dirname(target));
    },
    async read(key, range) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new MissingObject(key, { cause: error }) : error;
      });
      return withErrorListener(file.createReadStream(range));
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    close() {},
  };
}

/** To another file system: written beside the target and renamed. */
async function copyAcross(source: string, target: string): Promise<void> {
  const beside = `${target}.part`;
  try {
    await copyFile(source, beside);
    await sync(beside);
    await rename(beside, target);
  } finally {
    await rm(beside, { force: true });
  }
  await rm(source, { force: true });
}

/** Waits until a file, or the entries of a directory, would survive a loss of power. */
async function sync(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

export const openStorage = (place: StoragePlace): Storage =>
  place.kind === 's3' ? openS3(place) : openDirectory(place.directory);
