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
    // Node loads the files itself, as the service does: nothing here needs a bundler's transformation.
    experimental: { viteModuleRunner: false },
    // Files by their recorded times, the longest first, so that no worker waits for it at the end (--sequence.shuffle.files).
    sequence: { shuffle: { tests: true, files: false } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    unstubEnvs: true,
    // The default of one second is shorter than some caches live, and than a busy machine takes.
    expect: { poll: { timeout: 30_000 } },
  },
});
