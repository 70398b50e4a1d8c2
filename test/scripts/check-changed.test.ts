import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedFiles } from '../../scripts/check-changed.ts';

test('What is checked quickly are the files of TypeScript that differ from the last commit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'));
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
    });
  const write = (name: string): void => writeFileSync(join(folder, name), `${Math.random()}`);
  mkdirSync(join(folder, 'src'));
  for (const name of ['same.ts', 'src/changed.ts', 'staged.ts', 'gone.ts', 'text.md']) write(name);
  writeFileSync(join(folder, '.gitignore'), 'made.ts\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'All');

  for (const name of ['src/changed.ts', 'staged.ts', 'src/new one.ts', 'made.ts', 'text.md'])
    write(name);
  git('add', 'staged.ts');
  rmSync(join(folder, 'gone.ts'));

  expect(changedFiles(folder)).toEqual(['src/changed.ts', 'src/new one.ts', 'staged.ts']);
  rmSync(folder, { recursive: true });
});
