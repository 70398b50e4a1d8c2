import { stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { moveModels } from '../../../src/voice/models/migration.ts';
import type { Progress } from '../../../src/voice/models/progress.ts';
import { makeRandomModel } from './hub-cache.ts';
import type { Directories } from './two-file-systems.ts';

export const mebibyte = 1024 * 1024;

type Tools = Partial<Parameters<typeof moveModels>[1]>;

/** Moves the models; the result also says what was reported, and whether the destination became the directory in use. */
export async function run({ source, destination }: Route, tools: Tools = {}) {
  const progress: Progress[] = [];
  let switches = 0;
  const summary = await moveModels(
    { source, destination },
    {
      signal: new AbortController().signal,
      report: (step) => void progress.push(step),
      isSwitched: false,
      switchOver: async () => void (switches += 1),
      ...tools,
    },
  );
  return { ...summary, progress, switches };
}
interface Route {
  readonly source: string;
  readonly destination: string;
}

/** A model that takes time to copy but no space: a sparse file. */
export async function makeBigModel(at: Directories, id: string, size = 128 * mebibyte) {
  const model = await makeRandomModel(at.source, id, []);
  const sparse = join(model, 'blobs', 'sparse');
  await writeFile(sparse, '');
  await truncate(sparse, size);
  const partial = `.partial-models--${id.replace('/', '--')}`;
  return { model, sparse, copy: join(at.destination, partial, 'blobs', 'sparse') };
}

/** Waits until a file is not empty. */
export async function seen(path: string): Promise<void> {
  for (let tries = 0; tries < 10_000; tries += 1) {
    if ((await stat(path).catch(() => undefined))?.size) return;
    await setTimeout(1);
  }
  throw new Error(`${path} stays empty.`);
}
