import type { components } from '../../../generated/api.ts';
import { isTimestamp } from '../../timestamp.ts';

type Schemas = components['schemas'];
export type Grouping = Schemas['UsageGrouping'];
type Outcome = keyof Schemas['UsageOutcomes'];

/** The outcomes in the order in which groups of them are listed. */
export const outcomes = [
  'completed',
  'busy',
  'no_answer',
  'voicemail',
  'failed',
  'canceled',
  'unknown',
] as const satisfies readonly Outcome[];

/** The maximum number of days of one report. */
export const maxDays = 366;

const dayMs = 86_400_000;

export interface Period {
  /** The first day, as YYYY-MM-DD in UTC. */
  readonly from: string;
  /** The day after the last one. */
  readonly to: string;
}

/** What is wrong with a period, and in which of its parameters; undefined for one that can be reported. */
export function periodFault({ from, to }: Period): { name: keyof Period; msg: string } | undefined {
  for (const [name, date] of Object.entries({ from, to }) as [keyof Period, string][])
    if (!isTimestamp(`${date}T00:00:00Z`)) return { name, msg: 'Must be in the years 1 to 9999.' };
  const days = daysOf(to) - daysOf(from);
  if (days <= 0) return { name: 'to', msg: 'Must be after `from`.' };
  if (days > maxDays) return { name: 'to', msg: `Must be at most ${maxDays} days after \`from\`.` };
  return undefined;
}

const daysOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const dateOf = (days: number): string => new Date(days * dayMs).toISOString().slice(0, 10);

type Group = Omit<Schemas['UsageGroup'], 'usage'>;

const nobody: Group = {
  date: null,
  workflow_id: null,
  campaign_id: null,
  telephony_configuration_id: null,
  outcome: null,
};

/**
 * The group of a key, by which groups are sorted: the days since 1970 of a date, an id, the place of an outcome from the
 * end; 0 for the group of none.
 */
export function groupOf(grouping: Grouping, key: number): Group {
  const id = key === 0 ? null : key;
  switch (grouping) {
    case 'workflow':
      return { ...nobody, workflow_id: id };
    case 'campaign':
      return { ...nobody, campaign_id: id };
    case 'configuration':
      return { ...nobody, telephony_configuration_id: id };
    case 'outcome':
      return { ...nobody, outcome: outcomes[outcomes.length - key] ?? null };
    case 'day':
    case 'week':
    case 'month':
      return { ...nobody, date: dateOf(key) };
  }
}

/** A part of a whole to so many digits after the point; null of nothing. */
export const ratio = (part: number, whole: number, digits: number): number | null =>
  whole === 0 ? null : Number((part / whole).toFixed(digits));
