import { type Batcher, createBatcher } from '../../fairness/batcher.ts';
import type { Db } from '../../db/connect.ts';
import { type CallbackSubject, type CallbackTarget, findForCallbacks } from './route-queries.ts';

export type CallbackTargets = Batcher<CallbackSubject, CallbackTarget | undefined>;

/** So many statements look callbacks up at once. */
const lanes = 4;

/**
 * Finds what callbacks are about. Those that come together share one statement: thousands of short calls would
 * otherwise need thousands of round trips. Undefined: there is no such configuration.
 */
export const createCallbackTargets = (db: Db): CallbackTargets =>
  createBatcher({
    maxAtOnce: lanes,
    keyOf: ({ config_id }) => config_id % lanes,
    work: async (subjects: readonly CallbackSubject[]) => {
      const found = await findForCallbacks(db, subjects);
      const byTurn = new Map(found.map((target) => [target.turn, target]));
      return subjects.map((_, turn) => byTurn.get(turn));
    },
  });
