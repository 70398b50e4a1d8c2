import {
  type Case,
  type Edit,
  list,
  listed,
  listedBody,
  archive,
  archiveBody,
  got,
  deletion,
  sample,
  shared,
  member,
  page,
  pages,
} from './lint-places.ts';

const operators = {
  get: {
    operationId: 'listAllThings',
    tags: ['admin'],
    'x-audience': 'operator',
    summary: 'List all things',
    description: 'Those of all organizations.',
    security: [{ session: ['super_admin'] }],
    responses: {
      204: { description: 'None.' },
      401: { $ref: '#/components/responses/Unauthorized' },
      403: { $ref: '#/components/responses/Refused' },
      429: { $ref: '#/components/responses/Later' },
      500: { $ref: '#/components/responses/Refused' },
      503: { $ref: '#/components/responses/Later' },
    },
  },
};

/** What removes the ETag of the GET, and leaves one change of its object audited. */
const untagged = (other: readonly string[]): readonly Edit[] => [
  [[...got, 'responses', '304']],
  [[...archive, 'parameters', 1]],
  [[...deletion, 'parameters']],
  [['components', 'parameters', 'IfMatch']],
  [[...other, 'x-audit']],
  [[...other, 'x-not-audited'], 'Nobody asks.'],
];

/** Faults of paths and operations, each with the rule that finds it. */
export const operationCases: readonly Case[] = [
  [
    'struct',
    'a schema that is true',
    [[...listedBody, 'schema'], true],
    [['components', 'schemas', 'ThingPage']],
  ],
  ['struct', 'nullable', [[...member, 'name', 'nullable'], true]],
  ['operation-summary', 'no summary', [[...list, 'summary']]],
  ['operation-description', 'no description', [[...list, 'description']]],
  [
    'no-invalid-media-type-examples',
    'an example that does not fit',
    [[...archiveBody, 'example', 'reason'], 7],
  ],
  [
    'no-invalid-media-type-examples',
    'an example with more',
    [[...archiveBody, 'example', 'more'], 7],
  ],

  ['rule/path-prefix', 'a path without the prefix', [['paths', '/status'], {}]],
  ['rule/path-prefix', 'a path of another version', [['paths', '/api/v2/things'], {}]],

  ['rule/operation-id-form', 'an unknown verb', [[...list, 'operationId'], 'fetchThings']],
  ['rule/operation-id-form', 'a noun alone', [[...list, 'operationId'], 'things']],
  ['rule/operation-id-form', 'a verb that goes on', [[...list, 'operationId'], 'listenThings']],
  ['rule/operation-id-form', 'snake case', [[...list, 'operationId'], 'list_things']],
  ['rule/operation-id-form', 'capitals in a row', [[...list, 'operationId'], 'listTHINGS']],

  [
    'house/path-verbs',
    'a verb of a path that its operation does not have',
    [[...archive, 'operationId'], 'cancelThing'],
    [['paths', '/healthz', 'get', 'operationId'], 'archiveHealth'],
  ],

  [
    'rule/no-body-of-delete',
    'a DELETE with a body',
    [
      [...deletion, 'requestBody'],
      { content: { 'application/json': { schema: { type: 'boolean' }, example: true } } },
    ],
    [[...deletion, 'responses', '413'], { $ref: '#/components/responses/Refused' }],
    [[...deletion, 'responses', '415'], { $ref: '#/components/responses/Refused' }],
  ],

  ['rule/one-known-tag', 'no tag', [[...list, 'tags'], []]],
  [
    'rule/one-known-tag',
    'two tags',
    [
      [...list, 'tags'],
      ['stories', 'platform'],
    ],
  ],
  ['rule/one-known-tag', "the webhooks' tag", [[...list, 'tags'], ['webhook-events']]],
  ['operation-tag-defined', 'a tag that is not defined', [[...list, 'tags'], ['misc']]],
  [
    'house/tag-groups',
    'a tag of no group',
    [['tags', 4], { name: 'misc', description: 'All sorts.' }],
  ],
  [
    'house/tag-groups',
    'a tag of two groups',
    [
      ['x-tagGroups', 0, 'tags'],
      ['stories', 'platform'],
    ],
  ],
  [
    'house/tag-groups',
    'a group of a tag that is not defined',
    [['x-tagGroups', 0, 'tags', 1], 'misc'],
  ],

  ['house/audiences', 'no audience', [[...list, 'x-audience']]],
  ['house/audiences', 'an unknown audience', [[...list, 'x-audience'], 'partner']],
  ['house/audiences', "an audience that is not its tag's", [[...list, 'x-audience'], 'carrier']],
  [
    'house/audiences',
    'what super admins do, for clients',
    [[...archive, 'security'], [{ session: ['super_admin'] }]],
    [[...archive, 'x-roles']],
  ],
  ['house/audiences', 'what carriers send, for clients', [[...list, 'x-rate-limit'], 'carrier']],

  [
    'rule/explicit-security',
    'security left to the root',
    [[...list, 'security']],
    [['security'], [{ session: [] }]],
  ],

  ['house/deprecations', 'deprecated without dates', [[...list, 'deprecated'], true]],
  [
    'house/deprecations',
    'a deprecated parameter without a successor',
    [[...list, 'parameters', 0, 'deprecated'], true],
  ],
  [
    'house/deprecations',
    'a successor of a parameter that stays',
    [[...list, 'parameters', 0, 'x-successor'], 'cursor'],
  ],
  [
    'house/deprecations',
    'removed too early',
    [[...list, 'deprecated'], true],
    [
      [...list, 'x-deprecation'],
      { since: '2026-01-01', sunset: '2026-02-01', successor: 'getThing' },
    ],
  ],
  [
    'house/deprecations',
    'an unknown successor',
    [[...list, 'deprecated'], true],
    [[...list, 'x-deprecation'], { since: '2026-01-01', sunset: '2026-12-01', successor: 'getIt' }],
  ],
  [
    'house/deprecations',
    'dates of what stays',
    [
      [...list, 'x-deprecation'],
      { since: '2026-01-01', sunset: '2026-12-01', successor: 'getThing' },
    ],
  ],

  [
    'house/one-success',
    'a second success',
    [[...list, 'responses', '204'], { $ref: '#/components/responses/Refused' }],
  ],

  [
    'rule/located',
    'something not done yet without its place',
    [
      [...archive, 'responses', '202'],
      { description: 'Later.', headers: { ETag: { $ref: '#/components/headers/ETag' } } },
    ],
    [[...archive, 'responses', '200']],
  ],
  [
    'rule/located-nowhere',
    'an exception that has a place',
    [[...archive, 'operationId'], 'requestPasswordReset'],
    [
      [...archive, 'responses', '202'],
      {
        description: 'Later.',
        headers: { ETag: { $ref: '#/components/headers/ETag' } },
        'x-location': '/api/v1/things',
      },
    ],
    [[...archive, 'responses', '200']],
  ],

  [
    'rule/replica-writes-nothing',
    'an operation of a replica that leaves an audit event',
    [[...archive, 'x-replica'], true],
  ],
  ['rule/delete-removes', 'a DELETE by another name', [[...deletion, 'operationId'], 'markThing']],
  [
    'rule/revoke-shows',
    'a revocation that does not show what it revoked',
    [[...list, 'operationId'], 'revokeThings'],
    [[...list, 'responses', '204'], { description: 'Revoked.' }],
    [listed],
    [['components', 'schemas', 'ThingPage']],
  ],

  [
    'rule/as-admin-alone',
    "an operator's name for everybody",
    [[...list, 'operationId'], 'listThingsAsAdmin'],
  ],
  [
    'rule/as-admin',
    "everybody's name for an operator",
    [['paths', '/api/v1/admin/things'], operators],
  ],

  ['house/problem-codes', 'a problem without codes', [[...shared, 'Refused', 'x-problem-codes']]],
  ['house/problem-codes', 'no code', [[...shared, 'Refused', 'x-problem-codes'], []]],
  [
    'house/problem-codes',
    'a code that is not described',
    [[...shared, 'Refused', 'x-problem-codes', 0], 'who_knows'],
  ],

  ['rule/examples', 'a request without an example', [[...archiveBody, 'example']]],
  ['house/lists', 'a list without cursor', [[...pages, 'parameters', 1]]],
  ['house/lists', 'a list without limit', [[...pages, 'parameters', 0]]],
  ['house/lists', 'a list with limit in a header', [[...pages, 'parameters', 0, 'in'], 'header']],
  [
    'house/lists',
    'a page without a cursor',
    [[...page, 'properties', 'next_cursor']],
    [[...page, 'required'], ['items']],
    [[...pages, 'responses', '200', 'content', 'application/json', 'example'], { items: [] }],
  ],
  [
    'house/lists',
    'a page whose items are no array',
    [[...page, 'properties', 'items'], { title: 'It', type: 'string' }],
    [
      [...pages, 'responses', '200', 'content', 'application/json', 'example'],
      { items: '', next_cursor: null },
    ],
  ],
  [
    'house/lists',
    'a list that shows nothing',
    [[...pages, 'responses', '200'], { description: 'None.' }],
    [page],
  ],
  ['house/lists', 'an exception that is needed no more', [[...pages, 'operationId'], 'listLids']],
  ['rule/examples', 'a success without an example', [[...listedBody, 'example']]],
  [
    'rule/no-empty-examples',
    'no example among examples',
    [[...listedBody, 'example']],
    [[...listedBody, 'examples'], {}],
  ],

  [
    'house/idempotency-key',
    'a POST without the key',
    [[...archive, 'parameters', 2]],
    [['components', 'parameters', 'IdempotencyKey']],
  ],
  [
    'house/idempotency-key',
    'a POST with a key of its own',
    [
      [...archive, 'parameters', 2],
      { name: 'Idempotency-Key', in: 'header', description: 'Own.', schema: { const: '1' } },
    ],
    [['components', 'parameters', 'IdempotencyKey']],
  ],
  ['house/idempotency-key', 'a POST without 409', [[...archive, 'responses', '409']]],

  ['rule/audited', 'a change that leaves no event', [[...archive, 'x-audit']]],
  ['rule/audit-action', 'an event without a subject', [[...archive, 'x-audit'], 'archived']],
  ['rule/audited', 'an event and a reason for none', [[...archive, 'x-not-audited'], 'So.']],
  [
    'rule/not-audited-because',
    'a reason that is no sentence',
    [[...archive, 'x-audit']],
    [[...archive, 'x-not-audited'], ''],
  ],
  [
    'rule/get-changes-nothing',
    'a GET that says why it leaves no event',
    [[...list, 'x-not-audited'], 'It reads.'],
  ],
  [
    'rule/get-exports',
    'a GET that leaves an event and exports nothing',
    [[...list, 'x-audit'], 'thing.listed'],
  ],

  ['house/preconditions', 'a GET with an ETag and without 304', [[...got, 'responses', '304']]],
  [
    'house/preconditions',
    'a GET with 304 and without an ETag',
    [[...list, 'responses', '304'], { description: 'As they were.' }],
  ],
  ['house/preconditions', 'a DELETE without If-Match', [[...deletion, 'parameters']]],
  ['house/preconditions', 'a transition without If-Match', [[...archive, 'parameters', 1]]],
  [
    'house/preconditions',
    'If-Match where no GET shows an ETag',
    [[...sample, 'parameters'], [{ $ref: '#/components/parameters/IfMatch' }]],
    [[...sample, 'responses', '412'], { $ref: '#/components/responses/Refused' }],
    [[...sample, 'responses', '200', 'headers'], { ETag: { $ref: '#/components/headers/ETag' } }],
  ],
  [
    'house/preconditions',
    'a change that keeps the new ETag to itself',
    [[...archive, 'responses', '200', 'headers']],
  ],
  [
    'house/preconditions',
    'a PUT of what has no ETag',
    [[...sample, 'operationId'], 'updateSampleRate'],
  ],
  [
    'house/preconditions',
    'a DELETE of what has no ETag',
    [[...got, 'responses', '200', 'headers']],
    ...untagged(archive),
  ],
  [
    'house/preconditions',
    'a transition of what has no ETag',
    [[...got, 'responses', '200', 'headers']],
    ...untagged(deletion),
  ],
  [
    'house/preconditions',
    'an exception that needs none',
    [[...archive, 'operationId'], 'updateSample'],
    [['paths', '/api/v1/things/{thing_id}/sample']],
  ],
  [
    'house/preconditions',
    'a PUT of a part without If-Match',
    [[...sample, 'operationId'], 'setSample'],
    [[...sample, 'x-not-audited']],
    [[...sample, 'x-audit'], 'thing.updated'],
  ],

  ['house/no-boolean-schemas', 'a property that is true', [[...member, 'name'], true]],
  ['house/no-boolean-schemas', 'items that are false', [[...member, 'label_ids', 'items'], false]],
];
