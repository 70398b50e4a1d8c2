import type { Sweep } from '../../jobs/sweeps.ts';
import type { TelephonyApp } from '../context.ts';
import { removeOld } from './queries.ts';

export const inboundSweeps = (app: TelephonyApp): readonly Sweep[] => [
  {
    name: 'inbound_calls.remove_old',
    everyMs: 10 * 60_000,
    sweep: () => removeOld(app.db, app.now()),
  },
];
