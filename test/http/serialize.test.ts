import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadContract, type OpenApiDocument, type Schema } from '../../src/http/operations.ts';
import { textOf } from '../../src/http/answer.ts';
import { JsonText } from '../../src/http/json.ts';
import { serializersSource } from '../../scripts/generate/serializers.ts';
import { exampleAnswer } from '../support/examples.ts';

const { operations } = loadContract();
const written = (id: string, body: unknown): unknown => JSON.parse(textOf(id, body));

describe('The JSON of a success', () => {
  const examples = operations.flatMap((operation) =>
    exampleAnswer(operation.id).type === 'application/json'
      ? exampleAnswer(operation.id).bodies.map((body) => [operation.id, body] as const)
      : [],
  );

  test.each(examples)('of %s has all that the example has', (id, body) => {
    expect(written(id, body)).toEqual(body);
  });

  test('has nothing that the contract does not name, at any depth', () => {
    const [, body] = examples.find(([id]) => id === 'getCampaign') ?? [];
    const campaign = body as { retry_config: object; logs: object[] };
    const leaking = {
      ...campaign,
      organization_id: 7,
      retry_config: { ...campaign.retry_config, password: 'x' },
      logs: campaign.logs.map((entry) => ({ ...entry, id: 1 })),
    };

    expect(written('getCampaign', leaking)).toEqual(campaign);
  });

  test('is the text that the database has written, as it is', () => {
    expect(textOf('listVoiceProfiles', new JsonText('[ ]'))).toBe('[ ]');
  });

  test('has the lists that the database has written as they are, at any depth', () => {
    const [, body] = examples.find(([id]) => id === 'getCampaign') ?? [];
    const logs = '[{ "level" : 1.0 }]';
    const campaign = { ...(body as object), logs: new JsonText(logs) };
    const page = textOf('listCampaigns', { items: [campaign], next_cursor: null });

    for (const text of [textOf('getCampaign', campaign), page])
      expect(text).toContain(`"logs":${logs}`);
    expect(written('listCampaigns', { items: [campaign], next_cursor: null })).toEqual({
      items: [{ ...(body as object), logs: [{ level: 1 }] }],
      next_cursor: null,
    });
  });

  test('takes nothing that was parsed for the text of the database', () => {
    const [, body] = examples.find(([id]) => id === 'getCampaign') ?? [];
    for (const name of ['text', 'JsonText', 'written', 'Symbol(JsonText)', '@@JsonText'])
      expect(
        written('getCampaign', { ...(body as object), logs: { [name]: '[] , "x": 1' } }),
      ).toMatchObject({ logs: { [name]: '[] , "x": 1' } });
  });
});

/** Writes a value by a schema as the generated module does. */
function writerOf(schema: Schema, schemas: Record<string, Schema> = {}): (v: unknown) => string {
  const answer = { content: { 'application/json': { schema } } };
  const get = { operationId: 'get', security: [], responses: { 200: answer } };
  const document = { paths: { '/': { get } }, components: { schemas } } as never as OpenApiDocument;
  const module = { exports: {} as Record<string, (v: unknown) => string> };
  // oxlint-disable-next-line typescript/no-implied-eval -- the module is the text that is tested.
  new Function('exports', serializersSource(document))(module.exports);
  return module.exports['get'] ?? JSON.stringify;
}

describe('A generated writer', () => {
  test('writes every text, number and list as JSON.stringify does', () => {
    const item = {
      type: 'object',
      required: ['text', 'number', 'flag'],
      properties: {
        text: { type: ['string', 'null'] },
        number: { type: 'number' },
        flag: { type: 'boolean' },
        more: { type: 'array', items: { type: 'integer' } },
        any: {},
        counts: { type: 'object', additionalProperties: { type: 'integer' } },
      },
    };
    const write = writerOf({ type: 'array', items: item });
    const value = fc.record(
      {
        text: fc.option(fc.string({ unit: 'binary' })),
        number: fc.double(),
        flag: fc.boolean(),
        more: fc.array(fc.integer()),
        any: fc.jsonValue(),
        counts: fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true }),
      },
      { requiredKeys: ['text', 'number', 'flag'] },
    );

    fc.assert(
      fc.property(fc.array(value), (values) => {
        expect(JSON.parse(write(values))).toEqual(JSON.parse(JSON.stringify(values)));
      }),
    );
  });

  test('escapes what would end a text', () => {
    const write = writerOf({ type: 'string' });
    for (const text of ['"', '\\', '\n', '\u0000', '\ud800', '\u2028', '😀', '</script>'])
      expect(write(text)).toBe(JSON.stringify(text));
  });

  test('follows references to itself, and tells branches apart', () => {
    const reference = { $ref: '#/components/schemas/Node' };
    const write = writerOf(reference, {
      Node: {
        oneOf: [{ $ref: '#/components/schemas/Leaf' }, { $ref: '#/components/schemas/Pair' }],
        discriminator: { propertyName: 'kind' },
      },
      Leaf: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'leaf', type: 'string' } },
      },
      Pair: {
        type: 'object',
        required: ['kind', 'both'],
        properties: {
          kind: { const: 'pair', type: 'string' },
          both: { type: 'array', items: reference },
        },
      },
    });
    const leaf = { kind: 'leaf' };
    const tree = { kind: 'pair', both: [leaf, { kind: 'pair', both: [leaf] }] };

    expect(JSON.parse(write(tree))).toEqual(tree);
    expect(write({ kind: 'leaf', both: [1] })).toBe('{"kind":"leaf"}');
    expect(write({ kind: 'other', more: 1 })).toBe('{"kind":"other","more":1}');
  });

  test('writes a value of another type than declared as it is', () => {
    const write = writerOf({
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'integer' } },
    });

    expect([write({ n: 'x' }), write({ n: null }), write({}), write(null), write([1])]).toEqual([
      '{"n":"x"}',
      '{"n":null}',
      '{"n":null}',
      'null',
      '[1]',
    ]);
  });
});
