import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonVersion } from '../../release/versions.ts';
import { cached } from '../../sdks/cache.ts';
import { run } from '../../sdks/commands.ts';
import type { Packed, Source } from '../package.ts';
import { type Extra, readExtras, sharedModule } from './extras.ts';
import { modelDocument } from './models.ts';
import { operationsModule } from './operations.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../..');

/** Generates the models and the methods of the client in Python, and builds its wheel. */
export async function packPython(source: Source, dist: string): Promise<Packed> {
  const folder = join(dist, 'python');
  const code = join(folder, 'src/voice_agent_platform');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(here, 'src'), join(folder, 'src'), {
    recursive: true,
    filter: (name) => !name.includes('__pycache__'),
  });
  const extras = readExtras();
  const modules = [sharedModule, ...extras.flatMap((each) => each.modules)];
  for (const module of modules) copyFileSync(module, join(folder, 'src', basename(module)));
  const tools = await tooling();
  const schemas = join(folder, 'models.json');
  writeFileSync(schemas, JSON.stringify(modelDocument(source.document)));
  const output = join(code, 'models.py');
  await run(
    join(tools, 'datamodel-codegen'),
    [...flags, '--input', schemas, '--output', output],
    {},
  );
  rmSync(schemas);
  writeFileSync(join(code, '_operations.py'), operationsModule(source.document));
  writeFileSync(join(folder, 'pyproject.toml'), manifest(source, extras));
  copyFileSync(join(here, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await run(join(tools, 'hatchling'), ['build', '--target', 'wheel', '--directory', dist], {
    cwd: folder,
  });
  const version = pythonVersion(source.document.info.version);
  const file = join(dist, `voice_agent_platform-${version}-py3-none-any.whl`);
  const sizes = readdirSync(code).map((name) => [name, statSync(join(code, name)).size] as const);
  const sum = (isOne: (name: string) => boolean): number =>
    sizes.filter(([name]) => isOne(name)).reduce((bytes, [, size]) => bytes + size, 0);
  const isGenerated = (name: string): boolean => ['models.py', '_operations.py'].includes(name);
  return {
    file,
    sizes: {
      packed: statSync(file).size,
      code: sum((name) => !isGenerated(name)),
      generated: sum(isGenerated),
      extras: modules.reduce((bytes, module) => bytes + statSync(module).size, 0),
    },
  };
}

/** The commands of a virtual environment with `requirements.txt`, which is made once for each change of it. */
export async function tooling(): Promise<string> {
  const requirements = join(here, 'requirements.txt');
  const directory = await cached('python', [requirements], async (fresh) => {
    await run('python3', ['-m', 'venv', fresh], {});
    const install = ['install', '--quiet', '--disable-pip-version-check', '--no-input'];
    await run(join(fresh, 'bin/pip'), [...install, '--requirement', requirements], {});
  });
  return join(directory, 'bin');
}

const flags = `
  --input-file-type openapi --output-model-type pydantic_v2.BaseModel --target-python-version 3.11
  --base-class voice_agent_platform._model.Model --use-standard-collections --use-union-operator
  --use-type-alias --use-annotated --enum-field-as-literal all --use-schema-description
  --use-double-quotes --disable-timestamp --formatters builtin
`
  .trim()
  .split(/\s+/);

/** The project file that the wheel is built from. */
export function manifest(
  { contract, document, repository }: Source,
  extras: readonly Extra[],
): string {
  const version = pythonVersion(document.info.version);
  const sha256 = createHash('sha256').update(contract).digest('hex');
  return `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "voice-agent-platform"
version = ${JSON.stringify(version)}
description = "A typed client of the Voice Agent Platform API, sync and async."
readme = "README.md"
license = "MIT"
license-files = ["LICENSE"]
requires-python = ">=3.11"
dependencies = ["httpx>=0.28,<1", "pydantic>=2.12,<3", "typing-extensions>=4.14"]
# What it was made of.
keywords = ["contract-${document.info.version}", "sha256-${sha256}"]
classifiers = ["Typing :: Typed"]
${repository === undefined ? '' : `\n[project.urls]\nRepository = ${JSON.stringify(repository.replace(/^git\+/, ''))}\n`}
[project.optional-dependencies]
${extras.map(({ name, requires }) => `${name} = ${JSON.stringify(requires)}\n`).join('')}
[tool.hatch.build.targets.wheel]
only-include = ["src"]
sources = ["src"]
`;
}
