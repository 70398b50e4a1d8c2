import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Embedded, openEmbedded, prepareDump } from './embedded.ts';
import { commandOf, linesOf, runSeed, shown } from './seeds.ts';
import { createWorld, type World } from './simulation.ts';
import { replaceTime } from './time.ts';

const seeds = 200;
const shrinkMs = 20_000;

// It runs on the embedded database, whatever the other tests run on.
describe('A simulated service', () => {
  let dump: Blob;
  let world: World;
  let restoreTime: () => void;
  const opened: Embedded[] = [];
  async function newWorld(): Promise<World> {
    const embedded = await openEmbedded(dump);
    opened.push(embedded);
    return createWorld(embedded);
  }
  beforeAll(async () => {
    restoreTime = replaceTime();
    dump = await prepareDump();
    world = await newWorld();
  });
  afterAll(async () => {
    restoreTime();
    for (const embedded of opened) await embedded.close();
  });

  // `make chaos` has thousands.
  test.each([1, 16, 31])(
    'keeps every promise in the 15 runs from seed %i on',
    { timeout: 300_000 },
    async (first) => {
      let calls = 0;
      for (let seed = first; seed < first + 15; seed += 1) {
        const outcome = await runSeed(world, { seed }, { shrinkMs });
        const { violations } = outcome.result;
        expect(violations.map(shown), commandOf(outcome)).toEqual([]);
        calls += outcome.result.calls;
      }

      expect(calls).toBeGreaterThan(15);
    },
  );

  test('does the same again for the same seed, whatever was before', async () => {
    const other = await newWorld();
    await runSeed(other, { seed: 1 });

    for (const seed of [3, 4, 5]) {
      const first = await runSeed(world, { seed });
      const second = await runSeed(other, { seed });

      expect(linesOf(second.result)).toEqual(linesOf(first.result));
    }
  });

  test.each([
    'calls.end_leases',
    'campaigns.wake_due',
    'campaigns.copy_rows',
    'calls.check_statuses',
  ])('breaks a promise without the sweep %s', async (name) => {
    const lame = { ...world, without: [name] };

    let broken = 0;
    for (let seed = 1; broken === 0 && seed <= seeds; seed += 1) {
      const { result } = await runSeed(lame, { seed });
      broken = result.violations.length;
    }

    expect(broken).toBeGreaterThan(0);
  });
});
