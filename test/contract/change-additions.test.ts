import { expect, test } from 'vitest';
import { unwrittenAdditions } from '../../scripts/contract-diff/additions.ts';
import { published, type Step } from './change-gate/editing.ts';

const base = published();
const missing = (steps: readonly Step[], ...entries: string[]): string[] =>
  unwrittenAdditions(
    { base, revision: published(steps) },
    ['# 0.2.0 (not released)', ...entries].join('\n\n'),
  ).map((sentence) => sentence.replace('openapi/released/next.md has no entry for ', ''));

const response = { responses: { '204': { description: 'Done.' } } };
const lids: Step = ['set', 'paths /api/v1/lids', { get: { operationId: 'listLids', ...response } }];
const size: Step = [
  'add',
  'list parameters',
  { name: 'size', in: 'query', schema: { type: 'string' } },
];
const note: Step = ['set', 'schema CreateThingRequest properties note', { type: 'string' }];

test.each<[string, Step[], string, string]>([
  [
    'an operation on a new path',
    [lids],
    'the added operation listLids: a line that names `listLids`.',
    '- `listLids` lists lids.',
  ],
  [
    'an operation on a path that was there',
    [['set', 'paths /api/v1/things put', { operationId: 'replaceThings', ...response }]],
    'the added operation replaceThings: a line that names `replaceThings`.',
    '- All things are replaced (`replaceThings`).',
  ],
  [
    'an operation that is in the place of another',
    [['set', 'list operationId', 'listAllThings']],
    'the added operation listAllThings: a line that names `listAllThings`.',
    '- `listThings` is `listAllThings`.',
  ],
  [
    'an event',
    [['set', 'webhooks thing_closed', { post: response }]],
    'the added event thing_closed: a line that names `thing_closed`.',
    '- `thing_closed` is sent.',
  ],
  [
    'a parameter',
    [size],
    'the parameter size of listThings: a line that names `size` and `listThings`.',
    '- `listThings?size=7` has the size.',
  ],
  [
    'a member of a request',
    [note],
    'the member note of CreateThingRequest: a line that names `note` and `CreateThingRequest`.',
    '- `createThing` takes a `note`.',
  ],
  [
    'a member of an answer, by the name of its schema',
    [['set', 'schema Thing properties note', { type: 'string' }]],
    'the member note of Thing: a line that names `note` and `Thing`.',
    '- `Thing.note` is new.',
  ],
])('The change gate requires an entry for %s', (_, steps, fault, entry) => {
  expect(missing(steps)).toEqual([fault]);
  // A word of the text, or an entry about something else, is none.
  expect(missing(steps, entry.replaceAll('`', ''), '- `note`, `size`.', entry.slice(2))).toEqual([
    fault,
  ]);
  expect(missing(steps, entry)).toEqual([]);
});

test('The change gate requires no entry for what was there, and none for texts and headers', () => {
  expect(missing([])).toEqual([]);
  expect(
    missing([
      ['set', 'list description', 'All.'],
      ['add', 'update parameters', { $ref: '#/components/parameters/IdempotencyKey' }],
      ['remove', 'schema Thing properties name'],
      ['set', 'schema Unused', { type: 'object', properties: { note: { type: 'string' } } }],
    ]),
  ).toEqual([]);
});

test('The change gate requires each of several names', () => {
  const faults = missing([lids, size, note], '- `listLids` and `createThing` take a `note`.');

  expect(faults).toEqual([
    'the parameter size of listThings: a line that names `size` and `listThings`.',
  ]);
});
