/**
 * Keeps the contract as a release under its version and dates the section of the changelog. Refuses a version that exists,
 * is not higher than the last one, or is lower than the changes since then require.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareRelease } from './contract-diff/release.ts';

const { values } = parseArgs({
  options: { date: { type: 'string', default: new Date().toISOString().slice(0, 10) } },
});
const pathOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string): string => readFileSync(pathOf(path), 'utf8');

try {
  const { version, bundle, changelog } = await prepareRelease({
    directory: pathOf('openapi/released'),
    contract: read('generated/openapi.json'),
    changelog: read('CHANGELOG.md'),
    packageVersion: (JSON.parse(read('package.json')) as { version: string }).version,
    date: values.date,
  });
  mkdirSync(pathOf('openapi/released'), { recursive: true });
  writeFileSync(pathOf(`openapi/released/${version}.json`), bundle, { flag: 'wx' });
  writeFileSync(pathOf('CHANGELOG.md'), changelog);
  console.log(
    `Wrote openapi/released/${version}.json and the date into CHANGELOG.md. Commit both, and tag the commit v${version}.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
