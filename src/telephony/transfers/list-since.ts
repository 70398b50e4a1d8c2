import type { components } from '../../../generated/api.ts';
import type { Db } from '../../db/connect.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import { listSince } from './queries.ts';
import { runTransfer } from './views.ts';

/** The run's transfers from this one on, oldest first, a few at a time; without one, the last. */
export async function listTransfersSince(
  db: Db,
  key: Key,
  id: number | undefined,
): Promise<readonly components['schemas']['RunTransfer'][]> {
  return (await listSince(db, key, id)).map(runTransfer);
}
