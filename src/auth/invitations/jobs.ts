import type { Sweep } from '../../jobs/sweeps.ts';
import type { AuthApp } from '../context.ts';
import { removeExpired } from './queries.ts';
import { deletedBefore } from './rules.ts';

const batchSize = 1000;

export const invitationSweeps = (app: AuthApp): readonly Sweep[] => [
  {
    name: 'invitations.remove_expired',
    everyMs: 10 * 60_000,
    async sweep() {
      const before = deletedBefore(app.now());
      while ((await removeExpired(app.db, before, batchSize)) === batchSize);
    },
  },
];
