import type { Sweep } from '../../jobs/sweeps.ts';
import type { ToolsApp } from '../context.ts';
import { forEachIsolated } from '../../jobs/for-each-isolated.ts';
import { runsOfUnsent } from './approval-queries.ts';
import { settleUnsent } from './approvals.ts';
import { settleLost } from './queries.ts';

const settling = 'tools.settle_unsent';

export const toolSweeps = (app: ToolsApp): readonly Sweep[] => [
  { name: 'tools.settle_lost', everyMs: 10_000, sweep: () => settleLost(app.db, app.now()) },
  { name: settling, everyMs: 10_000, sweep: () => settleAllUnsent(app) },
];

/** Settles calls that were not sent in time, and those of runs that have ended. */
export const settleAllUnsent = async (app: ToolsApp): Promise<unknown> =>
  forEachIsolated(app, {
    sweep: settling,
    items: await runsOfUnsent(app.db, app.now()),
    work: (key) => settleUnsent(app, key),
    about: ({ organization_id, run_id }) => ({ organization_id, run_id }),
  });
