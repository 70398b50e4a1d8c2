import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Release {
  readonly version: string;
  /** What `openapi/released/` keeps. */
  readonly bundle: string;
  readonly changelog: string;
}

/**
 * Writes a release into a git working tree, commits it and tags the commit; returns the tag. Refuses a tree with changes
 * and a tag that exists. If anything fails, the tree and its branch are as before.
 */
export function keepRelease(root: string, { version, bundle, changelog }: Release): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const tag = `v${version}`;
  const file = `openapi/released/${version}.json`;
  if (git('status', '--porcelain') !== '')
    throw new Error('The working tree has changes: commit them first, so that the tag has them.');
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists already.`);
  const before = git('rev-parse', 'HEAD').trim();
  try {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), bundle, { flag: 'wx' });
    writeFileSync(join(root, 'CHANGELOG.md'), changelog);
    git('add', file, 'CHANGELOG.md');
    git('commit', '--quiet', '--message', `Release ${version}`);
    git('tag', '--annotate', tag, '--message', `Release ${version}`);
    return tag;
  } catch (error) {
    // There was nothing else to lose: the tree had no changes.
    git('reset', '--quiet', '--hard', before);
    rmSync(join(root, file), { force: true });
    throw error;
  }
}
