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
const maxDays = 366;

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

/** Days, or whole months, from one date to the day before another. */
export interface Span extends Period {
  readonly is_month: boolean;
}

/** A period as whole months and the days before and after them. */
export function spansOf({ from, to }: Period): readonly Span[] {
  const first = startOfMonth(from, from.endsWith('-01') ? 0 : 1);
  const last = startOfMonth(to, 0);
  if (first >= last) return [{ is_month: false, from, to }];
  const [begins, ends] = [dateOf(first), dateOf(last)];
  return [
    { is_month: false, from, to: begins },
    { is_month: true, from: begins, to: ends },
    { is_month: false, from: ends, to },
  ].filter((span) => span.from < span.to);
}

/** The first day of the month of a date, or of one after it, as days since 1970. */
function startOfMonth(date: string, later: number): number {
  const start = new Date(`${date.slice(0, 8)}01T00:00:00Z`);
  return start.setUTCMonth(start.getUTCMonth() + later) / dayMs;
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

type Percentiles = Omit<Schemas['UsageDuration'], 'average'>;

const ranks = [50, 90, 99] as const;
const pairBytes = 8;

/**
 * The durations that 50, 90 and 99 percent of calls do not exceed. They come as pairs of four bytes each in any order, a
 * duration in seconds and how many calls lasted so long; a duration may come more than once.
 */
export function percentilesOf(durations: Uint8Array): Percentiles {
  const view = new DataView(durations.buffer, durations.byteOffset, durations.byteLength);
  const pairs = durations.byteLength / pairBytes;
  // One number for the duration and the place of its pair, because only numbers are sorted fast.
  const order = new Float64Array(pairs);
  let calls = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    order[pair] = view.getInt32(pair * pairBytes) * pairs + pair;
    calls += view.getInt32(pair * pairBytes + 4);
  }
  order.sort();
  const found: number[] = [];
  let upTo = 0;
  for (const each of order) {
    const seconds = Math.floor(each / pairs);
    upTo += view.getInt32((each - seconds * pairs) * pairBytes + 4);
    while (found.length < ranks.length && upTo >= Math.ceil((calls * ranks[found.length]!) / 100))
      found.push(seconds);
  }
  const [p50 = null, p90 = null, p99 = null] = found;
  return { p50, p90, p99 };
}
