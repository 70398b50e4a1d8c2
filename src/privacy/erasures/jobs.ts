import type { Sweep } from '../../jobs/sweeps.ts';
import type { PrivacyApp } from '../context.ts';
import { eraseDue } from './eraser.ts';

export const erasureSweeps = (app: PrivacyApp): readonly Sweep[] => [
  { name: 'privacy.erase', everyMs: 1000, sweep: () => eraseDue(app) },
];
