import type { Sweep } from '../../jobs/sweeps.ts';
import type { TelephonyApp } from '../context.ts';
import { removeExpired } from './queries.ts';

export const doNotCallSweeps = (app: TelephonyApp): readonly Sweep[] => [
  {
    name: 'do_not_call.remove_expired',
    everyMs: 10 * 60_000,
    sweep: () => removeExpired(app.db, app.now()),
  },
];
