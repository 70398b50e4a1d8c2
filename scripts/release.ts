/**
 * Keeps the contract as a release under its version, dates the section of the changelog, commits both and tags the commit.
 * Refuses a version that exists, is not higher than the last one, or is lower than the changes since then require, and a
 * working tree with other changes.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepRelease, prepareRelease } from './contract-diff/releases.ts';
import { nextEntries } from './contract-diff/verdict.ts';

const { values } = parseArgs({
  options: { date: { type: 'string', default: new Date().toISOString().slice(0, 10) } },
});
const pathOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string): string => readFileSync(pathOf(path), 'utf8');

try {
  const release = await prepareRelease({
    directory: pathOf('openapi/released'),
    contract: read('generated/openapi.json'),
    changelog: read('CHANGELOG.md'),
    entries: read(nextEntries),
    packageVersion: (JSON.parse(read('package.json')) as { version: string }).version,
    date: values.date,
  });
  const tag = keepRelease(pathOf('.'), release);
  console.log(`Committed the release and tagged the commit ${tag}.`);
  console.log('Publish both with: git push --follow-tags');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
