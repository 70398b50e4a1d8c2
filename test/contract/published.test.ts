import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadContract, type OpenApiDocument } from '../../src/http/operations.ts';

const file = new URL('../../generated/openapi.json', import.meta.url);
const published = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument & { webhooks: object };
const exact = loadContract().document;

type Node = Record<string, unknown>;

/** Where these parts and everything they refer to contain such a node. */
function placesOf(document: OpenApiDocument, parts: unknown, matches: (node: Node) => boolean) {
  const places: string[] = [];
  const seen = new Set<unknown>();
  const look = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const node = value as Node;
    if (matches(node)) places.push(place);
    if (typeof node['$ref'] === 'string') {
      const [, , kind = '', name = ''] = node['$ref'].split('/');
      look(document.components[kind]?.[name], name);
    }
    for (const [key, part] of Object.entries(node)) {
      if (key !== 'example' && key !== 'examples') look(part, `${place}/${key}`);
    }
  };
  look(parts, '');
  return places;
}

const operations = (document: OpenApiDocument): Node[] =>
  Object.values(document.paths).flatMap((item) => Object.values(item as Node) as Node[]);
const answers = operations(published).map(({ responses }) => responses);
const isClosed = (node: Node): boolean =>
  node['additionalProperties'] === false || Array.isArray(node['enum']) || 'oneOf' in node;

describe('The published contract', () => {
  test('has open responses', () => {
    expect(placesOf(published, answers, isClosed)).toEqual([]);
  });

  test('has open events', () => {
    expect(placesOf(published, published.webhooks, isClosed)).toEqual([]);
  });

  test('lists the present values', () => {
    const named = placesOf(published, answers, (node) => Array.isArray(node['x-extensible-enum']));

    expect(named.length).toBeGreaterThan(20);
  });

  test('says of no member that it must be null', () => {
    const parts = (document: OpenApiDocument) => [document.paths, document.components];
    const isNullConst = (node: Node): boolean => node['const'] === null;

    expect(placesOf(exact, parts(exact), isNullConst).length).toBeGreaterThan(0);
    expect(placesOf(published, parts(published), isNullConst)).toEqual([]);
  });

  test('has the closed requests that the server validates against', () => {
    const requests = (document: OpenApiDocument) =>
      operations(document).map(({ parameters, requestBody }) => [parameters, requestBody]);
    const closed = placesOf(published, requests(published), isClosed);

    expect(closed).toEqual(placesOf(exact, requests(exact), isClosed));
    expect(closed.length).toBeGreaterThan(50);
  });

  test('has a branch for future types of each union', () => {
    const { schemas = {} } = published.components;
    const { Effect, UnknownEffect, UpdateTelephonyConfigurationRequest } = schemas;
    const reference = { $ref: '#/components/schemas/UnknownEffect' };

    expect(Effect).toMatchObject({ anyOf: expect.arrayContaining([reference]) });
    expect(UnknownEffect).toMatchObject({ required: ['type'], additionalProperties: true });
    expect(UpdateTelephonyConfigurationRequest).toHaveProperty('oneOf');
  });

  test('has null in a list of types, beside a scalar', () => {
    const branchTypes = ({ anyOf = [] }: Node) =>
      (anyOf as Node[]).map(({ $ref, type }) => {
        const { schemas = {} } = published.components;
        return typeof $ref === 'string'
          ? (schemas[$ref.split('/').at(-1) ?? ''] as Node)['type']
          : type;
      });
    const composed = placesOf(published, [answers, published.webhooks], (node) => {
      const types = branchTypes(node);
      return (
        types.includes('null') && types.some((type) => ['string', 'integer'].includes(String(type)))
      );
    });

    expect(composed).toEqual([]);
    expect(published.components['schemas']?.['QueuedAt']).toMatchObject({
      type: ['string', 'null'],
      format: 'date-time',
    });
  });

  test('names at markRunConsent each event of a call, and which of them show the consent', () => {
    const path = '/api/v1/workflow/{workflow_id}/runs/{run_id}/mark-consent';
    const { description } = (published.paths[path] as Record<string, Node>)['post']!;
    const [shown = '', others = ''] =
      String(description)
        .replaceAll('\n', ' ')
        .match(/The events (.*?) include them(.*?) never do/)
        ?.slice(1) ?? [];
    const events = Object.entries(published.webhooks).filter(([name]) => name.startsWith('call_'));
    const shows = ([, event]: [string, unknown]) =>
      placesOf(published, event, (node) => 'consent_given' in node).length > 0;
    const named = (text: string) => [...text.matchAll(/`(call_\w+)`/g)].map(([, name]) => name);
    const namesOf = (entries: [string, unknown][]) => entries.map(([name]) => name);

    expect(new Set(named(shown))).toEqual(new Set(namesOf(events.filter(shows))));
    expect(named(others)).toEqual(namesOf(events.filter((event) => !shows(event))));
  });

  test('has no schema that nothing refers to', () => {
    const { schemas = {} } = published.components;
    const text = JSON.stringify(published);

    expect(
      Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`)),
    ).toEqual([]);
  });

  test('links what an operation creates to the operations on it', () => {
    const created = operations(published).flatMap(({ responses }) =>
      (Object.values(responses as Node) as Node[]).filter((response) =>
        String(response['x-location']).includes('{'),
      ),
    );
    const run = published.paths['/api/v1/workflow/{workflow_id}/runs'] as Node;
    const { links } = ((run['post'] as Node)['responses'] as Node)['201'] as Node;

    expect(created.length).toBeGreaterThan(8);
    expect(created.filter((response) => !response['links'])).toEqual([]);
    const run_id = '$response.body#/id';
    expect(links).toMatchObject({
      getRun: { operationId: 'getRun', parameters: { run_id } },
      hangUpRun: { operationId: 'hangUpRun', parameters: { run_id } },
    });
    expect(links).not.toHaveProperty('createTestRun');
  });

  test('has no link to an operation, or with a parameter, that does not exist', () => {
    const known = new Map(
      Object.entries(published.paths).flatMap(([path, item]) =>
        Object.values(item as Record<string, Node>).map(({ operationId, parameters = [] }) => [
          operationId,
          {
            needed: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
            filters: (parameters as Node[]).map(({ name }) => name),
          },
        ]),
      ),
    );
    const linked = operations(published).flatMap(({ responses }) =>
      (Object.values(responses as Node) as Node[]).flatMap(({ links }) =>
        Object.values((links ?? {}) as Record<string, Node>),
      ),
    );

    expect(linked.length).toBeGreaterThan(100);
    for (const { operationId, parameters } of linked) {
      const { needed = [], filters = [] } = known.get(operationId) ?? {};
      const others = Object.keys(parameters as Node).filter((name) => !filters.includes(name));
      expect([operationId, others]).toEqual([operationId, needed]);
    }
  });

  test('names each kind of a union in its discriminator, the one of kinds to come by its schema', () => {
    const unions = Object.entries(published.components['schemas'] as Record<string, Node>).filter(
      ([, schema]) => 'discriminator' in schema && 'anyOf' in schema,
    );

    expect(unions.length).toBeGreaterThan(5);
    for (const [name, { discriminator, anyOf }] of unions) {
      const mapping = (discriminator as { mapping: Record<string, string> }).mapping;
      expect(mapping, name).toHaveProperty(`Unknown${name}`, `#/components/schemas/Unknown${name}`);
      const named = (anyOf as { $ref: string }[]).map(({ $ref }) => $ref);
      expect(new Set(Object.values(mapping)), name).toEqual(new Set(named));
    }
  });

  test('has no clock of the examples, and says where to read', () => {
    expect(published.info).not.toHaveProperty('x-world-now');
    expect(published.info).toHaveProperty('contact.name', expect.stringContaining('/docs'));
  });
});
