import type { Sweep } from '../jobs/sweeps.ts';
import type { TelephonyApp } from './context.ts';
import { removeOld } from './inbound-calls/queries.ts';
import { removeExpired } from './do-not-call/queries.ts';
import * as organizations from '../billing/organization-queries.ts';
import { forEachIsolated } from '../jobs/for-each-isolated.ts';
import { hangUpInBatches } from './hang-ups/in-batches.ts';

type Parts = Pick<TelephonyApp, 'db' | 'now' | 'log' | 'calls' | 'metrics'>;

/** Hangs up the calls of the organizations that were suspended with `hang_up_calls`. */
export async function hangUpSuspended(app: Parts): Promise<void> {
  await forEachIsolated(app, {
    sweep: 'calls.hang_up_suspended',
    items: await organizations.toHangUp(app.db),
    work: async (organization) => {
      const { organization_id } = organization;
      // None begins meanwhile.
      if (await hangUpInBatches(app, { organization_id }))
        await organizations.setHungUp(app.db, organization);
    },
    about: ({ organization_id }) => ({ organization_id }),
  });
}

/** What every process does for the calls of the simulated network that it holds. */
export const talkSweeps = ({ network }: Pick<TelephonyApp, 'network'>): readonly Sweep[] => [
  {
    name: 'calls.follow_simulated_talks',
    everyMs: 1000,
    sweep: () => network.followTalks(),
    isLocal: true,
  },
];

export const telephonySweeps = (app: TelephonyApp): readonly Sweep[] => [
  { name: 'calls.hang_up_suspended', everyMs: 1000, sweep: () => hangUpSuspended(app) },
  ...talkSweeps(app),
  { name: 'calls.recover_simulated', everyMs: 2000, sweep: () => app.network.recover() },
  {
    name: 'inbound_calls.remove_old',
    everyMs: 10 * 60_000,
    sweep: () => removeOld(app.db, app.now()),
  },
  {
    name: 'do_not_call.remove_expired',
    everyMs: 10 * 60_000,
    sweep: () => removeExpired(app.db, app.now()),
  },
];
