import type { components } from '../../../generated/api.ts';
import type { UsageRow } from './queries.ts';
import { outcomes, percentilesOf, ratio } from './rules.ts';

type Schemas = components['schemas'];

/** What runs add up to. */
export function usage(row: UsageRow): Schemas['Usage'] {
  const { calls, in_progress, connected, consents, seconds, test_runs } = row;
  return {
    calls,
    in_progress,
    connected,
    answer_rate: ratio(connected, calls - in_progress, 4),
    consents,
    consent_rate: ratio(consents, connected, 4),
    seconds,
    duration_seconds: {
      average: ratio(seconds, connected, 2),
      ...percentilesOf(row.durations ?? new Uint8Array()),
    },
    outcomes: Object.fromEntries(
      outcomes.map((outcome) => [outcome, row[outcome]]),
    ) as Schemas['UsageOutcomes'],
    test_runs,
    consumption: consumption(row.consumed),
  };
}

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
