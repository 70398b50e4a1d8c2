import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitOf } from '../../scripts/chaos/releases.ts';
import { releasedVersions } from '../../scripts/contract-diff/releases.ts';

const root = new URL('../..', import.meta.url).pathname;
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 });
const versions = releasedVersions(join(root, 'openapi/released'));

// They read the history of Git.
describe.each(versions)('Release %s', (version) => {
  const at = (path: string): string => git('show', `${commitOf(version)}:${path}`);
  const path = `openapi/released/${version}.json`;

  test('is the commit whose contract, package and changelog have its version', () => {
    expect(at(path)).toBe(readFileSync(join(root, path), 'utf8'));
    expect(JSON.parse(at('generated/openapi.json')).info.version).toBe(version);
    expect(JSON.parse(at('package.json')).version).toBe(version);
    expect(at('CHANGELOG.md')).toMatch(
      new RegExp(`^## ${version} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
    );
  });

  test('is named by its version alone', () => {
    const commit = commitOf(version).slice(0, 7);
    const naming = ['README.md', 'CHANGELOG.md', 'Makefile', ...texts('src'), ...texts('scripts')]
      .concat(texts('test'), texts('openapi'))
      .filter((file) => readFileSync(join(root, file), 'utf8').includes(commit));

    expect(naming).toEqual([]);
  });
});

test('Release 0.2.0 has the migrations up to the one that its successors record where it looks', () => {
  const last = git('ls-tree', '--name-only', `${commitOf('0.2.0')}:src/db/migrations`);

  const [, recorded] = /const lastOf020 = '(\w+)'/.exec(
    readFileSync(join(root, 'src/db/migrate.ts'), 'utf8'),
  )!;
  expect(last.trim().split('\n').at(-1)).toBe(`${recorded}.ts`);
});

test('A release that Git does not have is refused', () => {
  expect(() => commitOf('9.9.9')).toThrow('openapi/released/9.9.9.json');
});

const texts = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|md|yaml|mjs|sh)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
