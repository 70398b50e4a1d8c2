import type { Transaction } from 'kysely';
import type { PrivacyApp } from '../context.ts';
import type { Database } from '../../db/connect.ts';
import type { Outcome } from '../../telephony/calls/index.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Person } from '../../workflows/runs/erasure-queries.ts';
import type { Counts, Position } from './rules.ts';
import type { Spellings } from './spelling-rules.ts';

/** What a batch of an erasure works with. */
export interface Batch {
  readonly app: Pick<PrivacyApp, 'calls' | 'jobs' | 'secrets'>;
  readonly person: Person;
  readonly spellings: Spellings;
  readonly position: Position;
  /** When the erasure was created. */
  readonly created_at: Timestamp;
  readonly now: Timestamp;
}

/** What a batch did, and how the erasure goes on: with the same stage or the next one. */
export interface Done {
  readonly counts: Partial<Counts>;
  readonly proceed: 'again' | 'next';
  readonly position?: Position;
  /** When the next batch may begin; at once by default. */
  readonly due_at?: Timestamp;
  /** How many calls ended in this batch. */
  readonly ended?: readonly { readonly outcome: Outcome | null }[];
}

/** The work of one batch, in its transaction. */
export type Work = (trx: Transaction<Database>, batch: Batch) => Promise<Done>;
