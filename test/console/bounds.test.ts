import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const read = (pattern: string): Buffer[] =>
  globSync(pattern, { cwd: root }).map((name) => readFileSync(root + name));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

describe('The console', () => {
  test('has at most 60 KB, compressed', () => {
    const files = read('generated/console/*.{html,js,css,svg}');

    expect(files).toHaveLength(4);
    expect(sum(files.map((bytes) => gzipSync(bytes).length))).toBeLessThan(60_000);
  });

  test('has at most 5,800 lines beside its texts', () => {
    const linesOf = (pattern: string): number =>
      sum(read(pattern).map((bytes) => bytes.toString().split('\n').length - 1));
    const lines = linesOf('src/console/**/*.{ts,tsx,css,html}') - linesOf('src/console/texts.ts');

    expect(lines).toBeGreaterThan(1000);
    expect(lines).toBeLessThanOrEqual(5800);
  });

  test('has all its texts in one file', () => {
    const sources = globSync('src/console/**/*.tsx', { cwd: root });
    const written = sources.flatMap((name) =>
      (readFileSync(root + name, 'utf8').match(/^\s*[A-Z][a-z]+ [a-z ]+[.…]?$/gm) ?? []).map(
        (text) => `${name}: ${text.trim()}`,
      ),
    );

    expect(sources.length).toBeGreaterThan(8);
    expect(written).toEqual([]);
  });
});
