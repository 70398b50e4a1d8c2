import type { Sweep } from '../../jobs/sweeps.ts';
import type { ToolsApp } from '../context.ts';
import { settleUnsent } from './approval-queries.ts';
import { settleLost } from './queries.ts';

export const toolSweeps = (app: ToolsApp): readonly Sweep[] => [
  { name: 'tools.settle_lost', everyMs: 10_000, sweep: () => settleLost(app.db, app.now()) },
  { name: 'tools.settle_unsent', everyMs: 10_000, sweep: () => settleUnsent(app.db, app.now()) },
];
