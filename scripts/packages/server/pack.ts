import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPglite, imageName, images } from '../../../src/db/embedded.ts';
import { makeImage } from '../../generate/database-image.ts';
import { run } from '../../sdks/commands.ts';
import { copyTexts, manifestOf, pack, writeManifest } from '../npm.ts';
import type { Packed, Source } from '../package.ts';
import { billOfMaterials } from './installed.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../..');

/** What only those need who call by a carrier, keep files in an S3 store, download models or send traces: peers. */
const optional = [
  '@aws-sdk/client-s3',
  '@huggingface/hub',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  'telnyx',
  'twilio',
];
/** Development dependencies that the mock and the receiver of the first call import. */
const added = ['fast-check', 'standardwebhooks'];

/** What a server does not read of `generated/`: what people and compilers do. */
const isUnread = (name: string): boolean =>
  /^\.|\.(ts|txt|md)$|^(diagrams|server|console-\d+)$/.test(name);

/** Builds the package, and packs it for npm. */
export async function packServer(source: Source, dist: string): Promise<Packed> {
  const folder = join(dist, 'server');
  await buildServer(source, folder);
  const { file, ...sizes } = await pack(folder, dist);
  return { file, sizes };
}

/** Compiles the server and its programs into a folder, and adds what they read. */
export async function buildServer(source: Source, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  await compile(folder);
  for (const name of readdirSync(join(root, 'generated')).filter((each) => !isUnread(each)))
    cpSync(join(root, 'generated', name), join(folder, 'generated', name), { recursive: true });
  for (const name of dataFiles())
    copyFileSync(join(root, name), join(make(folder, dirname(name)), name.split('/').at(-1)!));
  await packImage(join(folder, 'generated/database.tar.gz'));
  copyFileSync(join(here, 'bin.cjs'), join(folder, 'bin/voice-agent-platform.cjs'));
  copyTexts('server', folder);
  const made = manifest(source);
  writeManifest(folder, made);
  writeFileSync(join(folder, 'sbom.cdx.json'), await billOfMaterials(made));
}

/** Emits the code as it is: its types are checked with the repository's. */
async function compile(folder: string): Promise<void> {
  const config = join(root, 'node_modules/.cache/server-package.json');
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: object;
  };
  const emitted = {
    ...compilerOptions,
    noEmit: false,
    noCheck: true,
    incremental: false,
    tsBuildInfoFile: undefined,
    removeComments: true,
    types: [],
    rootDir: root,
    outDir: folder,
  };
  const include = [join(root, 'src'), join(here, 'cli.ts')];
  // It is code of browsers: the page is in `generated/console`.
  const exclude = [join(root, 'src/console')];
  writeFileSync(config, JSON.stringify({ compilerOptions: emitted, include, exclude }));
  await run(join(root, 'node_modules/.bin/tsc'), ['--project', config], {});
}

/** What the code reads beside itself. */
function dataFiles(): string[] {
  const speech = 'src/telephony/simulation/speech';
  return [
    ...readdirSync(join(root, speech)).map((name) => join(speech, name)),
    'scripts/example/first-call.sh',
    'scripts/example/receiver.mjs',
  ];
}

function make(...path: readonly string[]): string {
  const folder = join(...path);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Packs the migrated, empty database as one file, because packages of npm have no empty directories. */
async function packImage(file: string): Promise<void> {
  if (!existsSync(join(images, imageName()))) await makeImage();
  const copy = mkdtempSync(join(tmpdir(), 'voice-agent-image-'));
  try {
    cpSync(join(images, imageName()), copy, { recursive: true });
    const lite = await createPglite({ dataDir: copy });
    const packed = await lite.dumpDataDir('gzip');
    await lite.close();
    writeFileSync(file, Buffer.from(await packed.arrayBuffer()));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

type Versions = Record<string, string>;

function manifest(source: Source) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Versions;
    devDependencies: Versions;
  };
  const chosen = (names: readonly string[], from: Versions): Versions =>
    Object.fromEntries(names.map((name) => [name, from[name]!]));
  const always = Object.keys(own.dependencies).filter((name) => !optional.includes(name));
  return {
    name: 'voice-agent-platform',
    description: 'An API that places and answers calls with voice agents, and its mock.',
    ...manifestOf(source, 'server'),
    bin: { 'voice-agent-platform': 'bin/voice-agent-platform.cjs' },
    engines: { node: '>=22.19' },
    dependencies: { ...chosen(always, own.dependencies), ...chosen(added, own.devDependencies) },
    peerDependencies: chosen(optional, own.dependencies),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
  };
}
