/** Writes into `dist/` what is published: `node scripts/packages/package.ts [package]`. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../src/http/operations.ts';
import { packClient } from './client/pack.ts';
import { packPython } from './python/pack.ts';
import { packServer } from './server/pack.ts';

export interface Source {
  /** The contract as `generated/openapi-client.json` has it. */
  readonly contract: string;
  readonly document: OpenApiDocument;
  /** The repository that the package names, if it is public. */
  readonly repository: string | undefined;
}

export interface Packed {
  /** The file to be published. */
  readonly file: string;
  /** What it measures, for `scripts/packages/README.md`. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** Each writes a folder with its name below the given one, and the file that is published beside it. */
const packages: Readonly<Record<string, (source: Source, dist: string) => Promise<Packed>>> = {
  client: packClient,
  python: packPython,
  server: packServer,
};

export function readSource(): Source {
  const contract = readFileSync(
    fileURLToPath(new URL('../../generated/openapi-client.json', import.meta.url)),
    'utf8',
  );
  const document = JSON.parse(contract) as OpenApiDocument;
  return { contract, document, repository: process.env['REPOSITORY'] || undefined };
}

if (import.meta.main) {
  const dist = fileURLToPath(new URL('../../dist', import.meta.url));
  const [, , ...names] = process.argv;
  const unknown = names.find((name) => !Object.hasOwn(packages, name));
  if (unknown !== undefined) {
    console.error(`There is no package ${unknown}; there are ${Object.keys(packages).join(', ')}.`);
    process.exit(1);
  }
  if (names.length === 0) rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  for (const [name, pack] of Object.entries(packages)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const { file, sizes } = await pack(readSource(), dist);
    const shown = Object.entries(sizes).map(([what, bytes]) => `${what} ${bytes} bytes`);
    console.log(`${file}: ${shown.join(', ')}`);
  }
}
