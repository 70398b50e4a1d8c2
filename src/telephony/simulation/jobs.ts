import type { Sweep } from '../../jobs/sweeps.ts';
import type { TelephonyApp } from '../context.ts';

export const simulatedSweeps = ({ network }: TelephonyApp): readonly Sweep[] => [
  { name: 'calls.recover_simulated', everyMs: 2000, sweep: () => network.recover() },
];
