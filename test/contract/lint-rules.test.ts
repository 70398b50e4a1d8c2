import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

/** A member of the contract and its replacement; without a value the member is removed. */
type Edit = readonly [path: readonly (string | number)[], value?: unknown];
type Case = readonly [rule: string, fault: string, edit: Edit, ...further: Edit[]];

const root = fileURLToPath(new URL('../..', import.meta.url));
const list = ['paths', '/api/v1/things', 'get'];
const listed = [...list, 'responses', '200'];
const listedBody = [...listed, 'content', 'application/json'];
const archive = ['paths', '/api/v1/things/{thing_id}/archive', 'post'];
const archiveBody = [...archive, 'requestBody', 'content', 'application/json'];
const got = ['paths', '/api/v1/things/{thing_id}', 'get'];
const deletion = ['paths', '/api/v1/things/{thing_id}', 'delete'];
const sample = ['paths', '/api/v1/things/{thing_id}/sample', 'put'];
const shared = ['components', 'responses'];
const id = ['components', 'schemas', 'Id'];
const thing = ['components', 'schemas', 'Thing'];
const member = [...thing, 'properties'];
const request = ['components', 'schemas', 'ArchiveRequest'];
const field = [...request, 'properties'];
const schema = (name: string) => ['components', 'schemas', name];

const cases: readonly Case[] = [
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

  ['house/path-prefix', 'a path without the prefix', [['paths', '/status'], {}]],
  ['house/path-prefix', 'a path of another version', [['paths', '/api/v2/things'], {}]],

  ['house/operation-id-form', 'an unknown verb', [[...list, 'operationId'], 'fetchThings']],
  ['house/operation-id-form', 'a noun alone', [[...list, 'operationId'], 'things']],
  ['house/operation-id-form', 'a verb that goes on', [[...list, 'operationId'], 'listenThings']],
  ['house/operation-id-form', 'snake case', [[...list, 'operationId'], 'list_things']],
  ['house/operation-id-form', 'capitals in a row', [[...list, 'operationId'], 'listTHINGS']],

  ['house/one-known-tag', 'no tag', [[...list, 'tags'], []]],
  [
    'house/one-known-tag',
    'two tags',
    [
      [...list, 'tags'],
      ['voice', 'platform'],
    ],
  ],
  [
    'house/one-known-tag',
    'a tag that is no area',
    [[...list, 'tags'], ['misc']],
    [['tags', 3], { name: 'misc', description: 'All sorts.' }],
  ],

  [
    'house/explicit-security',
    'security left to the root',
    [[...list, 'security']],
    [['security'], [{ session: [] }]],
  ],

  [
    'house/one-success',
    'a second success',
    [[...list, 'responses', '204'], { $ref: '#/components/responses/Refused' }],
  ],

  ['house/scopes', 'a key without a scope', [[...list, 'x-scope']]],
  ['house/scopes', 'a scope that is no text', [[...list, 'x-scope'], ['read']]],
  ['house/scopes', 'a GET that needs more than read', [[...list, 'x-scope'], 'voice:write']],
  ['house/scopes', 'a change with read', [[...sample, 'x-scope'], 'read']],
  ['house/scopes', "a change with another tag's scope", [[...sample, 'x-scope'], 'webhooks:write']],
  ['house/scopes', 'an unknown scope', [[...sample, 'x-scope'], 'voice:writ']],
  ['house/scopes', 'a scope where sessions alone are accepted', [[...archive, 'x-scope'], 'read']],
  ['house/scopes', 'a scope for anyone', [['paths', '/healthz', 'get', 'x-scope'], 'read']],
  ['house/scopes', 'a key that changes what is for sessions', [[...sample, 'tags'], ['platform']]],
  [
    'house/scopes',
    'audit events for those who may read',
    [['paths', '/api/v1/audit-events', 'get', 'x-scope'], 'read'],
  ],

  ['house/statuses', 'no 401 where a key is accepted', [[...list, 'responses', '401']]],
  ['house/statuses', 'no 401 where a session is needed', [[...archive, 'responses', '401']]],
  ['house/statuses', 'no 403 where a key is accepted', [[...list, 'responses', '403']]],
  ['house/statuses', 'no 403 where a session is needed', [[...archive, 'responses', '403']]],
  [
    'house/statuses',
    'no 403 for super admins',
    [[...archive, 'responses', '403']],
    [[...archive, 'security'], [{ session: ['super_admin'] }]],
  ],
  ['house/statuses', 'no 404 below a path parameter', [[...archive, 'responses', '404']]],
  ['house/statuses', 'no 412 beside If-Match', [[...archive, 'responses', '412']]],
  ['house/statuses', 'no 413 for a body', [[...archive, 'responses', '413']]],
  ['house/statuses', 'no 415 for a body', [[...archive, 'responses', '415']]],
  ['house/statuses', 'no 422 for a query', [[...list, 'responses', '422']]],
  [
    'house/statuses',
    'no 422 for a parameter of the whole path',
    [[...sample, 'responses', '422']],
    [[...sample, 'requestBody']],
  ],
  ['house/statuses', 'no 429', [[...list, 'responses', '429']]],
  ['house/statuses', 'no 500', [[...list, 'responses', '500']]],
  ['house/statuses', 'no 503', [[...list, 'responses', '503']]],

  ['house/problem-codes', 'a problem without codes', [[...shared, 'Refused', 'x-problem-codes']]],
  ['house/problem-codes', 'no code', [[...shared, 'Refused', 'x-problem-codes'], []]],
  [
    'house/problem-codes',
    'a code that is not described',
    [[...shared, 'Refused', 'x-problem-codes', 0], 'who_knows'],
  ],

  ['house/examples', 'a request without an example', [[...archiveBody, 'example']]],
  ['house/examples', 'a success without an example', [[...listedBody, 'example']]],
  [
    'house/examples',
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

  ['house/audited', 'a change that leaves no event', [[...archive, 'x-audit']]],
  ['house/audited', 'an event without a subject', [[...archive, 'x-audit'], 'archived']],
  ['house/audited', 'an event and a reason for none', [[...archive, 'x-not-audited'], 'So.']],
  [
    'house/audited',
    'a reason that is no sentence',
    [[...archive, 'x-audit']],
    [[...archive, 'x-not-audited'], ''],
  ],
  ['house/audited', 'a GET that leaves an event', [[...list, 'x-audit'], 'thing.listed']],

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

  ['house/no-boolean-schemas', 'a property that is true', [[...member, 'name'], true]],
  ['house/no-boolean-schemas', 'items that are false', [[...member, 'label_ids', 'items'], false]],

  [
    'house/snake-case-names',
    'a property in camelCase',
    [[...field, 'noteCount'], { type: 'integer' }],
  ],
  [
    'house/snake-case-names',
    'a property in kebab-case',
    [[...field, 'note-count'], { type: 'integer' }],
  ],
  [
    'house/snake-case-names',
    'a query parameter in camelCase',
    [[...list, 'parameters', 0, 'name'], 'pageSize'],
  ],

  ['house/id-bounds', 'an id without minimum', [[...id, 'minimum']]],
  ['house/id-bounds', 'an id past 2^53-1', [[...id, 'maximum'], 2 ** 53]],
  [
    'house/id-bounds',
    'a nullable id without bounds',
    [[...member, 'parent_id'], { type: ['integer', 'null'] }],
  ],
  [
    'house/id-bounds',
    'a branch without bounds',
    [[...member, 'parent_id', 'anyOf', 0], { type: 'integer' }],
  ],
  [
    'house/id-bounds',
    'ids in a list without bounds',
    [[...member, 'label_ids', 'items'], { type: 'integer' }],
  ],
  [
    'house/id-bounds',
    'a parameter without bounds',
    [[...archive, 'parameters', 0, 'schema'], { type: 'integer' }],
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
    [[...schema('Settings'), 'properties'], { words: { type: 'integer' } }],
  ],

  ['house/request-strings-bounded', 'a string of any length', [[...field, 'reason', 'maxLength']]],
  [
    'house/request-strings-bounded',
    'null or a string of any length',
    [[...field, 'reason'], { type: ['string', 'null'] }],
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
      { type: 'object', required: ['x'], properties: { x: { type: 'number' } } },
    ],
    [schema('Place')],
  ],
  [
    'house/named-schemas',
    'an enum without a name',
    [[...field, 'level'], { type: 'string', enum: ['low', 'high'] }],
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
  ['house/nulls', 'the type null alone', [[...field, 'nothing'], { type: 'null' }]],
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
    [[...schema('ThingRestoredEvent'), 'properties', 'event'], { type: 'string' }],
  ],
  [
    'house/binary-bodies',
    'a body of bytes that is a text',
    [[...sample, 'requestBody', 'content', 'audio/wav', 'schema', 'format']],
  ],
  [
    'house/stream-data',
    'an envelope',
    [[...schema('ThingLostEvent'), 'properties', 'data'], { type: 'string' }],
    [[...schema('ThingLostEvent'), 'required', 1], 'data'],
  ],
  [
    'house/webhook-tag',
    "a webhook with an area's tag",
    [['webhooks', 'thing_archived', 'post', 'tags'], ['voice']],
  ],
  ['house/response-properties-required', 'an optional property', [[...thing, 'required', 2]]],
  [
    'house/response-properties-required',
    'one of a nested object',
    [[...schema('Place'), 'required']],
  ],
];

let directory = '';
let findings = new Map<string, string[]>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lint-rules-'));
  const sound = await readFile(new URL('sound-contract.yaml', import.meta.url), 'utf8');
  const contracts = [
    ['sound', []] as const,
    ...cases.map(([, , ...edits], index) => [String(index), edits] as const),
  ];
  for (const [name, edits] of contracts) {
    // Converted through JSON, so that an edit of one alias does not affect the others.
    const contract: unknown = JSON.parse(JSON.stringify(parse(sound)));
    for (const edit of edits) apply(contract, edit);
    await writeFile(join(directory, `${name}.json`), JSON.stringify(contract));
  }
  await writeFile(
    join(directory, 'redocly.yaml'),
    `extends: [${join(root, 'openapi/redocly.yaml')}]
rules:
  house/idempotency-key: { severity: error, parameter: IdempotencyKey }
  house/preconditions: { severity: error, except: [updateSample] }`,
  );
  findings = await lint(contracts.map(([name]) => join(directory, `${name}.json`)));
});
afterAll(() => rm(directory, { recursive: true }));

test('The linter finds nothing in a valid contract', () => {
  expect(findings.get('sound.json') ?? []).toEqual([]);
});

test.each(cases.map(([rule, fault], index) => ({ rule, fault, index })))(
  '$rule finds $fault',
  ({ rule, index }) => {
    expect(findings.get(`${index}.json`)).toEqual([rule]);
  },
);

function apply(contract: unknown, [path, value]: Edit): void {
  const last = path.at(-1) ?? '';
  let holder = contract;
  for (const key of path.slice(0, -1)) holder = isObject(holder) ? holder[key] : undefined;
  if (!isObject(holder)) throw new Error(`The sound contract has no ${path.join(' / ')}.`);
  if (value !== undefined) holder[last] = value;
  else if (!(last in holder)) throw new Error(`The sound contract has no ${path.join(' / ')}.`);
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

interface Problem {
  readonly ruleId: string;
  readonly location: readonly { readonly source: { readonly ref: string } }[];
}

/** The ids of the rules that each file violates: one run of the linter for all, because each start is slow. */
async function lint(files: string[]): Promise<Map<string, string[]>> {
  const output = await run([
    'lint',
    '--format=json',
    '--config',
    join(directory, 'redocly.yaml'),
    ...files,
  ]);
  const reports = JSON.parse(`[${output.replaceAll(/^\}\{$/gm, '},{')}]`) as {
    problems: Problem[];
  }[];
  const rules = new Map<string, Set<string>>(files.map((file) => [basename(file), new Set()]));
  for (const { ruleId, location } of reports.flatMap((report) => report.problems)) {
    rules.get(basename(location[0]?.source.ref ?? ''))?.add(ruleId);
  }
  return new Map([...rules].map(([file, ids]) => [file, [...ids]]));
}

function run(args: string[]): Promise<string> {
  const command = join(root, 'node_modules/.bin/redocly');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    execFile(command, args, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      stdout === '' ? reject(new Error(stderr, { cause: error })) : resolve(stdout),
    );
  });
}
