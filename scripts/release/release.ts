import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrittenAdditions } from '../contract-diff/additions.ts';
import { compare } from '../contract-diff/compare.ts';
import { readContract } from '../contract-diff/contract.ts';
import { findBase, releaseText } from '../contract-diff/releases.ts';
import {
  compareVersions,
  faultsOf,
  isVersion,
  nextEntries,
  nextVersion,
  unreleased,
  withoutDev,
} from '../contract-diff/verdict.ts';
import { dated, opened } from './texts.ts';
import { setExampleVersions, setVersions, versionOfContract } from './versions.ts';

export interface ReleaseOptions {
  /** MAJOR.MINOR.PATCH. */
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Checks what is released. Throws if it is not in order. */
  readonly check: () => void;
  /** Writes `generated/` of a folder from its contract. */
  readonly generate: (folder: string) => void;
}

/**
 * Makes a release of what a git working tree has, as two commits: the release, which is tagged, and the one that opens the
 * next version. Returns the tag. Both are made in a working tree of their own, so that a release that fails or is killed
 * leaves the branch and its files as they were. Throws with the reason and what to do if it cannot be made.
 */
export async function release(root: string, options: ReleaseOptions): Promise<string> {
  const { version } = options;
  const tag = `v${version}`;
  const git = gitIn(root);
  refuseUnlessReady(root, version, tag);
  const checked = git('rev-parse', 'HEAD');
  options.check();
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  git('worktree', 'add', '--quiet', '--detach', folder, checked);
  try {
    if (existsSync(join(root, 'node_modules')))
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    await commitRelease(folder, options);
    gitIn(folder)('tag', '--annotate', tag, '--message', `Release ${version}`);
    try {
      const next = commitNext(folder, options);
      git('merge', '--quiet', '--ff-only', next);
    } catch (error) {
      git('tag', '--delete', tag);
      throw error;
    }
    return tag;
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function refuseUnlessReady(root: string, version: string, tag: string): void {
  const git = gitIn(root);
  if (!isVersion(version))
    throw new Error(`"${version}" is no version: say MAJOR.MINOR.PATCH, as in VERSION=0.3.0.`);
  if (existsSync(join(root, `openapi/released/${version}.json`)))
    throw new Error(
      git('tag', '--list', tag) === ''
        ? `${version} is released already, but has no tag: pull, or tag its commit, git tag -a ${tag} COMMIT.`
        : `${version} is released already: its tag is ${tag}.`,
    );
  if (git('tag', '--list', tag) !== '')
    throw new Error(
      `The tag ${tag} exists, but not in this branch. If it is of an interrupted release, delete it (git tag -d ${tag}) and call again.`,
    );
  if (git('branch', '--show-current') === '')
    throw new Error('No branch is checked out: a release needs one to stand in.');
  if (git('status', '--porcelain') !== '')
    throw new Error(
      'The working tree has changes: commit them first, so that the tag has them. git status lists them.',
    );
}

/** Throws if the version is too low, or if the changes are not written down. */
async function commitRelease(folder: string, options: ReleaseOptions): Promise<void> {
  const { version, date } = options;
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const open = withoutDev(versionOfContract(folder));
  const base = findBase(join(folder, 'openapi/released'), undefined);
  if (base && compareVersions(version, base.name) <= 0)
    throw new Error(`${version} is not higher than ${base.name}, the last release.`);
  const texts = { changelog: read('CHANGELOG.md'), entries: read(nextEntries) };
  const { changelog, entries } = dated(texts, open, version, date);
  setVersions(folder, version);
  setExampleVersions(folder, version);
  options.generate(folder);
  const document = readContract(read('generated/openapi.json'));
  if (base) {
    const versions = { base: base.name, revision: unreleased(version) };
    const pair = { base: base.document, revision: document };
    const open = entries.replace(`(${date})`, '(not released)');
    const [fault] = [
      ...faultsOf(await compare(pair), versions, open),
      ...unwrittenAdditions(pair, open),
    ];
    if (fault !== undefined) throw new Error(fault);
  }
  writeFileSync(join(folder, `openapi/released/${version}.json`), releaseText(document));
  writeFileSync(join(folder, `openapi/released/${version}.md`), entries);
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  rmSync(join(folder, nextEntries));
  commit(folder, `Release ${version}`);
}

/** Returns the commit. */
function commitNext(folder: string, { version, generate }: ReleaseOptions): string {
  const next = nextVersion(version, 'minor');
  const { changelog, entries } = opened(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), next);
  setVersions(folder, unreleased(next));
  generate(folder);
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  writeFileSync(join(folder, nextEntries), entries);
  return commit(
    folder,
    `Open ${next}\n\nUntil it is released the contract has the version ${unreleased(next)}.`,
  );
}

function commit(folder: string, message: string): string {
  const git = gitIn(folder);
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
  return git('rev-parse', 'HEAD');
}

/** Git in a folder, also below a hook of git. What it prints to the error output is part of the error. */
const gitIn =
  (folder: string) =>
  (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
