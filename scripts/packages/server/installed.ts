import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../sdks/commands.ts';

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
type Lock = Readonly<Record<string, Entry>>;

const lockFile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));

/** What is installed with packages of these names: the entries of the lock file, by their places. */
export function installedWith(names: readonly string[]): Record<string, Entry> {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Lock };
  const found: Record<string, Entry> = {};
  const add = (from: string, name: string): void => {
    const place = placeOf(packages, from, name);
    if (place === undefined || place in found) return;
    const { dev: _, devOptional: __, ...entry } = packages[place] as Record<string, unknown>;
    found[place] = entry;
    const { dependencies, optionalDependencies, peerDependencies } = found[place];
    for (const each of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    }))
      add(place, each);
  };
  for (const name of names) add('', name);
  return found;
}

/** Where Node finds a package that another one imports; undefined for an optional one that is not there. */
function placeOf(packages: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/'))) {
    folder = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
    const place = `${folder}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}

/**
 * The bill of materials of a package in CycloneDX. Made of a lock file of nothing but what is installed with it, since
 * `npm sbom --omit dev` also leaves out what development needs besides.
 */
export async function billOfMaterials(manifest: {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}): Promise<string> {
  const { name, version, dependencies } = manifest;
  const directory = mkdtempSync(join(tmpdir(), 'voice-agent-sbom-'));
  // npm takes the name from that of the folder.
  const folder = join(directory, name);
  mkdirSync(folder);
  try {
    const own = { name, version, license: 'MIT', dependencies };
    const packages = { '': own, ...installedWith(Object.keys(dependencies)) };
    const lock = { name, version, lockfileVersion: 3, requires: true, packages };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const sbom = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
    return await run('npm', [...sbom, '--sbom-type', 'application'], { cwd: folder });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
