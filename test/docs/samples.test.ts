import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../scripts/reference/assets/samples.js';
import { readReference } from '../../scripts/reference/reference.ts';
import { exampleRequest } from '../../scripts/reference/try-view.ts';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { problems } from '../../openapi/rules/problems.ts';

const reference = readReference(contract, problems);
const requests = [...reference.operations.values()].map((operation) => ({
  id: operation.id,
  request: exampleRequest(operation, reference.resolve),
}));

const has = (command: string, ...options: string[]): boolean =>
  spawnSync(command, options).error === undefined;

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'samples-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const patience = 120_000;

describe('The code samples of every operation', () => {
  test('are commands of the shell', () => {
    const samples = requests.map(({ id, request }) => `${id}() {\n${languages.curl(request)}\n}`);
    const { status, stderr } = spawnSync('sh', ['-n'], {
      input: samples.join('\n'),
      encoding: 'utf8',
    });

    expect([status, stderr]).toEqual([0, '']);
  });

  test('are JavaScript', () => {
    const wrong = requests.filter(({ request }) => {
      const { diagnostics = [] } = ts.transpileModule(languages.javascript(request), {
        reportDiagnostics: true,
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2024 },
      });
      return diagnostics.length > 0;
    });

    expect(wrong).toEqual([]);
  });

  test('are Python', { timeout: patience }, (context) => {
    if (!has('python3', '--version')) context.skip('python3 is not installed');
    const script = join(folder, 'all.json');
    writeFileSync(script, JSON.stringify(requests.map(({ request }) => languages.python(request))));
    const program =
      'import ast, json, sys\nfor text in json.load(open(sys.argv[1])): ast.parse(text)';

    const { status, stderr } = spawnSync('python3', ['-c', program, script], { encoding: 'utf8' });

    expect([status, stderr]).toEqual([0, '']);
  });

  test('are Go, formatted as gofmt does', { timeout: patience }, (context) => {
    if (!has('gofmt', '-h')) context.skip('gofmt is not installed');
    for (const { id, request } of requests)
      writeFileSync(join(folder, `${id}.go`), `${languages.go(request)}\n`);

    const { status, stdout, stderr } = spawnSync('gofmt', ['-l', folder], { encoding: 'utf8' });

    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  test('name the credential, and send what the example of the contract sends', () => {
    const { request } = requests.find(({ id }) => id === 'createCampaign') ?? {};
    expect(request?.credential).toBe('session');
    for (const sample of Object.values(languages)) {
      const text = request ? sample(request) : '';
      expect(text).toMatch(/\bTOKEN\b/);
      expect(text).toContain('Appointment reminders');
      expect(text).toContain('/api/v1/campaign');
    }
  });
});
