import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationObjects, type OpenApiDocument } from '../../src/http/operations.ts';
import { readReference } from '../../scripts/reference/reference.ts';
import { samplesOf } from '../../scripts/reference/samples.ts';
import contract from '../../generated/openapi.json' with { type: 'json' };
import ofClients from '../../generated/openapi-client.json' with { type: 'json' };
import { problems } from '../../openapi/rules/problems.ts';

const reference = readReference(contract, problems);
const all = [...reference.operations.values()].map((operation) => ({
  id: operation.id,
  samples: samplesOf(operation, reference.resolve),
}));
const samplesIn = (language: string) =>
  all.flatMap(({ id, samples }) =>
    samples.filter(({ name }) => name === language).map(({ source }) => ({ id, source })),
  );

const has = (command: string, ...options: string[]): boolean =>
  spawnSync(command, options).error === undefined;

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'samples-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const patience = 120_000;

describe('The code samples of every operation', () => {
  test('are commands of the shell', () => {
    const samples = samplesIn('curl').map(({ id, source }) => `${id}() {\n${source}\n}`);
    const { status, stderr } = spawnSync('sh', ['-n'], {
      input: samples.join('\n'),
      encoding: 'utf8',
    });

    expect([status, stderr]).toEqual([0, '']);
  });

  test('are TypeScript', () => {
    const wrong = samplesIn('typescript').filter(({ source }) => {
      const { diagnostics = [] } = ts.transpileModule(source, {
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
    writeFileSync(script, JSON.stringify(samplesIn('python').map(({ source }) => source)));
    const program =
      'import ast, json, sys\nfor text in json.load(open(sys.argv[1])): ast.parse(text)';

    const { status, stderr } = spawnSync('python3', ['-c', program, script], { encoding: 'utf8' });

    expect([status, stderr]).toEqual([0, '']);
  });

  test('are Go, formatted as gofmt does', { timeout: patience }, (context) => {
    if (!has('gofmt', '-h')) context.skip('gofmt is not installed');
    for (const { id, source } of samplesIn('go'))
      writeFileSync(join(folder, `${id}.go`), `${source}\n`);

    const { status, stdout, stderr } = spawnSync('gofmt', ['-l', folder], { encoding: 'utf8' });

    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  test('name the credential, and send what the example of the contract sends', () => {
    const { samples = [] } = all.find(({ id }) => id === 'createCampaign') ?? {};
    const names = samples.map(({ name }) => name);

    expect(names).toEqual(['typescript', 'python', 'curl', 'go']);
    for (const { source } of samples) {
      expect(source).toMatch(/\bTOKEN\b/);
      expect(source).toContain('Appointment reminders');
      expect(source).toMatch(/\/api\/v1\/campaign|create_campaign/);
    }
  });

  test('are those of the clients only where the clients have the operation', () => {
    const { samples = [] } = all.find(({ id }) => id === 'receiveCarrierCallback') ?? {};

    expect(samples.map(({ name }) => name)).toEqual(['curl', 'go']);
  });

  test('are in the document for clients too, as tools expect them', () => {
    const operations = operationObjects<{
      readonly operationId: string;
      readonly 'x-codeSamples'?: readonly { readonly [name: string]: string }[];
    }>(ofClients as unknown as OpenApiDocument).map(({ object }) => object);

    expect(operations.length).toBeGreaterThan(260);
    for (const { operationId, 'x-codeSamples': published } of operations) {
      const { samples = [] } = all.find(({ id }) => id === operationId) ?? {};
      const wanted = samples
        .slice(0, 3)
        .map(({ lang, label, source }) => ({ lang, label, source }));
      expect([operationId, published]).toEqual([operationId, wanted]);
      expect(wanted.map(({ lang }) => lang)).toEqual(['TypeScript', 'Python', 'Shell']);
    }
  });
});
