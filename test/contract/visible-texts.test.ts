import { describe, expect, test } from 'vitest';
import { loadContract, resolve, type Schema } from '../../src/http/operations.ts';
import { bodyFaults } from '../../src/http/validate.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { exampleRequest } from '../support/examples.ts';

const { document, operations } = loadContract();

type Members = Readonly<Record<string, Schema>>;
type Place = readonly string[];

/** Secrets and bodies in which a text is one of several kinds of values have rules of their own. */
const isText = (schema: Schema): boolean =>
  [schema['type']].flat().includes('string') &&
  Number(schema['minLength'] ?? 0) > 0 &&
  schema['writeOnly'] !== true &&
  schema['format'] === undefined &&
  schema['enum'] === undefined;

/** The members of an example, and those of its objects that it leaves out, that are texts and must not be empty. */
function textsOf(schema: Schema, value: unknown, place: Place = []): [Place, number][] {
  const node = resolve<Schema>(document, schema);
  if (place.length > 6) return [];
  if (isText(node)) return [[place, Number(node['minLength'])]];
  if (node['discriminator'] !== undefined) return [];
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((each) => (node[each] ?? []) as Schema[]);
  const properties = Object.entries((node['properties'] ?? {}) as Members);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return [
    ...branches.flatMap((branch) => textsOf(branch, value, place)),
    ...(isObject || place.length === 0
      ? properties.flatMap(([name, member]) =>
          textsOf(member, (value as Record<string, unknown> | undefined)?.[name], [...place, name]),
        )
      : []),
  ];
}

/** The value with another one at a place. */
function withText(value: unknown, [name, ...rest]: Place, text: string): unknown {
  if (name === undefined) return text;
  const object = (value ?? {}) as Record<string, unknown>;
  return { ...object, [name]: withText(object[name], rest, text) };
}

const bodies = operations.flatMap(({ id, bodySchema, rawBody, body }) => {
  if (!bodySchema || rawBody || body?.isStream) return [];
  const example = exampleRequest(id).body;
  return textsOf(bodySchema, example).map(([place, length]) => ({ id, example, place, length }));
});

/** Spaces, U+200B, tabs and line breaks, marks of direction, fillers, the blank of Braille, and several at once. */
const blanks = [
  ' ',
  '\u200b',
  '\t\n',
  '\u202e\u2066',
  '\u3164',
  '\u2800',
  '\u00ad',
  '\ufe0f \u00a0',
];

const faultsAt = (id: string, body: unknown, place: Place) =>
  bodyFaults(id as OperationId, body).filter(
    ({ loc }) => loc.join('/') === ['body', ...place].join('/'),
  );

describe('A text that must not be empty', () => {
  test('is refused at its place in every operation if nothing of it is visible', () => {
    const accepted = bodies.flatMap(({ id, example, place, length }) =>
      blanks.flatMap((blank) => {
        const text = blank.repeat(length);
        const faults = faultsAt(id, withText(example, place, text), place);
        return faults.length > 0 ? [] : [`${id} ${place.join('.')} ${JSON.stringify(blank)}`];
      }),
    );

    expect(bodies.length).toBeGreaterThan(100);
    expect(accepted).toEqual([]);
  });

  test.each(['Ada', ' Ada ', 'é', '\u0627', '名', '👍🏽', '👨‍👩‍👧', '.', '\u200bA', '\u0301'])(
    'can be %j',
    (name) => {
      expect(bodyFaults('createApiKey', { name })).toEqual([]);
    },
  );

  test.each([
    ['', 'Must have at least 1 characters.'],
    ['\u200b', 'Must have a visible character.'],
  ])('is told from a missing one: %j', (name, msg) => {
    expect(bodyFaults('createApiKey', { name })).toMatchObject([
      { loc: ['body', 'name'], type: 'string_too_short', msg },
    ]);
  });

  test('is no secret, which can have any characters', () => {
    expect(faultsAt('logIn', { email: 'ada@example.com', password: '   ' }, ['password'])).toEqual(
      [],
    );
  });
});
