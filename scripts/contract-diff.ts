/**
 * Compares the contract with a released version, a file or a git ref (the last release, if none is named), lists what
 * changed, and fails if `info.version` or the entries of the next release do not say so. With `--check` it lists nothing as long as all is well.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unwrittenAdditions } from './contract-diff/additions.ts';
import { compare } from './contract-diff/compare.ts';
import { readContract, versionOf } from './contract-diff/contract.ts';
import { findBase } from './contract-diff/releases.ts';
import { faultsOf, linesOf, nextEntries, summaryOf } from './contract-diff/verdict.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    releases: { type: 'string', default: pathOf('openapi/released') },
  },
});

try {
  const base = findBase(values.releases, positionals[0] || undefined);
  if (base) await report(base);
  else console.log('There is no release yet: the contract may change in any way.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function report(base: NonNullable<ReturnType<typeof findBase>>): Promise<void> {
  const contract = readContract(readFileSync(pathOf('generated/openapi.json'), 'utf8'));
  const differences = await compare({ base: base.document, revision: contract });
  const versions = { base: versionOf(base.document), revision: versionOf(contract) };
  const path = pathOf(nextEntries);
  // The commit of a release has none.
  const entries = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const faults = base.released ? faultsOf(differences, versions, entries) : [];
  if (base.released && versions.base !== versions.revision)
    faults.push(...unwrittenAdditions({ base: base.document, revision: contract }, entries));
  if (!values.check || faults.length > 0) linesOf(differences).forEach((line) => console.log(line));
  console.log(`Since ${base.name}: ${summaryOf(differences)}.`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
