/**
 * Keeps the contract as a release under its version, dates the section of the changelog, commits both and tags the commit.
 * Refuses a version that exists, is not higher than the last one, or is lower than the changes since then require, and a
 * working tree with other changes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareRelease } from './contract-diff/release.ts';

const { values } = parseArgs({
  options: { date: { type: 'string', default: new Date().toISOString().slice(0, 10) } },
});
const pathOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: pathOf('.'), encoding: 'utf8' });
const read = (path: string): string => readFileSync(pathOf(path), 'utf8');

try {
  const { version, bundle, changelog } = await prepareRelease({
    directory: pathOf('openapi/released'),
    contract: read('generated/openapi.json'),
    changelog: read('CHANGELOG.md'),
    packageVersion: (JSON.parse(read('package.json')) as { version: string }).version,
    date: values.date,
  });
  const [bundlePath, tag] = [`openapi/released/${version}.json`, `v${version}`];
  if (git('status', '--porcelain') !== '')
    throw new Error('The working tree has changes: commit them first, so that the tag has them.');
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists already.`);
  mkdirSync(pathOf('openapi/released'), { recursive: true });
  writeFileSync(pathOf(bundlePath), bundle, { flag: 'wx' });
  writeFileSync(pathOf('CHANGELOG.md'), changelog);
  git('add', bundlePath, 'CHANGELOG.md');
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', tag, '--message', `Release ${version}`);
  console.log(
    `Committed ${bundlePath} and the date in CHANGELOG.md, and tagged the commit ${tag}.`,
  );
  console.log(`Publish it with: git push --follow-tags`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
