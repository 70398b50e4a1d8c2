import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
// Node runs no TypeScript below node_modules, so they cannot be in its cache.
const releases = join(root, '.data/releases');

/** The folder of the release at a commit or tag, taken from Git and installed once by its own Makefile. */
export function folderOfRelease(ref: string): string {
  const git = (args: readonly string[]): Buffer =>
    execFileSync('git', ['-C', root, ...args], { maxBuffer: 2 ** 30 });
  const commit = git(['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`])
    .toString()
    .trim();
  const folder = join(releases, commit);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  execFileSync('tar', ['-x', '-C', unfinished], { input: git(['archive', commit]) });
  execFileSync('make', ['install'], { cwd: unfinished, stdio: 'inherit' });
  renameSync(unfinished, folder);
  return folder;
}
