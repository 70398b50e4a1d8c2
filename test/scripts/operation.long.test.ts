import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesOf } from '../../scripts/operation/plan.ts';
import { unwrittenAdditions } from '../../scripts/contract-diff/additions.ts';

const repository = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);

// A copy of what it reads and writes.
let root = '';
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const state = (): string[][] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [
      parentPath,
      name,
      readFileSync(join(parentPath, name), 'utf8'),
    ]);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'operation-'));
  cpSync(join(repository, 'openapi'), join(root, 'openapi'), {
    recursive: true,
    filter: (path) => !/released\/.*\.json$/.test(path),
  });
  for (const area of ['tools', 'webhooks', 'cells'])
    cpSync(join(repository, 'src', area), join(root, 'src', area), { recursive: true });
  cpSync(join(repository, 'src/handlers.ts'), join(root, 'src/handlers.ts'));
});
afterEach(() => rmSync(root, { recursive: true }));

const make = (...names: string[]): Promise<string> =>
  run(process.execPath, [join(repository, 'scripts/operation.ts'), '--root', root, ...names]).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );

describe('make operation', () => {
  test('writes a list and an object that break no rule of the contract, each with its entry', async () => {
    const list = await make('tools', 'listToolTags');
    const one = await make('webhooks', 'getDeliveryPolicy');

    expect(list.split('\n')[0]).toBe('wrote openapi/tools/tool-tags.yaml');
    expect(one).toContain('wrote test/webhooks/delivery-policy/delivery-policy.test.ts');
    expect(read('openapi/openapi.yaml')).toContain(
      '  /api/v1/tool-tags: { $ref: tools/tool-tags.yaml#/paths/collection }\n',
    );
    expect(read('src/handlers.ts')).toContain('  ...toolTags,\n  ...deliveryPolicy,\n} satisfies');
    expect(read('src/tools/tool-tags/handlers.ts')).toContain("HandlersFor<'listToolTags', App>");
    const added = ['listToolTags', 'getDeliveryPolicy'].map((operationId) => [
      `/${operationId}`,
      { get: { operationId } },
    ]);
    const pair = { base: { paths: {} }, revision: { paths: Object.fromEntries(added) } };
    expect(unwrittenAdditions(pair, read('openapi/released/next.md'))).toEqual([]);
    const { stdout, stderr } = await run(
      join(repository, 'node_modules/.bin/redocly'),
      [
        'lint',
        join(root, 'openapi/openapi.yaml'),
        '--config',
        join(repository, 'openapi/redocly.yaml'),
      ],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
    );
    expect(stdout + stderr).toContain('Your API description is valid');
  }, 120_000);

  test.each([
    [['tools', 'listTools'], 'The project has the operation listTools already'],
    [['tools', 'listStories'], 'The project has the operation listStories already'],
    [['webhooks', 'getTool'], 'The project has the operation getTool already'],
    [['tools', 'getTools'], 'The project has the path /api/v1/tools already'],
    [['tools', 'getToolPage'], 'The project has the name ToolPage for a schema already'],
    [['tool', 'listToolTags'], '"tool" is no area. AREA is one of tools, webhooks.'],
    [['cells', 'listRooms'], '"cells" is no area.'],
    [['../tools', 'listToolTags'], '"../tools" is no area.'],
    [['tools', 'ListToolTags'], '"ListToolTags" is no name for it.'],
    [['tools', 'list_tool_tags'], '"list_tool_tags" is no name for it.'],
    [['tools', 'listTOOLS'], '"listTOOLS" is no name for it.'],
    [['tools', 'createToolTag'], 'For other verbs copy the nearest operation that has them.'],
    [['tools', 'listToolTag'], 'its name is a plural: listToolTags.'],
    [['tools', 'listTags;ls'], 'is no name for it'],
    [['webhooks', 'getToolTags\n'], 'is no name for it'],
  ])('refuses %j', ([area = '', name = ''], reason) => {
    expect(() => filesOf(root, area, name)).toThrow(reason);
  });

  test.each([
    [['tools', 'listTools'], 'The project has the operation listTools already'],
    [['tools'], 'Say where and what: make operation AREA=tools NAME=listToolTags.'],
    [['', ''], 'Say where and what'],
  ])('says so of %j, and writes nothing', async (names, reason) => {
    const before = state();

    expect(await make(...names)).toContain(reason);
    expect(state()).toEqual(before);
  });

  test('refuses what it has written before, and leaves it', async () => {
    await make('tools', 'listToolTags');
    const before = state();

    expect(await make('tools', 'listToolTags')).toContain('the operation listToolTags already');
    expect(state()).toEqual(before);
  });

  test('writes nothing if a file cannot be written', async () => {
    rmSync(join(root, 'openapi/released/next.md'));
    const before = state();

    expect(await make('tools', 'listToolTags')).toContain('next.md');
    expect(state()).toEqual(before);
  });
});
