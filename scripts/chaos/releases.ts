import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
// Node runs no TypeScript below node_modules, so they cannot be in its cache.
const releases = join(root, '.data/releases');

const git = (args: readonly string[]): Buffer =>
  execFileSync('git', ['-C', root, ...args], { maxBuffer: 2 ** 30 });
const linesOf = (args: readonly string[]): string[] => git(args).toString().trim().split('\n');

/**
 * The commit of a release: the one that has added its contract to `openapi/released`, as `make release` does. Anything but a
 * version is a commit or tag. Throws if Git does not know it.
 */
export function commitOf(release: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(release))
    return linesOf(['rev-parse', '--verify', '--end-of-options', `${release}^{commit}`])[0]!;
  const path = `openapi/released/${release}.json`;
  const [commit, ...more] = linesOf(['log', '--diff-filter=A', '--format=%H', '--', path]);
  if (commit && more.length === 0) return commit;
  throw new Error(`The history has no one commit that adds ${path}; a shallow clone lacks it.`);
}

/** The folder of a release, which is taken from Git and installed once by its own Makefile. */
export function folderOfRelease(release: string): string {
  const commit = commitOf(release);
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
