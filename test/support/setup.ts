import { beforeAll } from 'vitest';
import { sharedServer } from './server.ts';

// Starting the worker's server takes seconds on a busy machine, which are not to count for the first test.
beforeAll(async () => {
  await sharedServer();
}, 120_000);
