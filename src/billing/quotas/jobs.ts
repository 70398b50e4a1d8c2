import type { Sweep } from '../../jobs/sweeps.ts';
import type { BillingApp } from '../context.ts';
import { addContentChanges, countContents } from './queries.ts';

/** Usages are correct before changes are added, too; reading many changes takes longer. */
export const quotaSweeps = ({ db }: Pick<BillingApp, 'db'>): readonly Sweep[] => [
  { name: 'quotas.add_content_changes', everyMs: 5000, sweep: () => addContentChanges(db) },
  { name: 'quotas.count_contents', everyMs: 60_000, sweep: () => countContents(db) },
];
