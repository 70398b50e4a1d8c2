import type { App } from '../../context.ts';
import type { Outcome } from '../../telephony/calls/flow-rules.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Person } from '../../workflows/runs/erasure-queries.ts';
import type { Counts, Position } from './rules.ts';
import type { Spellings } from './spelling-rules.ts';

/** What a batch of an erasure works with. */
export interface Batch {
  readonly app: Pick<App, 'calls' | 'jobs' | 'secrets'>;
  readonly person: Person;
  readonly spellings: Spellings;
  readonly position: Position;
  readonly now: Timestamp;
}

/** What a batch did, and how the erasure goes on: with the same stage, the next one, or from the beginning. */
export interface Done {
  readonly counts: Partial<Counts>;
  readonly proceed: 'again' | 'next' | 'restart';
  readonly position?: Position;
  /** When the next batch may begin; at once by default. */
  readonly due_at?: Timestamp;
  /** How many calls ended in this batch. */
  readonly ended?: readonly { readonly outcome: Outcome | null }[];
}
