import { createHash } from 'node:crypto';
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../sdks/commands.ts';
import type { Source } from './package.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What every manifest says: version, license, what the package was made of, and its repository if that is public. */
export function manifestOf({ contract, document, repository }: Source, name: string) {
  return {
    version: document.info.version,
    license: 'MIT',
    type: 'module',
    ...(repository !== undefined && {
      repository: { type: 'git', url: repository, directory: `scripts/packages/${name}` },
      publishConfig: { access: 'public', provenance: true },
    }),
    contract: {
      version: document.info.version,
      sha256: createHash('sha256').update(contract).digest('hex'),
    },
  };
}

export const writeManifest = (folder: string, manifest: object): void =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);

/** The page of the package and the license. */
export function copyTexts(name: string, folder: string): void {
  copyFileSync(join(root, 'scripts/packages', name, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Packs a folder; its scripts do not run. */
export async function pack(folder: string, dist: string) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', dist];
  const [{ filename, unpackedSize }] = JSON.parse(await run('npm', args, { cwd: folder })) as [
    { filename: string; unpackedSize: number },
  ];
  const file = join(dist, filename);
  return { file, packed: statSync(file).size, unpacked: unpackedSize };
}
