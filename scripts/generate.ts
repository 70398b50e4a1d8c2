/**
 * Writes `generated/` from the contract and the migrations: the same input gives the same bytes.
 * With `--made` it writes only the files that are not committed. With `--check` it writes to a temporary directory
 * instead and fails naming the files that differ.
 */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { parse, stringify } from 'yaml';
import { readOperations, type OpenApiDocument, type Operation } from '../src/http/operations.ts';
import { isOfRun } from '../src/http/security.ts';
import { problems } from '../openapi/rules/problems.ts';
import { configurationPage } from './configuration.ts';
import { clientContract, withoutUnused } from './generate/client-contract.ts';
import { diagrams, svgOf } from './generate/diagrams.ts';
import { forGenerators, forGo } from './generate/for-generators.ts';
import { inventable } from './generate/inventable.ts';
import { linkCreated } from './generate/links.ts';
import { sourcesHash, stamp } from './generate/made.ts';
import { openResponses } from './generate/open-responses.ts';
import { showOwnProblems } from './generate/own-problems.ts';
import { rolesMatrix } from './generate/roles.ts';
import { describeScopes } from './generate/scopes.ts';
import { serializersSource } from './generate/serializers.ts';
import { validatorsSource } from './generate/validators.ts';
import { referenceFiles } from './reference/files.ts';
import { readReference } from './reference/reference.ts';
import { withCodeSamples } from './reference/samples.ts';

const root = new URL('..', import.meta.url).pathname;
const check = process.argv.includes('--check');
const madeOnly = process.argv.includes('--made');
const committed = join(root, 'generated');
const target = check ? mkdtempSync(join(tmpdir(), 'generated-')) : committed;
const notice = 'Written by `make generate`. Do not edit.';
const configurationFile = join(root, 'scripts/configuration.md');
const run = promisify(execFile);

mkdirSync(join(target, 'diagrams'), { recursive: true });
// A source that changes meanwhile makes the stamp differ.
const sources = sourcesHash();
const databaseTypes = madeOnly ? undefined : writeDatabaseTypes();
// A failure is reported where it is awaited.
databaseTypes?.catch(() => {});
const bundled = await bundle();
const document = describeScopes(bundled);
// Every process reads it, and nobody else.
write('contract.json', JSON.stringify(document));
const published = withLinks(openResponses(document));
write(
  'openapi.yaml',
  `# ${notice}\n${stringify(published, { lineWidth: 0, aliasDuplicateObjects: false })}`,
);
const ofClients = withoutUnused(forGenerators(publishedForClients()));
write('openapi-go.json', `${JSON.stringify(forGo(ofClients), null, 2)}\n`);
withCodeSamples(ofClients, readReference(published, problems));
write('demo.json', `${JSON.stringify(demo(), null, 2)}\n`);
write('problems.json', `${JSON.stringify(problems, null, 2)}\n`);
const configuration = configurationPage(notice);
write('validators.cjs', `// ${notice}\n${validatorsSource(document)}`);
write('serializers.cjs', `// ${notice}\n${serializersSource(document)}`);
if (!madeOnly) await writeCommitted();
writeReference();
write(stamp, sources);
if (check) compare();

/** What the demo is made of, with what it shares with the examples written out. */
function demo(): unknown {
  const world = readFileSync(join(root, 'openapi/shared/world.yaml'), 'utf8');
  return (parse(world, { maxAliasCount: -1, merge: true }) as { readonly demo: unknown }).demo;
}

/** The contract with what follows from its operations, for tools too. */
function withLinks(contract: OpenApiDocument): OpenApiDocument {
  return inventable(showOwnProblems(linkCreated(contract)));
}

/** The published contract without the operations that are not for clients: otherwise the same. */
function publishedForClients(): OpenApiDocument {
  const described = describeScopes(bundled, readOperations(clientContract(bundled)));
  return withLinks(clientContract(openResponses(described)));
}

/** Addresses of scripts and styles change with their content: those of an earlier reference are removed. */
function writeReference(): void {
  rmSync(join(target, 'reference'), { recursive: true, force: true });
  for (const [path, text] of referenceFiles(published, problems)) {
    mkdirSync(dirname(join(target, 'reference', path)), { recursive: true });
    write(join('reference', path), text);
  }
}

async function writeCommitted(): Promise<void> {
  write('openapi.json', `${JSON.stringify(published, null, 2)}\n`);
  write('openapi-client.json', `${JSON.stringify(ofClients, null, 2)}\n`);
  if (!check) writeFileSync(configurationFile, configuration);
  write('operations.txt', operationsText());
  write('roles.md', rolesMatrix(document, notice));
  write('callers.ts', `// ${notice}\n${callersText()}`);
  write('version.ts', `// ${notice}\n${versionText()}`);
  for (const diagram of diagrams())
    write(join('diagrams', `${diagram.name}.svg`), await svgOf(diagram));
  const types = await openapiTS(document as unknown as OpenAPI3, { defaultNonNullable: false });
  write('api.ts', `// ${notice}\n${astToString(types)}`);
  await databaseTypes;
}

/** What the server knows of the contract before it reads it. The clock of its examples is not published. */
function versionText(): string {
  const { version, 'x-world-now': now } = document.info as Record<string, string>;
  return `export const contractVersion = '${version}';\nexport const worldNow = '${now}';\n`;
}

async function bundle(): Promise<OpenApiDocument> {
  const file = join(target, 'bundle.json');
  await run(
    'redocly',
    ['bundle', 'openapi/openapi.yaml', '--config', 'openapi/redocly.yaml', '-o', file],
    {
      cwd: root,
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        PATH: `${root}node_modules/.bin:${process.env['PATH']}`,
      },
    },
  );
  const bundled = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
  rmSync(file);
  return bundled;
}

/** Nothing if every role may call it. */
function rolesText({ roles = [] }: Operation): string {
  return roles.includes('viewer') ? '' : `(${roles.join(',')})`;
}

function operationsText(): string {
  const rows = readOperations(document).map((operation) => {
    const who = operation.superAdmin
      ? 'super_admin'
      : [
          operation.session && `session${rolesText(operation)}`,
          operation.apiKey && (operation.scope ? `api_key(${operation.scope})` : 'api_key'),
        ]
          .filter(Boolean)
          .join('|');
    return [
      operation.id.padEnd(40),
      operation.method.padEnd(6),
      operation.path,
      who || 'anyone',
    ].join(' ');
  });
  return `${rows.join('\n')}\n`;
}

/** Who may call each operation, as a type: openapi-typescript leaves security out. */
function callersText(): string {
  const kindOf = ({ session, apiKey, scope }: Operation): string => {
    if (!apiKey) return session ? 'session' : 'none';
    return isOfRun(scope) ? 'any_or_run' : 'any';
  };
  const rows = readOperations(document).map(
    (operation) => `  ${operation.id}: '${kindOf(operation)}';`,
  );
  return `export interface Callers {\n${rows.join('\n')}\n}\n`;
}

/** Run while this process does the rest. */
async function writeDatabaseTypes(): Promise<void> {
  await run(process.execPath, [
    join(root, 'scripts/generate/database-types.ts'),
    join(target, 'database.ts'),
    notice,
    // A check trusts nothing that was kept.
    ...(check ? ['--fresh'] : []),
  ]);
}

function write(name: string, text: string): void {
  writeFileSync(join(target, name), text);
}

function filesIn(directory: string): string[] {
  return (
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(directory, join(parentPath, name)))
      // Made of what stands here, by `scripts/console/build.ts` and `scripts/bundle.ts`.
      .filter((name) => !/^(console|server)\//.test(name))
  );
}

function compare(): void {
  const names = new Set([...filesIn(target), ...(existsSync(committed) ? filesIn(committed) : [])]);
  const read = (directory: string, name: string): string | undefined =>
    existsSync(join(directory, name)) ? readFileSync(join(directory, name), 'utf8') : undefined;
  const stale = [...names]
    .filter((name) => read(target, name) !== read(committed, name))
    .map((name) => `generated/${name}`);
  rmSync(target, { recursive: true });
  const isCurrent =
    existsSync(configurationFile) && readFileSync(configurationFile, 'utf8') === configuration;
  if (!isCurrent) stale.push('scripts/configuration.md');
  if (stale.length === 0) return;
  console.error(
    `Not what the contract and the migrations give: ${stale.join(', ')}. Run make generate.`,
  );
  process.exitCode = 1;
}
