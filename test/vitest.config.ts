import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // One database and one server per worker: the files share them, and every test has its own organizations.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    sequence: { shuffle: true },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    unstubEnvs: true,
  },
});
