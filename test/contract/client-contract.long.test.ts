import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withoutUnused } from '../../scripts/generate/client-contract.ts';
import { forGenerators } from '../../scripts/generate/for-generators.ts';
import { loadContract, operationObjects, type OpenApiDocument } from '../../src/http/operations.ts';
import { explained } from '../../src/system/variables.ts';
import { exampleFaults } from '../support/example-faults.ts';

type Node = Record<string, unknown>;
interface Document extends OpenApiDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly 'x-tagGroups': readonly { readonly tags: readonly string[] }[];
}

const read = (name: string): string =>
  readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8');
const text = read('openapi-client.json');
const client = JSON.parse(text) as Document;
/** The whole in the form that generators read. */
const published = forGenerators(JSON.parse(read('openapi.json')) as Document) as Document;

const operationsOf = (document: Document): Node[] =>
  operationObjects<Node>(document).map(({ object }) => object);
const idsOf = (document: Document): Set<unknown> =>
  new Set(operationsOf(document).map(({ operationId }) => operationId));
/** The components, by their references. */
const componentsOf = ({ components }: Document): Map<string, unknown> =>
  new Map(
    Object.entries(components).flatMap(([kind, named]) =>
      Object.entries(named).map(([name, part]) => [`#/components/${kind}/${name}`, part] as const),
    ),
  );
const isForOperators = (part: unknown): boolean =>
  (part as Node | undefined)?.['x-audience'] === 'operator';
/** Without the samples, and the description of the scopes, which names the operations of its own document. */
const comparable = (part: unknown): unknown =>
  JSON.parse(
    JSON.stringify(part, (name, value: unknown) =>
      name === 'x-codeSamples' ? undefined : value,
    ).replaceAll(/"A permission of an API key\. (?:[^"\\]|\\.)*"/g, '""'),
  );

describe('The contract for clients', () => {
  test('has the operations for clients and operators, all of them and no others', () => {
    const wanted = operationsOf(published)
      .filter((operation) => ['client', 'operator'].includes(String(operation['x-audience'])))
      .map(({ operationId }) => operationId);

    expect(wanted.length).toBeGreaterThan(180);
    expect([...idsOf(client)]).toEqual(wanted);
  });

  test('has all operations that the product is specified by', () => {
    const specified = [
      'revokeApprovalPolicy',
      'setStoryItemVersion',
      'updateCatalogEntry',
      'updateKnowledgeBasePricing',
      'markRunConsent',
      'listVoiceProfiles',
      'updateWorkflow',
      'getCampaign',
      'getModelsCacheDir',
      'setDefaultOutboundTelephonyConfiguration',
      'migrateModels',
    ];

    expect(specified.filter((id) => !idsOf(client).has(id))).toEqual([]);
  });

  test('is otherwise the published contract', () => {
    const whole = componentsOf(published);

    for (const [path, item] of Object.entries(client.paths))
      for (const [name, part] of Object.entries(item))
        expect([path, comparable(part)]).toEqual([path, comparable(published.paths[path]?.[name])]);
    for (const [name, part] of componentsOf(client))
      expect([name, comparable(part)]).toEqual([name, comparable(whole.get(name))]);
    expect(client.info).toEqual(published.info);
  });

  test('has what it refers to, and no component besides', () => {
    const references = new Set(
      [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference = '']) => reference),
    );
    const names = [...componentsOf(client).keys()].filter((name) => !name.includes('/security'));

    expect(names.length).toBeGreaterThan(400);
    expect(names.toSorted()).toEqual([...references].toSorted());
    expect(exampleFaults(client)).toEqual([]);
  });

  test('has tags that its operations have', () => {
    // Events are callbacks of operations.
    const used = new Set(
      [...text.matchAll(/"tags": \[\s+"([^"]+)"\s+\],\s+"(?:x-audience|summary)/g)].map(
        ([, tag]) => tag,
      ),
    );

    expect(new Set(client.tags.map(({ name }) => name))).toEqual(used);
    expect(new Set(client['x-tagGroups'].flatMap(({ tags }) => tags))).toEqual(used);
    for (const tag of ['carriers', 'simulation']) expect(used).not.toContain(tag);
  });

  test('names no operation that it does not have', () => {
    const others = loadContract().operations.filter(({ id }) => !idsOf(client).has(id));

    expect(others.length).toBeGreaterThan(5);
    expect(others.map(({ id }) => id).filter((id) => text.includes(`\`${id}\``))).toEqual([]);
  });

  test('shows nothing of the inside of the service, except to operators', () => {
    const paths = structuredClone(client.paths);
    for (const item of Object.values(paths))
      for (const [method, part] of Object.entries(item))
        if (isForOperators(part)) delete item[method];
    const shown = JSON.stringify(withoutUnused({ ...client, paths }));
    const variables = explained.flatMap(({ variables }) => Object.keys(variables));
    const words = [...variables, 'ErasureStage', 'pgboss', 'lease', 'leases', 'jobs', 'PostgreSQL'];

    expect(variables).toContain('DATABASE_URL');
    expect(words.filter((word) => new RegExp(`\\b${word}\\b`).test(shown))).toEqual([]);
  });
});
