import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Makes the files of `generated/` that are not committed, if they are missing or of other sources: `make install` runs it.

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The file of `generated/` that names the sources of the files beside it. */
export const stamp = '.made';

const sources = [
  'package-lock.json',
  'CHANGELOG.md',
  'openapi',
  'scripts/generate.ts',
  'scripts/generate',
  'scripts/packages/client/read-as.ts',
  'scripts/reference',
  'generated/diagrams',
  'src/http/docs-variables.ts',
  'src/http/operations.ts',
  'src/http/security.ts',
  'src/billing/quotas/rules.ts',
];

/** A hash of all sources: another one if a byte of them differs. */
export function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesOf(source: string): string[] {
  if (/\.\w+$/.test(source)) return [source];
  return readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
    .map((name) => join(source, name))
    .filter((name) => /\.\w+$/.test(name) && !/^openapi\/released\/.*\.json$/.test(name))
    .toSorted();
}

function isMade(): boolean {
  const file = join(root, 'generated', stamp);
  return existsSync(file) && readFileSync(file, 'utf8') === sourcesHash();
}

if (import.meta.main && !isMade()) {
  console.log('Making what is not committed of generated/.');
  execFileSync(process.execPath, [join(root, 'scripts/generate.ts'), '--made'], {
    stdio: 'inherit',
  });
}
if (import.meta.main) {
  const { buildConsole } = await import('../console/build.ts');
  await buildConsole();
  const { bundleServer } = await import('../bundle.ts');
  // A source that cannot be bundled yet must not keep its author from the tests of the others.
  await bundleServer().catch((error: Error) =>
    console.error(`The server runs its sources, as they cannot be bundled: ${error.message}`),
  );
}
