import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose length their size does not show: where no times are recorded they would begin last, and run alone. */
const longest = [
  'scripts/bench-programs.long',
  'simulation/simulation.long',
  'scripts/conformance.long',
  'cells/move-organization.long',
  'db/release-before.long',
  'process/tracing.long',
  'contract/costs.long',
  'http/idempotency.long',
  'voice/models/kill.long',
  'process/stopping.long',
  'privacy/erasures/killed.long',
].map((name) => `/test/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- It is no array's.
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const rank = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? longest.length : place;
};

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
    // Files by their recorded times, or else their sizes, the longest first, so that no worker waits for it at the end.
    sequence: { sequencer: LongestFirst, shuffle: { tests: true, files: false } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    unstubEnvs: true,
    // The default of one second is shorter than some caches live, and than a busy machine takes. That of 50 ms between two
    // looks is most of a short wait.
    expect: { poll: { timeout: 30_000, interval: 5 } },
  },
});
