import type { components } from '../../../generated/api.ts';
import type { Place } from './walk-rules.ts';

export type Counts = components['schemas']['ErasureCounts'];

/** Where the search for texts goes on. */
export interface Position {
  readonly table?: string;
  readonly place?: Place;
  /** The last Idempotency-Key that was read. */
  readonly key?: string;
  /** The last event of the do-not-call list that was read. */
  readonly event?: number;
}

/** What is done one after the other, in batches. */
const stages = [
  'calls',
  'scheduled_calls',
  'contacts',
  'consents',
  'kept_answers',
  'texts',
] as const;

export type Stage = (typeof stages)[number];

/** The stage with the number; undefined after the last one. */
export const stageOf = (step: number): Stage | undefined => stages[step];

const none: Counts = {
  runs: 0,
  consent_marks: 0,
  events: 0,
  deliveries: 0,
  scheduled_calls: 0,
  contacts: 0,
  source_rows: 0,
  consents: 0,
  simulated_calls: 0,
  kept_answers: 0,
  audit_events: 0,
  other_texts: 0,
};

const names = Object.keys(none) as readonly (keyof Counts)[];

/** All counts, also those that an erasure of an earlier release did not have, and no others. */
export const countsOf = (stored: Readonly<Record<string, number>>): Counts => {
  const counts = { ...none };
  for (const name of names) counts[name] = stored[name] ?? 0;
  return counts;
};

/** The sum of what was counted before and now. */
export function added(
  stored: Readonly<Record<string, number>>,
  counts: Partial<Counts>,
): Record<string, number> {
  const sum = { ...stored };
  for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + (count ?? 0);
  return sum;
}

/** How many erasures of an organization can be in progress. Each reads all its texts. */
export const maxInProgress = 100;

/** Columns that say whose a row is. */
export const whoseColumns: readonly string[] = ['mode', 'to_number', 'from_number', 'phone_number'];

/**
 * Whether a row belongs to the person, and is not only one that mentions the number. One number of a call is the person's, and
 * the other one the organization's own, which may have been given to the person later.
 */
export const isOwn = (values: Readonly<Record<string, unknown>>, phoneNumber: string): boolean => {
  const ofCall = values['mode'] === 'inbound' ? values['from_number'] : values['to_number'];
  return ofCall === phoneNumber || values['phone_number'] === phoneNumber;
};
