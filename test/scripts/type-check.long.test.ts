import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;
const { devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  readonly devDependencies: Record<string, string>;
};

test('The command tsc is the native compiler, beside the older one whose API the tools import', () => {
  const version = execFileSync(`${root}node_modules/.bin/tsc`, ['--version'], { encoding: 'utf8' });

  expect(`npm:typescript@${version.trim().replace('Version ', '')}`).toBe(
    devDependencies['@typescript/native'],
  );
  expect(ts.version).toBe(devDependencies['typescript']);
});
