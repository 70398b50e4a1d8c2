import { afterEach, beforeAll } from 'vitest';
import { outsideWork, watchTransactions } from './outside-work.ts';
import { sharedServer } from './server.ts';

declare global {
  var areTransactionsWatched: boolean | undefined;
}

// Once for each worker, which runs this file again for each file of tests.
if (!globalThis.areTransactionsWatched) watchTransactions();
globalThis.areTransactionsWatched = true;

// Starting the worker's server takes seconds on a busy machine, which are not to count for the first test.
beforeAll(async () => {
  await sharedServer();
}, 120_000);

// No test may do, by any way to any operation or job, what nothing may do in a transaction.
afterEach(() => {
  for (const error of outsideWork()) throw error;
});
