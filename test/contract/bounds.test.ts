import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadContract, type OpenApiDocument, resolve } from '../../src/http/operations.ts';

type Node = Readonly<Record<string, unknown>>;

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const exact = loadContract().document;
const published = JSON.parse(read('generated/openapi.json')) as OpenApiDocument;

/** The arrays of known values anywhere in a part of a document, each with the number of values. */
function arraysOfValues(document: OpenApiDocument, part: unknown) {
  const found: { place: string; maxItems: unknown; values: number }[] = [];
  const seen = new Set<unknown>();
  const look = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const node = value as Node;
    if (typeof node['$ref'] === 'string') look(resolve<Node>(document, node), node['$ref']);
    if (node['type'] === 'array' && typeof node['items'] === 'object') {
      const items = resolve<Node>(document, node['items'] as Node);
      const values = items['enum'] ?? items['x-extensible-enum'];
      if (Array.isArray(values))
        found.push({ place, maxItems: node['maxItems'], values: values.length });
    }
    for (const [key, each] of Object.entries(node)) look(each, `${place}/${key}`);
  };
  look(part, '');
  return found;
}

const answersOf = (document: OpenApiDocument): unknown[] =>
  Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((operation) => (operation as Node)['responses']),
  );

describe('An array of values of an enum', () => {
  test('has room for each of them', () => {
    const arrays = arraysOfValues(exact, exact);

    expect(arrays.length).toBeGreaterThan(5);
    expect(arrays.filter(({ maxItems, values }) => maxItems !== values)).toEqual([]);
  });

  test('has no greatest length in a published response or event, as values are added', () => {
    const { webhooks } = published as unknown as Node;
    const arrays = arraysOfValues(published, [answersOf(published), webhooks]);

    expect(arrays.length).toBeGreaterThan(4);
    expect(arrays.filter(({ maxItems }) => maxItems !== undefined)).toEqual([]);
  });
});

describe('The entries of 0.1.0', () => {
  test('have the figures of nodes and edges of the contract', () => {
    const said =
      /at most ([\d,]+) nodes and ([\d,]+) edges/.exec(read('openapi/released/0.1.0.md')) ?? [];
    const { properties } = resolve<{ properties: Record<string, Node> }>(exact, {
      $ref: '#/components/schemas/WorkflowDefinition',
    });

    expect(said.slice(1).map((text) => Number(text.replace(',', '')))).toEqual([
      properties['nodes']?.['maxItems'],
      properties['edges']?.['maxItems'],
    ]);
  });
});
