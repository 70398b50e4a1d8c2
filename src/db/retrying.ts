import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import { following } from './after-commit.ts';
import { isConflict, isStale } from './errors.ts';

/** How often a transaction is run before its loss against others is reported. */
const tries = 3;
/** The longest pause before the second try; doubled before the third. */
const maxPauseMs = 50;

let repeated = 0;
/** How often transactions of this process were run again. */
export const repeatedTransactions = (): number => repeated;

/**
 * A database whose transactions are run again, from their beginning, when PostgreSQL chose them to resolve a deadlock,
 * could not serialize them, made a month's partition while they inserted a row of it, or found a table changed. So a transaction's work must change nothing outside the database; what follows from it comes
 * after the commit.
 */
export class RetryingDb<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      for (let left = tries - 1; ; left -= 1) {
        try {
          return await withItsError(execute, work);
        } catch (error) {
          if (left === 0 || !(isConflict(error) || isStale(error))) throw error;
        }
        repeated += 1;
        // At random, so that those who collided do not meet again.
        await wait(Math.random() * maxPauseMs * 2 ** (tries - 1 - left));
      }
    };
    return builder;
  }
}

/** Runs a transaction, then what follows its commit. If its work fails, throws that error, even if the rollback fails too. */
async function withItsError<Tables, T>(
  execute: (work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  let failed: { readonly error: unknown } | undefined;
  let follow: (() => void) | undefined;
  try {
    return await execute((trx) => {
      follow = following(trx);
      return work(trx).catch((error: unknown) => {
        failed = { error };
        throw error;
      });
    });
  } catch (error) {
    throw failed ? failed.error : error;
  } finally {
    // Also if the commit failed: it may have been done although its answer was lost.
    if (!failed) follow?.();
  }
}
