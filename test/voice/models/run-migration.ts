import { stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { moveModels, type MigrationEvent } from '../../../src/voice/models/migration.ts';
import { makeRandomModel } from './hub-cache.ts';
import type { Directories } from './two-file-systems.ts';

export const mebibyte = 1024 * 1024;

type Options = Parameters<typeof moveModels>[1];

export async function run(route: { source: string; destination: string }, options?: Options) {
  const events: MigrationEvent[] = await Array.fromAsync(moveModels(routeOf(route), options));
  const last = events.at(-1);
  return {
    events,
    progress: events.filter((event) => event.event === 'progress'),
    complete: last?.event === 'complete' ? last : undefined,
  };
}

export function routeOf({ source, destination }: { source: string; destination: string }) {
  return { source, destination };
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
  await vi.waitFor(async () => expect((await stat(path)).size).toBeGreaterThan(0), {
    interval: 1,
    timeout: 10_000,
  });
}
