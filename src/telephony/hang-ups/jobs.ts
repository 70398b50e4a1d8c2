import * as organizations from '../../billing/organization-queries.ts';
import type { TelephonyApp } from '../context.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { hangUpInBatches } from './in-batches.ts';

type Parts = Pick<TelephonyApp, 'db' | 'now' | 'log' | 'calls' | 'metrics'>;

/** Hangs up the calls of the organizations that were suspended with `hang_up_calls`. */
export async function hangUpSuspended(app: Parts): Promise<void> {
  for (const organization of await organizations.toHangUp(app.db)) {
    const { organization_id } = organization;
    try {
      // None begins meanwhile.
      if (await hangUpInBatches(app, { organization_id }))
        await organizations.setHungUp(app.db, organization);
    } catch (error) {
      app.log.error({ err: error, organization_id }, 'calls could not be hung up');
    }
  }
}

export const hangUpSweeps = (app: TelephonyApp): readonly Sweep[] => [
  { name: 'calls.hang_up_suspended', everyMs: 1000, sweep: () => hangUpSuspended(app) },
];
