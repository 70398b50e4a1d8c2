/** Lists the dependencies of which there is a newer release: `make outdated`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Versions = Readonly<Record<string, string>>;

const manifest = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
) as { readonly dependencies: Versions; readonly devDependencies: Versions };
const pinned: Versions = { ...manifest.dependencies, ...manifest.devDependencies };

/** The newest release of each package from its pinned version on: the tag `latest` can be that of an older line. */
function newest(): Versions {
  const folder = mkdtempSync(join(tmpdir(), 'voice-agent-outdated-'));
  try {
    const dependencies = Object.fromEntries(
      Object.entries(pinned).map(([name, version]) => [
        name,
        /^\d/.test(version) ? `>=${version}` : version,
      ]),
    );
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
    const found = JSON.parse(outdatedIn(folder)) as Record<string, { readonly wanted?: string }>;
    return Object.fromEntries(
      Object.entries(found).map(([name, { wanted = '' }]) => [name, wanted]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** npm ends with 1 if anything is outdated, as nothing is installed there. */
function outdatedIn(cwd: string): string {
  try {
    return execFileSync('npm', ['outdated', '--json', '--fetch-retries=0'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    if (/^\{\s*"(?!error")/.test(stdout)) return stdout;
    console.error(
      `The registry of npm does not answer, so nothing was compared: ${stderr.trim().split('\n')[0]}`,
    );
    process.exit(1);
  }
}

const behind = Object.entries(newest()).filter(
  ([name, version]) => version !== '' && /^\d/.test(pinned[name]!) && version !== pinned[name],
);
for (const [name, version] of behind)
  console.log(`${name.padEnd(44)} ${pinned[name]!.padEnd(12)} ${version}`);
console.log(`${behind.length} of ${Object.keys(pinned).length} dependencies are behind.`);
