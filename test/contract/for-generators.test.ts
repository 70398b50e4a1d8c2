import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operationObjects, type OpenApiDocument } from '../../src/http/operations.ts';

type Node = Record<string, unknown>;
type Document = OpenApiDocument & { readonly webhooks?: Node };

const read = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8')) as Document;
const [published, ofClients, ofGo] = ['openapi.json', 'openapi-client.json', 'openapi-go.json'].map(
  read,
) as [Document, Document, Document];
const operations = (document: Document) =>
  operationObjects<{
    readonly operationId: string;
    readonly callbacks?: Node;
    readonly requestBody?: { readonly content: Node };
  }>(document).map(({ object }) => object);

describe('The document for generators of clients', () => {
  test('has one type of each body, the first one of the contract', () => {
    const typesOf = (document: Document) =>
      operations(document).map(({ operationId, requestBody }) => [
        operationId,
        Object.keys(requestBody?.content ?? {}),
      ]);
    const first = new Map(typesOf(published).map(([id, types]) => [id, types?.slice(0, 1)]));

    expect(typesOf(ofClients).filter(([, types]) => types?.length).length).toBeGreaterThan(50);
    for (const [id, types] of typesOf(ofClients)) expect(types, String(id)).toEqual(first.get(id));
  });

  test('has each event as a callback of the operation that leads to it', () => {
    const callbacks = operations(ofClients).flatMap(({ operationId, callbacks = {} }) =>
      Object.keys(callbacks).map((name) => [operationId, name]),
    );

    expect(ofClients.webhooks).toBeUndefined();
    expect(callbacks.map(([, name]) => String(name)).toSorted()).toEqual(
      Object.keys(published.webhooks ?? {}).toSorted(),
    );
    expect(callbacks).toContainEqual(['createWebhookEndpoint', 'call_ended']);
    expect(callbacks).toContainEqual(['submitRunTurn', 'run_turn']);
  });
});

describe('The document for generators of Go', () => {
  const schemas = (document: Document) => document.components['schemas'] as Record<string, Node>;

  test('names each value of an enum, and no two alike', () => {
    const enums = Object.values(schemas(ofGo)).filter((schema) => 'enum' in schema);
    const names = enums.flatMap((schema) => schema['x-enum-varnames'] as string[]);

    expect(names).toHaveLength(enums.flatMap((schema) => schema['enum']).length);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(['CampaignSourceTypeCsv', 'ListSortNameDescending']),
    );
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/);
  });

  test('has the operations and the members of the document for all generators, without examples', () => {
    const membersOf = (document: Document) =>
      Object.entries(schemas(document)).map(([name, { properties }]) => [
        name,
        Object.keys((properties as Node | undefined) ?? {}),
      ]);

    expect(operations(ofGo).map(({ operationId }) => operationId)).toEqual(
      operations(ofClients).map(({ operationId }) => operationId),
    );
    expect(membersOf(ofGo)).toEqual(membersOf(ofClients));
    expect(JSON.stringify(ofGo.paths)).not.toContain('"examples"');
  });
});

test('A UUID is a schema with a name, as Go has one type for each of the others and calls all alike', () => {
  const places: string[] = [];
  const look = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { format, type } = value as Node;
    if (format === 'uuid' && type !== undefined) places.push(place);
    for (const [key, part] of Object.entries(value)) look(part, `${place}/${key}`);
  };
  look(ofClients.components['schemas'], '');

  expect(places.length).toBeGreaterThan(1);
  expect(places.filter((place) => place.split('/').length > 2)).toEqual([]);
});
