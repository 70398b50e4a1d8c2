import { describe, expect, test } from 'vitest';
import { handlerFaults } from '../../scripts/operations/faults.ts';
import type { Source } from '../../scripts/operations/sources.ts';

const contractOf = (path: string, ...ids: string[]): Source => ({
  path,
  text: `paths:\n  collection:\n${ids.map((id) => `    get:\n      operationId: ${id}\n`).join('')}`,
});
const codeOf = (path: string, ...ids: string[]): Source => ({
  path,
  text: `export const things = {\n} satisfies HandlersFor<\n  ${ids.map((id) => `| '${id}'`).join(' ')}\n>;`,
});

const areas = [
  contractOf('openapi/workflows/workflows.yaml', 'getWorkflow', 'listWorkflows'),
  contractOf('openapi/workflows/tags.yaml', 'listTags'),
];
const code = [codeOf('src/workflows/handlers.ts', 'getWorkflow', 'listWorkflows')];
const all = ['getWorkflow', 'listWorkflows', 'listTags'];

describe('check-handlers', () => {
  test('finds nothing if each operation has a handler', () => {
    expect(handlerFaults({ operations: all, handlers: all, areas, code })).toEqual([]);
  });

  test('names the file for the first handler of a resource', () => {
    const handlers = ['getWorkflow', 'listWorkflows'];

    expect(handlerFaults({ operations: all, handlers, areas, code })).toEqual([
      'openapi/workflows/tags.yaml: operation listTags has no handler: write it in src/workflows/tags/handlers.ts, which src/handlers.ts lists.',
    ]);
  });

  test('names the file of the neighbours for another handler', () => {
    const handlers = ['getWorkflow', 'listTags'];
    const without = [codeOf('src/workflows/handlers.ts', 'getWorkflow')];

    expect(handlerFaults({ operations: all, handlers, areas, code: without })).toEqual([
      'openapi/workflows/workflows.yaml: operation listWorkflows has no handler: write it in src/workflows/handlers.ts, which src/handlers.ts lists.',
    ]);
  });

  test('says where a handler is that is not listed', () => {
    const written = [...code, codeOf('src/workflows/tags/handlers.ts', 'listTags')];

    expect(
      handlerFaults({ operations: all, handlers: all.slice(0, 2), areas, code: written }),
    ).toEqual([
      'openapi/workflows/tags.yaml: operation listTags has no handler: src/workflows/tags/handlers.ts names it, so write it there and list its object in src/handlers.ts.',
    ]);
  });

  test('names a handler without an operation, with its file', () => {
    const other = {
      path: 'src/auth/handlers.ts',
      text: 'export const auth = {\n  async getNobody() {},\n};',
    };

    expect(
      handlerFaults({
        operations: all,
        handlers: [...all, 'getNobody'],
        areas,
        code: [...code, other],
      }),
    ).toEqual([
      'src/auth/handlers.ts: handler getNobody has no operation: describe it in openapi/, or remove it.',
    ]);
  });

  test('names a stub with its line', () => {
    const stub = {
      path: 'src/workflows/tags/handlers.ts',
      text: "export const tags = {\n  async listTags() {\n    throw notImplemented('listTags');\n",
    };

    expect(handlerFaults({ operations: all, handlers: all, areas, code: [...code, stub] })).toEqual(
      [
        'src/workflows/tags/handlers.ts:3: operation listTags is a stub: write its handler and its test.',
      ],
    );
  });
});
