import { afterEach, beforeAll } from 'vitest';
import { outsideWork, watchTransactions } from './outside-work.ts';
import { sharedServer } from './server.ts';

declare global {
  var areTransactionsWatched: boolean | undefined;
}

// Once per worker, which runs this file again for each test file.
if (!globalThis.areTransactionsWatched) watchTransactions();
globalThis.areTransactionsWatched = true;

// Starting the worker's server takes seconds on a busy machine, which must not count for the first test.
beforeAll(async () => {
  await sharedServer();
}, 120_000);

// No operation or job may do in a transaction what `outsideWork` reports.
afterEach(() => {
  for (const error of outsideWork()) throw error;
});
