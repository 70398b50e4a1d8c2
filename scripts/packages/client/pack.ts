import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../sdks/commands.ts';
import { copyTexts, manifestOf, pack, writeManifest } from '../npm.ts';
import type { Packed, Source } from '../package.ts';
import { contractModule, operationsModule } from './contract.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../..');

/** Compiles the client and packs it for npm. */
export async function packClient(source: Source, dist: string): Promise<Packed> {
  const folder = join(dist, 'client');
  await compileClient(source, folder);
  copyTexts('client', folder);
  const { file, packed } = await pack(folder, dist);
  return { file, sizes: { packed, ...sizesOf(folder) } };
}

/** Writes the package's code, its types, which are those of the contract, and its manifest. */
export async function compileClient(source: Source, folder: string): Promise<void> {
  const build = `${folder}-build`;
  const sources = join(build, 'src');
  for (const each of [folder, build]) rmSync(each, { recursive: true, force: true });
  mkdirSync(build, { recursive: true });
  cpSync(join(here, 'src'), sources, { recursive: true });
  writeFileSync(join(sources, 'contract.ts'), await contractModule(source.document));
  writeFileSync(join(sources, 'operations.ts'), operationsModule(source.document));
  writeFileSync(join(build, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(build, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'] }),
  );
  symlinkSync(join(root, 'node_modules'), join(build, 'node_modules'));
  const command = join(root, 'node_modules/.bin/tsc');
  await run(command, ['--project', 'tsconfig.json', '--outDir', resolve(folder)], { cwd: build });
  rmSync(build, { recursive: true });
  for (const name of filesOf(folder)) finish(join(folder, name));
  writeManifest(folder, manifest(source));
}

/** Nothing but what every platform has: neither types of Node nor of anything else. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  isolatedModules: true,
  declaration: true,
  rootDir: 'src',
};

/** Types name the compiled modules too, and a module of nothing but types has no code. */
function finish(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (text.trim() === 'export {};') rmSync(file);
  else if (file.endsWith('.d.ts'))
    writeFileSync(file, text.replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'"));
}

function manifest(source: Source): object {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return {
    name: '@voice-agent-platform/client',
    description: 'A typed client of the Voice Agent Platform API.',
    ...manifestOf(source, 'client'),
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['*.js', '*.d.ts'],
    // Of a version 0 the range ends before the next minor one.
    dependencies: { 'openapi-fetch': `^${devDependencies['openapi-fetch']}` },
  };
}

const filesOf = (folder: string): string[] => readdirSync(folder).toSorted();

function sizesOf(folder: string): Record<string, number> {
  const sum = (isOne: (name: string) => boolean): number =>
    filesOf(folder)
      .filter(isOne)
      .reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0);
  return {
    code: sum((name) => name.endsWith('.js')),
    types: sum((name) => name.endsWith('.d.ts')),
    'all but types': sum((name) => !name.endsWith('.d.ts')),
  };
}
