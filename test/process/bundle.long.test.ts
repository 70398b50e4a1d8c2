import { expect, test } from 'vitest';
import { bundleServer } from '../../scripts/bundle.ts';
import { runMain } from '../support/process.ts';

// How a bundle is made, and when it is not run: `test/scripts/bundle.test.ts`.

/** Prints what is loaded of our own code. */
const preload = new URL('../support/print-own-modules.ts', import.meta.url).pathname;

test('src/main.ts runs the bundle, and logs places in the sources', async () => {
  await bundleServer();

  const { code, output } = await runMain([], { DATA_DIR: '/dev/null/data' }, preload);

  expect(code).toBe(1);
  const loaded = output.match(/(?<=^loaded ).*/gm) ?? [];
  expect(loaded.filter((name) => name.startsWith('src/'))).toEqual([
    'src/main.ts',
    'src/system/bundle.ts',
  ]);
  expect(loaded.some((name) => /^generated\/server\/[^/]+\/run\.mjs$/.test(name))).toBe(true);
  expect(output).toContain('ENOTDIR');
  expect(output).toMatch(/at openSecrets \(file:\S+\/src\/db\/secrets\.ts:\d+:\d+\)/);
  expect(output).toMatch(/at async file:\S+\/src\/process\/run\.ts:\d+:\d+/);
});
