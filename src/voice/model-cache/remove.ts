import { randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { directoryOf } from '../models/rules.ts';

const prefix = '.deleted-';

/** Takes a model out of a hub cache, in one step, so that it is never visible in part; `sweepDeleted` deletes it. */
export async function setAside(cache: string, name: string): Promise<boolean> {
  const model = join(cache, directoryOf(name));
  const found = await lstat(model).catch(() => undefined);
  if (!found?.isDirectory()) return false;
  await rename(model, join(cache, `${prefix}${randomUUID()}`));
  return true;
}

/** Deletes what was taken out of a hub cache, also by processes that died. Never throws. */
export async function sweepDeleted(cache: string, log: Logger): Promise<void> {
  try {
    const names = await readdir(cache).catch(() => []);
    for (const name of names.filter((each) => each.startsWith(prefix)))
      await rm(join(cache, name), { recursive: true, force: true });
  } catch (error) {
    log.warn({ err: error }, 'a deleted model could not be removed');
  }
}
