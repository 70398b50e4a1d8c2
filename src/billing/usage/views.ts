import type { components } from '../../../generated/api.ts';
import type { CountedRow } from './admin-queries.ts';
import type { UsageRow } from './queries.ts';
import { outcomes, percentilesOf, type Period, ratio } from './rules.ts';

type Schemas = components['schemas'];
type Sums = Pick<CountedRow, keyof CountedRow & keyof UsageRow>;

/** What runs add up to. */
export const usage = (row: UsageRow): Schemas['Usage'] => ({
  ...sums(row),
  in_progress: row.in_progress,
  answer_rate: ratio(row.connected, row.calls - row.in_progress, 4),
  duration_seconds: {
    average: ratio(row.seconds, row.connected, 2),
    ...percentilesOf(row.durations ?? new Uint8Array()),
  },
});

/** What has been counted of an organization in a period. */
export const organizationUsage = (
  row: CountedRow,
  { from, to }: Period,
): Schemas['OrganizationUsage'] => ({
  organization_id: row.organization_id,
  organization_name: row.organization_name,
  from,
  to,
  has_pending_changes: row.has_pending_changes,
  ...sums(row),
  answer_rate: ratio(row.connected, row.calls, 4),
});

const sums = ({ calls, connected, consents, seconds, test_runs, ...row }: Sums) => ({
  calls,
  connected,
  consents,
  consent_rate: ratio(consents, connected, 4),
  seconds,
  transfers: row.transfers,
  transfer_seconds: row.transfer_seconds,
  outcomes: Object.fromEntries(
    outcomes.map((outcome) => [outcome, row[outcome]]),
  ) as Schemas['UsageOutcomes'],
  test_runs,
  consumption: consumption(row.consumed),
});

function consumption(consumed: UsageRow['consumed']): Schemas['UsageConsumption'] {
  const sumOf = (unit: string): Schemas['UsageSum'] | null => {
    const found = consumed.find(({ measure }) => measure === unit);
    return found ? { total: Number(found.amount), runs: found.runs } : null;
  };
  const cost = consumed.flatMap(({ measure, amount, runs }) => {
    const [kind, source = '', currency = ''] = measure.split('/');
    return kind === 'cost' ? [{ source, currency, amount, runs } as Schemas['UsageCost']] : [];
  });
  return {
    seconds: sumOf('seconds'),
    tokens: sumOf('tokens'),
    characters: sumOf('characters'),
    cost,
  };
}

/** Of nothing. */
export const noUsage: UsageRow = {
  key: null,
  calls: 0,
  in_progress: 0,
  connected: 0,
  consents: 0,
  seconds: 0,
  transfers: 0,
  transfer_seconds: 0,
  test_runs: 0,
  completed: 0,
  busy: 0,
  no_answer: 0,
  voicemail: 0,
  failed: 0,
  canceled: 0,
  unknown: 0,
  durations: null,
  consumed: [],
};
