import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundleServer } from '../../scripts/bundle.ts';
import { bundlesIn, currentBundle, entryOf, withSourcePlaces } from '../../src/system/bundle.ts';

let root: URL;

function write(name: string, text: string): void {
  const file = fileURLToPath(new URL(name, root));
  mkdirSync(dirname(file), { recursive: true });
  // Nobody reads half of it.
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

const greeting = `
  interface Unused {
    readonly it: string;
  }

  export const greet = (): string => 'hello 你好';
  export const fail = (): never => {
    throw new Error('failed');
  };`;

/** A program of the shape of the server, with a package, a lazy part and a file beside it. */
beforeEach(() => {
  root = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'bundle-'))}/`);
  write('src/process/greeting.ts', greeting);
  write('src/process/lazy.ts', `export const lazy: string = 'loaded later';`);
  write('src/process/file.txt', 'beside it');
  write(
    'src/process/run.ts',
    `
    import { readFileSync } from 'node:fs';
    import { fail as failThere, name } from 'some-package';
    import { fail, greet } from './greeting.ts';
    const beside = readFileSync(new URL('file.txt', import.meta.url), 'utf8');
    const { lazy } = await import('./lazy.ts');
    export { fail, failThere };
    export const said = [greet(), name, lazy, beside];`,
  );
  write('node_modules/some-package/package.json', '{ "version": "1.0.0", "main": "index.js" }');
  write(
    'node_modules/some-package/index.js',
    `// A license.
    exports.name = 'a package';
    exports.fail = () => {
      throw new TypeError('failed');
    };`,
  );
  onTestFinished(() => rmSync(root, { recursive: true }));
});

const load = async (): Promise<{ readonly said: readonly string[] }> =>
  (await import(entryOf(currentBundle(root)!, root).href)) as { readonly said: readonly string[] };

const foldersIn = (): string[] =>
  readdirSync(bundlesIn(root)).filter((name) => name !== 'current.json');

describe('The bundle of the server', () => {
  test('does what the sources do, and finds the files beside them', async () => {
    await bundleServer(root);

    const { said } = await load();
    expect(said).toEqual(['hello 你好', 'a package', 'loaded later', 'beside it']);
  });

  test('is in Latin-1, of which each letter takes a byte of memory', async () => {
    await bundleServer(root);

    const code = readFileSync(entryOf(currentBundle(root)!, root), 'utf8');
    expect(code).toContain('hello \\u4f60\\u597d');
    expect(code).not.toMatch(/[^\0-\xff]/);
  });

  test.each<[string, () => void]>([
    ['a changed source', () => write('src/process/greeting.ts', `${greeting} `)],
    [
      'a changed source of the same length',
      () => write('src/process/lazy.ts', `export const lazy: string = 'loaded Later';`),
    ],
    ['a removed source', () => rmSync(new URL('src/process/lazy.ts', root))],
    [
      'another version of a package',
      () =>
        write(
          'node_modules/some-package/package.json',
          '{ "version": "1.0.1", "main": "index.js" }',
        ),
    ],
    ['no entry', () => rmSync(entryOf(currentBundle(root)!, root))],
    ['a damaged list', () => write('generated/server/current.json', '{"folder":')],
  ])('is not run with %s', async (_, change) => {
    await bundleServer(root);
    expect(currentBundle(root)).toBeDefined();

    change();

    expect(currentBundle(root)).toBeUndefined();
  });

  test('runs again once the sources are as they were', async () => {
    await bundleServer(root);
    write('src/process/greeting.ts', 'export const greet = 1;');
    expect(currentBundle(root)).toBeUndefined();

    write('src/process/greeting.ts', greeting);

    expect(currentBundle(root)).toBeDefined();
  });

  test('is made once for each state of the sources, and stays for processes that run it', async () => {
    await bundleServer(root);
    const [first] = foldersIn();
    await bundleServer(root);
    expect(foldersIn()).toEqual([first]);

    write('src/process/greeting.ts', greeting.replace('hello', 'good morning'));
    await bundleServer(root);

    expect(foldersIn()).toHaveLength(2);
    expect((await load()).said[0]).toContain('good morning');
    for (let state = 0; state < 6; state += 1) {
      write('src/process/lazy.ts', `export const lazy = ${state};`);
      await bundleServer(root);
    }
    expect(foldersIn()).toHaveLength(5);
    expect(foldersIn()).not.toContain(first);
  });

  test('takes away what was left by one that was cut off an hour ago, and nothing younger', async () => {
    for (const name of ['old', 'young']) write(`generated/server/.partial-${name}/run.mjs`, '');
    const before = new Date(Date.now() - 3_700_000);
    utimesSync(join(fileURLToPath(root), 'generated/server/.partial-old'), before, before);

    await bundleServer(root);

    expect(foldersIn().toSorted()).toEqual(['.partial-young', currentBundle(root)!.folder]);
  });

  test('is whole when several make it at once, and after one was cut off', async () => {
    write('generated/server/.partial-x/run.mjs', 'export const cut = ');

    await Promise.all([bundleServer(root), bundleServer(root), bundleServer(root)]);

    expect((await load()).said).toHaveLength(4);
    expect(foldersIn().toSorted()).toEqual(['.partial-x', currentBundle(root)!.folder]);
  });

  test('is of what the bundler has read if a source changes meanwhile', async () => {
    const delays = [0, 4, 8, 12, 16, 20, 24, 28, 32, 40];
    for (const delay of delays) {
      const making = bundleServer(root);
      await setTimeout(delay);
      write('src/process/greeting.ts', greeting.replace('hello', `after ${delay} ms`));
      await making;

      const isCurrent = currentBundle(root) !== undefined;
      expect(!isCurrent || (await load()).said[0]?.startsWith(`after ${delay} ms`)).toBe(true);
    }
  });

  test('shows places in the sources in stacks', async () => {
    await bundleServer(root);

    const line = greeting.split('\n').findIndex((text) => text.includes('throw new')) + 1;
    const own = new URL(`src/process/greeting.ts:${line}:`, root).href;
    expect(withSourcePlaces(givenFrame('Error('))).toContain(`    at fail (${own}`);
    const ofPackage = new URL('node_modules/some-package/index.js:4:', root).href;
    expect(withSourcePlaces(givenFrame('TypeError('))).toContain(`    at fail (${ofPackage}`);
  });

  test('leaves a stack as it is without a map', async () => {
    await bundleServer(root);
    rmSync(new URL(`${entryOf(currentBundle(root)!, root).href}.map`));

    expect(withSourcePlaces(givenFrame('Error('))).toBe(givenFrame('Error('));
  });
});

/** The frame that Node would write: within the tests it looks at maps itself. */
function givenFrame(thrown: string): string {
  const entry = entryOf(currentBundle(root)!, root);
  const lines = readFileSync(entry, 'utf8').split('\n');
  const line = lines.findIndex((text) => /throw (new )?(\w+\()/.exec(text)?.[2] === thrown);
  return `    at fail (${entry.href}:${line + 1}:${(lines[line] ?? '').indexOf('throw ') + 1})`;
}
