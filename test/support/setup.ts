import { afterEach, beforeAll, vi } from 'vitest';
import { askedNodes } from './asked-nodes.ts';
import { outsideWork, watchTransactions } from './outside-work.ts';
import { sharedServer } from './server.ts';

declare global {
  var isPrepared: boolean | undefined;
}

// Once per worker, which runs this file again for each test file.
if (!globalThis.isPrepared) {
  watchTransactions();
  waitLonger();
}
globalThis.isPrepared = true;

/** The default of one second is shorter than a busy machine takes; that of 50 ms between two looks is most of a short wait. */
function waitLonger(): void {
  const waitFor = vi.waitFor.bind(vi);
  vi.waitFor = (look, options) =>
    waitFor(look, {
      timeout: 30_000,
      interval: 5,
      ...(typeof options === 'number' ? { timeout: options } : options),
    });
}

// Starting the worker's server takes seconds on a busy machine, which must not count for the first test.
beforeAll(async () => {
  await sharedServer();
}, 120_000);

// No operation or job may do in a transaction what `outsideWork` reports.
afterEach(() => {
  for (const error of outsideWork()) throw error;
});

// No statement may need a node that does not have its tables.
afterEach(() => {
  for (const error of askedNodes()) throw error;
});
