/**
 * Makes a release (`make release VERSION=0.3.0`): sets the version wherever it stands, dates the changelog, keeps the contract
 * and its entries in `openapi/released/`, commits and tags that, and opens the next version with a second commit.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { release } from './release/release.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { date: { type: 'string', default: new Date().toISOString().slice(0, 10) } },
});

try {
  const [version] = positionals;
  if (!version) throw new Error('Say which version: make release VERSION=0.3.0.');
  const root = fileURLToPath(new URL('..', import.meta.url));
  const tag = await release(root, {
    version,
    date: values.date,
    check: () =>
      execFileSync('make', ['--no-print-directory', 'check-code'], { cwd: root, stdio: 'inherit' }),
    generate: (folder) =>
      execFileSync(process.execPath, ['scripts/generate.ts'], { cwd: folder, stdio: 'inherit' }),
  });
  console.log(`Committed the release as ${tag}, and opened the next version.`);
  console.log('Publish both with: git push --follow-tags');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
