import type { App } from '../context.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import type { Directory } from './directory.ts';
import * as queries from './queries.ts';

/** Each batch is compared with all addresses of the cell. */
const atOnce = 10_000;

interface Parts extends Pick<App, 'db' | 'config'> {
  readonly directory: Directory | undefined;
}

/** Releases addresses in the directory a day after the last user or invitation of the cell had them. */
export async function removeUnused({ db, config, directory }: Parts): Promise<void> {
  if (!directory) return;
  const unchecked = await queries.takeUnchecked(directory.db, config.cell, atOnce);
  if (unchecked.length === 0) return;
  await queries.remove(directory.db, await queries.unusedAmong(db, unchecked));
}

export const directorySweeps = (parts: Parts): readonly Sweep[] =>
  parts.directory
    ? [{ name: 'cells.remove_unused', everyMs: 60_000, sweep: () => removeUnused(parts) }]
    : [];
