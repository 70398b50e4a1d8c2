/**
 * Makes the console of `src/console`: `node scripts/console/build.ts`. The published client, which it uses, is compiled into
 * `node_modules/.cache/client`, as a package is installed. `make install` runs it through `scripts/generate/made.ts`.
 */
import { createHash, hash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { type OpenApiDocument, readOperations } from '../../src/http/operations.ts';
import { compileClient } from '../packages/client/pack.ts';
import { readSource } from '../packages/package.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sourceFolder = join(root, 'src/console');
const target = join(root, 'generated/console');
const client = join(root, 'node_modules/.cache/client');

const lock = 'package-lock.json';
const contract = 'generated/openapi-client.json';
const ofClient = [lock, contract, 'scripts/packages/{npm,client/*,client/src/*}.ts'];
const icon = 'scripts/reference/assets/favicon.svg';
const ofConsole = [...ofClient, icon, 'scripts/console/*.ts', 'src/console/**/*.*'];

/** A hash of files: another one if a byte of them differs. */
function hashOf(patterns: readonly string[]): string {
  const sum = createHash('sha256');
  for (const file of globSync([...patterns], { cwd: root }).toSorted())
    sum.update(`${file}\0`).update(readFileSync(join(root, file)));
  return sum.digest('hex');
}

const isMade = (folder: string, sources: string): boolean =>
  existsSync(join(folder, '.made')) && readFileSync(join(folder, '.made'), 'utf8') === sources;

/** Makes the client and the console where they are missing or of other sources. */
export async function buildConsole(): Promise<void> {
  const [clientSources, sources] = [hashOf(ofClient), hashOf(ofConsole)];
  if (!isMade(client, clientSources)) {
    await compileClient(readSource(), client);
    writeFileSync(join(client, '.made'), clientSources);
  }
  if (isMade(target, sources)) return;
  // What is served is whole at any time.
  const made = `${target}-${process.pid}`;
  mkdirSync(made, { recursive: true });
  for (const [name, text] of Object.entries(await consoleFiles()))
    writeFileSync(join(made, name), text);
  writeFileSync(join(made, '.made'), sources);
  rmSync(target, { recursive: true, force: true });
  renameSync(made, target);
}

/** The page, its script and its style. The names of the latter two change with their content. */
async function consoleFiles(): Promise<Record<string, string>> {
  const { document } = readSource();
  const bundle = await rolldown({
    input: join(sourceFolder, 'main.tsx'),
    platform: 'browser',
    resolve: { alias: { '@voice-agent-platform/client': join(client, 'index.js') } },
    transform: {
      target: 'es2022',
      define: {
        ROLES: JSON.stringify(rolesOf(document)),
        EVENT_TYPES: JSON.stringify(typesOfEvents(document)),
      },
    },
  });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  const [script, ...more] = output;
  if (more.length > 0) throw new Error(`The console is more than one file: ${more.length + 1}.`);
  const style = readFileSync(join(sourceFolder, 'style.css'), 'utf8').replaceAll(/\n\s*/g, '\n');
  const picture = readFileSync(join(root, icon), 'utf8');
  const names = {
    'main.tsx': named(script.code, 'js'),
    'style.css': named(style, 'css'),
    'favicon.svg': named(picture, 'svg'),
  };
  const page = Object.entries(names).reduce(
    (text, [source, name]) => text.replace(source, name),
    readFileSync(join(sourceFolder, 'index.html'), 'utf8'),
  );
  return {
    'index.html': page,
    [names['main.tsx']]: script.code,
    [names['style.css']]: style,
    [names['favicon.svg']]: picture,
  };
}

const named = (text: string, extension: string): string =>
  `console-${hash('sha256', text, 'base64url').slice(0, 10)}.${extension}`;

const typesOfEvents = ({ components }: OpenApiDocument): unknown =>
  (components['schemas']?.['WebhookEventName'] as { readonly enum?: unknown } | undefined)?.enum;

/** For each set of roles, the operations that only these may call. */
function rolesOf(document: OpenApiDocument): Record<string, string[]> {
  const operations: Record<string, string[]> = {};
  for (const { id, roles } of readOperations(document))
    if (roles && !roles.includes('viewer')) (operations[roles.join(' ')] ??= []).push(id);
  return operations;
}

if (import.meta.main) await buildConsole();
