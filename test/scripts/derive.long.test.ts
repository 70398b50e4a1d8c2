import { expect, test } from 'vitest';
import {
  anyFileLength,
  closedUnions,
  derive,
  eventsAsSchemas,
  firstBodyType,
} from '../../scripts/sdks/derive.ts';

const contract = {
  paths: {
    '/things': {
      post: {
        responses: { 201: { description: 'It was created.' } },
        requestBody: {
          required: true,
          content: {
            'text/csv': { schema: { type: 'string', format: 'binary', maxLength: 9 } },
            'application/json': { schema: { type: 'object' } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Name: { type: 'string', maxLength: 9 },
      Thing: {
        discriminator: { propertyName: 'kind' },
        anyOf: [{ $ref: '#/components/schemas/A' }],
        example: { discriminator: 1, anyOf: 2 },
      },
      Nullable: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] },
    },
  },
};

test('firstBodyType keeps the first type of a body alone', () => {
  const { post } = (derive(contract, firstBodyType) as typeof contract).paths['/things'];

  expect(post.requestBody).toEqual({
    required: true,
    content: { 'text/csv': contract.paths['/things'].post.requestBody.content['text/csv'] },
  });
});

test('eventsAsSchemas leaves out the webhooks', () => {
  const document = { openapi: '3.1.0', webhooks: { ended: {} }, ...contract };

  expect(derive(document, eventsAsSchemas)).toEqual({ openapi: '3.1.0', ...contract });
});

test('closedUnions closes unions with a discriminator, and leaves examples as they are', () => {
  const { schemas } = (derive(contract, closedUnions) as typeof contract).components;

  expect(schemas).toEqual({
    Name: contract.components.schemas.Name,
    Thing: {
      discriminator: { propertyName: 'kind' },
      oneOf: [{ $ref: '#/components/schemas/A' }],
      example: { discriminator: 1, anyOf: 2 },
    },
    Nullable: contract.components.schemas.Nullable,
  });
});

test('anyFileLength leaves out the length of files alone', () => {
  const { paths, components } = derive(contract, anyFileLength) as typeof contract;

  expect(paths['/things'].post.requestBody.content['text/csv'].schema).toEqual({
    type: 'string',
    format: 'binary',
  });
  expect(components).toEqual(contract.components);
});

test('derive leaves the contract as it is', () => {
  const before = JSON.stringify(contract);

  derive(contract, firstBodyType, closedUnions, anyFileLength);

  expect(JSON.stringify(contract)).toBe(before);
});
