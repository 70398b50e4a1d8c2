/**
 * Writes an operation into the contract, and its handler and its test as stubs that fail. Refuses what the contract has
 * already. `--root` names another checkout.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { plan } from './new-operation/plan.ts';
import { requestFrom } from './new-operation/request.ts';
import { readAreas, readCode } from './operations/sources.ts';

const { values } = parseArgs({
  options: {
    id: { type: 'string' },
    at: { type: 'string' },
    area: { type: 'string' },
    method: { type: 'string' },
    file: { type: 'string' },
    root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
});
/** `make` passes a variable that is not set as an empty text. */
const given = (value: string | undefined): string | undefined => (value === '' ? undefined : value);
const pathOf = (path: string): string => join(values.root, path);
const read = (path: string): string | undefined =>
  existsSync(pathOf(path)) ? readFileSync(pathOf(path), 'utf8') : undefined;

interface Rules {
  readonly rules: {
    readonly 'house/operation-id-form': { readonly verbs: readonly string[] };
    readonly 'house/scopes': { readonly write: Readonly<Record<string, readonly string[]>> };
  };
}

try {
  const { rules } = parse(read('openapi/redocly.yaml') ?? '') as Rules;
  const contract = {
    areas: readAreas(values.root),
    main: read('openapi/openapi.yaml') ?? '',
    verbs: rules['house/operation-id-form'].verbs,
  };
  const request = requestFrom(
    {
      id: given(values.id),
      path: given(values.at),
      area: given(values.area),
      method: given(values.method),
      resource: given(values.file)?.replace(/\.yaml$/, ''),
    },
    contract,
  );
  const files = plan(request, {
    ...contract,
    code: readCode(values.root),
    writeScopes: rules['house/scopes'].write,
    read,
  });
  for (const [path, text] of files) {
    mkdirSync(dirname(pathOf(path)), { recursive: true });
    writeFileSync(pathOf(path), text);
  }
  const code = [...files.keys()].filter((path) => path.endsWith('.ts')).map(pathOf);
  execFileSync('oxfmt', code, { cwd: values.root, stdio: 'ignore' });
  for (const path of files.keys()) console.log(`wrote ${path}`);
  console.log('Next: make generate. Then follow openapi/README.md, "Add an operation".');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
