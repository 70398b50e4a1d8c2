import { expect, onTestFinished, test } from 'vitest';
import { openEmbedded, prepareDump } from './embedded.ts';
import { commandOf, runSeed, shown } from './seeds.ts';
import { createWorld } from './simulation.ts';
import { replaceTime } from './time.ts';

const seeds = 2;

// It runs on the embedded database, whatever the other tests run on. simulation.long.test.ts has more seeds.
test(`A simulated service keeps every promise in ${seeds} runs`, async () => {
  onTestFinished(replaceTime());
  const embedded = await openEmbedded(await prepareDump());
  onTestFinished(() => embedded.close());
  const world = await createWorld(embedded);

  for (let seed = 1; seed <= seeds; seed += 1) {
    const outcome = await runSeed(world, { seed });
    expect(outcome.result.violations.map(shown), commandOf(outcome)).toEqual([]);
  }
  // It computes all the time, so it takes as long as a busy machine needs.
}, 600_000);
