import { describe, expect, test } from 'vitest';
import { loadContract, type OpenApiDocument } from '../../src/http/operations.ts';
import { exampleFaults, examplesIn } from '../support/example-faults.ts';
import { exampleAnswer, exampleRequest } from '../support/examples.ts';

const { document, operations } = loadContract();

describe('The examples of the contract', () => {
  test('match their schemas', () => {
    expect(examplesIn(document).length).toBeGreaterThan(operations.length);
    expect(exampleFaults(document)).toEqual([]);
  });

  test.each(operations.map(({ id }) => id))('form a request and a response of %s', (id) => {
    const least = exampleRequest(id);
    const whole = exampleRequest(id, { optional: true });

    expect(least.path).not.toMatch(/[{}]/);
    expect(whole.path).toContain(least.path);
    expect(Object.keys(whole.headers)).toEqual(expect.arrayContaining(Object.keys(least.headers)));
    expect(exampleAnswer(id).status).toBe(
      operations.find((operation) => operation.id === id)?.status,
    );
  });
});

describe('exampleFaults', () => {
  const word = { type: 'string', maxLength: 3 };
  const wrong = { one: { value: 'fits not' }, two: { value: 'yes' } };

  test.each([
    [
      'a parameter',
      { get: { parameters: [{ name: 'a', schema: word, example: 7 }] } },
      '/paths/~1a/get/parameters/0/example',
    ],
    [
      'a request',
      {
        post: {
          requestBody: { content: { 'application/json': { schema: word, examples: wrong } } },
        },
      },
      '/paths/~1a/post/requestBody/content/application~1json/examples/one',
    ],
    [
      'a response',
      {
        get: {
          responses: { 200: { content: { 'application/json': { schema: word, example: null } } } },
        },
      },
      '/paths/~1a/get/responses/200/content/application~1json/example',
    ],
    [
      'a header',
      { get: { responses: { 200: { headers: { example: { schema: word, example: 'long' } } } } } },
      '/paths/~1a/get/responses/200/headers/example/example',
    ],
  ])('finds the fault in %s', (_, path, place) => {
    expect(exampleFaults(contract(path))).toEqual([expect.stringContaining(`${place}: `)]);
  });

  test('finds the fault in a schema, in a property with a confusing name, and in a reference', () => {
    const schemas = {
      Word: { ...word, examples: ['yes', 'fits not'] },
      Thing: {
        type: 'object',
        properties: { example: { type: 'integer', format: 'int32', examples: [2 ** 31] } },
      },
    };
    const parameters = {
      A: { name: 'a', in: 'query', schema: { $ref: '#/components/schemas/Word' }, example: 'long' },
    };

    expect(
      exampleFaults(contract({}, { schemas, parameters })).map((fault) => fault.split(': ')[0]),
    ).toEqual([
      '/components/schemas/Word/examples/1',
      '/components/schemas/Thing/properties/example/examples/0',
      '/components/parameters/A/example',
    ]);
  });
});

const contract = (path: object, components: Record<string, object> = {}): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: '', version: '' },
  paths: { '/a': { ...path } },
  components: Object.fromEntries(
    Object.entries(components).map(([name, part]) => [name, { ...part }]),
  ),
});
