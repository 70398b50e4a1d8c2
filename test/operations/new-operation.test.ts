import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addHandler } from '../../scripts/new-operation/code-text.ts';
import { areAmbiguous, requestFrom, type Options } from '../../scripts/new-operation/request.ts';
import { handlerFaults } from '../../scripts/operations/faults.ts';
import { describedIn, readAreas, readCode } from '../../scripts/operations/sources.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const contract = {
  verbs: ['list', 'get', 'create', 'update', 'delete', 'revoke', 'set'],
  main: `paths:
  /api/v1/workflow/{workflow_id}: { $ref: workflows/workflows.yaml#/paths/item }
  /api/v1/runs/{run_id}/turns:
    $ref: workflows/turns.yaml#/paths/turns
`,
  areas: [
    {
      path: 'openapi/workflows/workflows.yaml',
      text: 'paths:\n  item:\n    get:\n      operationId: getWorkflow\n',
    },
    { path: 'openapi/auth/auth.yaml', text: 'paths:\n  login:\n' },
  ],
};

const requested = (options: Partial<Options>) =>
  requestFrom(
    {
      id: 'listTags',
      path: '/api/v1/tags',
      area: 'workflows',
      method: undefined,
      resource: undefined,
      ...options,
    },
    contract,
  );

describe('A new operation', () => {
  test('has the method of its verb and the file of its path', () => {
    expect(requested({})).toEqual({
      id: 'listTags',
      path: '/api/v1/tags',
      area: 'workflows',
      method: 'get',
      resource: 'tags',
    });
    expect(requested({ id: 'revokeTag', path: '/api/v1/tags/{tag_id}/revoke' }).method).toBe(
      'post',
    );
    expect(
      requested({ id: 'updateWorkflow', path: '/api/v1/workflow/{workflow_id}', area: undefined }),
    ).toMatchObject({ area: 'workflows', resource: 'workflows', method: 'patch' });
  });

  test.each<[string, Partial<Options>, string]>([
    ['no ID', { id: undefined }, 'make new-operation ID='],
    ['an ID that exists', { id: 'getWorkflow' }, 'exists in openapi/workflows/workflows.yaml'],
    ['an unknown verb', { id: 'fetchTags' }, 'not a known verb'],
    ['a verb alone', { id: 'list' }, 'not a known verb'],
    ['an ID that is code', { id: "list'Tags" }, 'not a known verb'],
    ['no area', { area: undefined }, 'AREA= one of workflows, auth'],
    ['an area that does not exist', { area: 'labels' }, 'AREA=labels does not exist'],
    ['a path outside', { path: '/api/v1/../tags' }, 'is no path'],
    ['a path in camelCase', { path: '/api/v1/someTags' }, 'is no path'],
    ['an unknown method', { method: 'HEAD' }, 'METHOD=head'],
    [
      'a path that exists with another name',
      { path: '/api/v1/workflow/{id}' },
      'ambiguous with /api/v1/workflow/{workflow_id}',
    ],
    [
      'a path that some requests match too',
      { path: '/api/v1/runs/mine/{part}' },
      'ambiguous with /api/v1/runs/{run_id}/turns',
    ],
    [
      'an operation that the path has',
      { id: 'getTag', path: '/api/v1/workflow/{workflow_id}' },
      'GET /api/v1/workflow/{workflow_id} is getWorkflow',
    ],
    [
      'another area than that of the path',
      { id: 'deleteTag', path: '/api/v1/workflow/{workflow_id}', area: 'auth' },
      'is in openapi/workflows/workflows.yaml',
    ],
  ])('is refused for %s', (_, options, message) => {
    expect(() => requested(options)).toThrow(message);
  });

  test.each<[string, string, boolean]>([
    ['/a/{x}', '/a/{y}', true],
    ['/a/{x}', '/a/b', false],
    ['/a/{x}/b', '/a/b/{y}', true],
    ['/a/{x}/{y}', '/a/b/{z}', false],
    ['/a/{x}', '/a/{x}/b', false],
    ['/a', '/b', false],
  ])('%s and %s are ambiguous: %s', (one, other, ambiguous) => {
    expect(areAmbiguous(one, other)).toBe(ambiguous);
    expect(areAmbiguous(other, one)).toBe(ambiguous);
  });

  test('needs a file of handlers that names its operations', () => {
    expect(() => addHandler('export const a = {};\n', 'src/a/handlers.ts', 'listTags')).toThrow(
      'add listTags there by hand',
    );
  });
});

const run = (file: string, args: string[]): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      PATH: `${root}node_modules/.bin:${process.env['PATH']}`,
    };
    execFile(file, args, { cwd: copy, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
const add = (...args: string[]) =>
  run(process.execPath, [join(root, 'scripts/new-operation.ts'), '--root', copy, ...args]);

let copy = '';
let written: Awaited<ReturnType<typeof add>>[] = [];

describe('Five new operations of a resource', () => {
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'new-operation-'));
    for (const part of ['openapi', 'src', '.oxfmtrc.json', 'package.json']) {
      await cp(join(root, part), join(copy, part), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    const item = '/api/v1/toys/{toy_id}';
    written = [
      await add('--id', 'listToys', '--at', '/api/v1/toys', '--area', 'workflows'),
      await add('--id', 'createToy', '--at', '/api/v1/toys'),
      await add('--id', 'getToy', '--at', item, '--area', 'workflows', '--file', 'toys'),
      await add('--id', 'updateToy', '--at', item),
      await add('--id', 'deleteToy', '--at', item, '--method', 'DELETE'),
    ];
  }, 120_000);
  afterAll(() => rm(copy, { recursive: true }));

  test('are in the contract', () => {
    expect(written.map(({ code, output }) => (code === 0 ? 'written' : output))).toEqual(
      Array.from({ length: 5 }, () => 'written'),
    );
    const file = 'openapi/workflows/toys.yaml';
    expect([...describedIn(readAreas(copy))].filter(([, path]) => path === file)).toEqual(
      ['listToys', 'createToy', 'getToy', 'updateToy', 'deleteToy'].map((id) => [id, file]),
    );
  });

  test('pass the linter', async () => {
    const { output } = await run('redocly', [
      'lint',
      'openapi/openapi.yaml',
      '--config=openapi/redocly.yaml',
      '--format=json',
    ]);
    const report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as {
      problems: { ruleId: string; message: string }[];
    };
    expect(report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  }, 120_000);

  test('have stubs, which are reported until they are written', () => {
    const described = [...describedIn(readAreas(copy)).keys()];
    const faults = handlerFaults({
      operations: described,
      handlers: described,
      areas: readAreas(copy),
      code: readCode(copy),
    });

    expect(faults.map((fault) => fault.replace(/:\d+:/, ':'))).toEqual(
      ['listToys', 'createToy', 'getToy', 'updateToy', 'deleteToy'].map(
        (id) =>
          `src/workflows/toys/handlers.ts: operation ${id} is a stub: write its handler and its test.`,
      ),
    );
  });

  test('have tests that fail, whatever the handler does', async () => {
    const text = await readFile(join(copy, 'test/workflows/toys/toys.test.ts'), 'utf8');

    expect(text.match(/describe\('/g)).toHaveLength(5);
    expect(text.match(/expect\.fail\('/g)).toHaveLength(5);
    expect(text.match(/^import/gm)).toHaveLength(2);
  });

  test('are refused a second time, and nothing is written', async () => {
    const before = await readFile(join(copy, 'openapi/workflows/toys.yaml'), 'utf8');

    const again = await add('--id', 'listToys', '--at', '/api/v1/toys', '--area', 'workflows');

    expect(again.output).toContain('ID=listToys exists in openapi/workflows/toys.yaml');
    expect(again.code).toBe(1);
    expect(await readFile(join(copy, 'openapi/workflows/toys.yaml'), 'utf8')).toBe(before);
  });
});
