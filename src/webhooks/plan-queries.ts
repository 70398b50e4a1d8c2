import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';

/**
 * Has the statements of a transaction find their rows by indexes, in the order of those. The tables of what is pending are
 * empty most of the time: the planner expects them to be, reads and sorts all of them for a single row, and keeps the plan
 * when there is a backlog.
 */
export const useIndexes = (trx: Transaction<Database>) =>
  sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true),
      -- A sort that cannot be avoided counts as so expensive that the statement would be compiled.
      set_config('jit', 'off', true)`.execute(trx);
