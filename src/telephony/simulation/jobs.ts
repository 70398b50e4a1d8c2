import type { App } from '../../context.ts';
import type { Sweep } from '../../jobs/sweeps.ts';

export const simulatedSweeps = ({ network }: App): readonly Sweep[] => [
  { name: 'calls.recover_simulated', everyMs: 2000, sweep: () => network.recover() },
];
