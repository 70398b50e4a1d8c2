import {
  type Case,
  list,
  archive,
  sample,
  id,
  thing,
  member,
  request,
  field,
  schema,
} from './lint-places.ts';

/** Faults of names, schemas and responses, each with the rule that finds it. */
export const schemaCases: readonly Case[] = [
  [
    'rule/snake-case-properties',
    'a property in camelCase',
    [[...field, 'noteCount'], { title: 'It', type: 'integer', format: 'int64' }],
  ],
  [
    'rule/snake-case-properties',
    'a property in kebab-case',
    [[...field, 'note-count'], { title: 'It', type: 'integer', format: 'int64' }],
  ],
  [
    'rule/snake-case-parameters',
    'a query parameter in camelCase',
    [[...list, 'parameters', 0, 'name'], 'pageSize'],
  ],

  ['house/id-bounds', 'an id without minimum', [[...id, 'minimum']]],
  ['house/id-bounds', 'an id past 2^53-1', [[...id, 'maximum'], 2 ** 53]],
  [
    'house/id-bounds',
    'a nullable id without bounds',
    [[...member, 'parent_id'], { title: 'It', type: ['integer', 'null'], format: 'int64' }],
  ],
  [
    'house/id-bounds',
    'a branch without bounds',
    [[...member, 'parent_id', 'anyOf', 0], { title: 'It', type: 'integer', format: 'int64' }],
  ],
  [
    'house/id-bounds',
    'ids in a list without bounds',
    [[...member, 'label_ids', 'items'], { type: 'integer', format: 'int64' }],
  ],
  [
    'house/id-bounds',
    'a parameter without bounds',
    [[...archive, 'parameters', 0, 'schema'], { type: 'integer', format: 'int64' }],
  ],

  ['house/names', 'a boolean without is_', [[...field, 'ready'], { title: 'It', type: 'boolean' }]],
  [
    'house/names',
    "a version's number beside its workflow",
    [[...field, 'workflow_id'], { $ref: '#/components/schemas/Id' }],
    [[...field, 'version_number'], { $ref: '#/components/schemas/Id' }],
  ],
  [
    'house/names',
    'a length without its unit',
    [[...field, 'duration'], { title: 'It', type: 'number' }],
  ],
  [
    'house/names',
    'config_id in a body',
    [[...field, 'config_id'], { $ref: '#/components/schemas/Id' }],
  ],
  ['house/names', 'a period of its own', [[...list, 'parameters', 1, 'name'], 'since']],

  ['house/integer-formats', 'an id of 32 bits', [[...id, 'format'], 'int32']],
  [
    'house/integer-formats',
    'a count of 32 bits',
    [[...field, 'row_count'], { title: 'It', type: 'integer', minimum: 0, maximum: 9 }],
  ],
  [
    'house/integer-formats',
    'a count that may outgrow them',
    [[...list, 'parameters', 0, 'schema', 'maximum'], 2 ** 31],
  ],

  ['house/request-objects-closed', 'an open body', [[...request, 'additionalProperties']]],
  [
    'house/request-objects-closed',
    'a body that admits more',
    [[...request, 'additionalProperties'], true],
    [[...request, 'maxProperties'], 9],
    [[...request, 'x-max-bytes'], 99],
  ],
  [
    'house/request-objects-closed',
    'an open object in a list',
    [[...schema('Note'), 'additionalProperties']],
  ],
  [
    'house/request-objects-closed',
    'an open branch of a union',
    [[...schema('AllThings'), 'additionalProperties']],
  ],
  [
    'house/request-objects-closed',
    'an open composition',
    [[...schema('Extended'), 'unevaluatedProperties']],
  ],
  [
    'house/request-objects-closed',
    'a vague object',
    [[...schema('Settings'), 'additionalProperties']],
  ],
  [
    'house/request-objects-closed',
    'a shape that admits more where nothing is free-form',
    [
      [...schema('Settings'), 'properties'],
      { words: { title: 'It', type: 'integer', format: 'int64' } },
    ],
  ],

  ['house/request-strings-bounded', 'a string of any length', [[...field, 'reason', 'maxLength']]],
  [
    'house/request-strings-bounded',
    'null or a string of any length',
    [[...field, 'reason'], { title: 'It', type: ['string', 'null'] }],
  ],
  [
    'house/request-strings-bounded',
    'a list of such strings',
    [[...field, 'notes', 'items'], { type: 'string' }],
    [schema('Note')],
  ],
  [
    'house/request-strings-bounded',
    'such a query parameter',
    [[...list, 'parameters', 1, 'schema', 'maxLength']],
  ],

  [
    'house/request-strings-bounded',
    'a string with nothing but a pattern',
    [[...schema('Note'), 'properties', 'text', 'maxLength']],
  ],
  [
    'house/request-strings-bounded',
    'a string with nothing but a format',
    [[...field, 'timestamp', 'maxLength']],
  ],

  ['house/request-arrays-bounded', 'an array of any length', [[...field, 'notes', 'maxItems']]],
  [
    'house/request-arrays-bounded',
    'such an array in what is free-form',
    [[...schema('InitialContext'), 'properties', 'words', 'maxItems']],
  ],

  [
    'house/request-objects-bounded',
    'a free-form object of any size',
    [[...schema('Settings'), 'x-max-bytes']],
  ],
  [
    'house/request-objects-bounded',
    'one with any number of members',
    [[...schema('Settings'), 'maxProperties']],
  ],
  [
    'house/request-objects-bounded',
    'one within another with any number of members',
    [[...schema('InitialContext'), 'properties', 'more', 'maxProperties']],
  ],

  [
    'house/response-arrays-bounded',
    'a page of any length',
    [['components', 'schemas', 'ThingPage', 'properties', 'items', 'maxItems']],
  ],
  [
    'house/response-arrays-bounded',
    'such an array in an array',
    [[...member, 'label_ids', 'maxItems']],
  ],

  ...[
    'a',
    '^(a+)+$',
    '^a*a*$',
    '^(a|ab)*$',
    '^(\\s*,)*\\s*$',
    '^[a-z]*[0-9a-f]{4}$',
    '^(?=a)a$',
    '^(a)\\1$',
    '^(a{1,2})*$',
  ].map((pattern): Case => [
    'house/linear-patterns',
    pattern,
    [[...schema('Note'), 'properties', 'text', 'pattern'], pattern],
  ]),

  [
    'house/named-schemas',
    'an object without a name',
    [
      [...member, 'place'],
      {
        title: 'A',
        type: 'object',
        required: ['x'],
        properties: { x: { title: 'It', type: 'number' } },
      },
    ],
    [schema('Place')],
  ],
  [
    'house/named-schemas',
    'an enum without a name',
    [[...field, 'level'], { title: 'It', type: 'string', enum: ['low', 'high'] }],
    [schema('Level')],
  ],
  ...['NameIs', 'OfThings', 'NameInner', 'Name2', 'RetryConfig'].map((name): Case => [
    'house/plain-names',
    `a schema called ${name}`,
    [schema(name), { type: 'number' }],
    [[...member, 'name'], { $ref: `#/components/schemas/${name}` }],
  ]),
  [
    'house/distinct-names',
    'a schema with the name of a parameter',
    [schema('IdempotencyKey'), { type: 'string', maxLength: 9 }],
    [[...field, 'reason'], { $ref: '#/components/schemas/IdempotencyKey' }],
  ],
  [
    'house/distinct-names',
    'a schema with the name of a security scheme',
    [schema('Session'), { type: 'string', maxLength: 9 }],
    [[...field, 'reason'], { $ref: '#/components/schemas/Session' }],
  ],
  [
    'house/plain-references',
    'a default beside a reference',
    [[...field, 'level'], { $ref: '#/components/schemas/Level', default: 'low' }],
  ],
  [
    'house/file-lengths',
    'a file with a greatest length',
    [[...sample, 'requestBody', 'content', 'audio/wav', 'schema', 'maxLength'], 9],
  ],
  ...['NewThing', 'NullableThing'].map((name): Case => [
    'house/derived-names',
    `an object called ${name} beside Thing`,
    [
      schema(name),
      { type: 'object', required: ['a'], properties: { a: { title: 'It', type: 'string' } } },
    ],
    [[...member, 'name'], { $ref: `#/components/schemas/${name}` }],
  ]),
  [
    'house/derived-names',
    'null or an object, called NullableThing',
    [
      schema('NullableThing'),
      { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
    ],
    [[...member, 'name'], { $ref: '#/components/schemas/NullableThing' }],
  ],
  [
    'house/form-fields',
    'a composed field of a form',
    [
      schema('Form'),
      {
        type: 'object',
        additionalProperties: false,
        properties: { level: { $ref: '#/components/schemas/Level', description: 'How high.' } },
      },
    ],
    [
      [...sample, 'requestBody', 'content'],
      {
        'multipart/form-data': {
          schema: { $ref: '#/components/schemas/Form' },
          example: { level: 'low' },
        },
      },
    ],
  ],
  [
    'house/nulls',
    'an object that may be null',
    [[...member, 'name'], { title: 'It', type: ['object', 'null'], additionalProperties: true }],
  ],
  ['house/nulls', 'the type null alone', [[...field, 'nothing'], { title: 'It', type: 'null' }]],
  [
    'house/nulls',
    'null in an enum',
    [schema('Level'), { type: ['string', 'null'], enum: ['low', null] }],
  ],
  [
    'house/discriminated-unions',
    'a union without a discriminator',
    [[...schema('Target'), 'discriminator']],
  ],
  [
    'house/discriminated-unions',
    'a branch whose kind is no const',
    [[...schema('ThingRestoredEvent'), 'properties', 'event'], { title: 'It', type: 'string' }],
  ],
  [
    'house/binary-bodies',
    'a body of bytes that is a text',
    [[...sample, 'requestBody', 'content', 'audio/wav', 'schema', 'format']],
  ],
  [
    'house/stream-data',
    'an envelope',
    [[...schema('ThingLostEvent'), 'properties', 'data'], { title: 'It', type: 'string' }],
    [[...schema('ThingLostEvent'), 'required', 1], 'data'],
  ],
  [
    'rule/webhook-tag',
    "a webhook with an operation's tag",
    [['webhooks', 'thing_archived', 'post', 'tags'], ['stories']],
  ],
  ['house/response-properties-required', 'an optional property', [[...thing, 'required', 2]]],
  [
    'house/response-properties-required',
    'one of a nested object',
    [[...schema('Place'), 'required']],
  ],
];
