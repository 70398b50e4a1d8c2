import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const guide = read('openapi/guides/limits.md');

/** The code that reads bodies. */
const sources = [
  'src/http/json.ts',
  'src/http/server.ts',
  'src/http/bounded-faults.ts',
  'src/http/multipart.ts',
  'src/telephony/carriers/form.ts',
  ...readdirSync(new URL('../../src/campaigns/sources', import.meta.url)).map(
    (file) => `src/campaigns/sources/${file}`,
  ),
];
/** `maxFaults` of json.ts stops looking; as many are listed. `maxNamed` is of the log. */
const notOfBodies = ['src/http/server.ts maxNamed'];

const constants = sources.flatMap((path) =>
  [...read(path).matchAll(/^(?:export )?const (max\w+) = ([\d_* ]+);$/gm)].map(
    ([, name = '', value = '']) => ({
      name: `${path} ${name}`,
      value: value
        .replaceAll('_', '')
        .split('*')
        .reduce((product, factor) => product * Number(factor), 1),
    }),
  ),
);

test.each(constants.filter(({ name }) => !notOfBodies.includes(name)))(
  'The guide of limits names $name: $value',
  ({ value }) => {
    expect(guide).toMatch(new RegExp(`(?<!\\d)${value}(?!\\d)`));
  },
);

test('The guide of limits has every constant of the code that reads bodies', () => {
  expect(constants.length).toBeGreaterThan(20);
});

test('The guide of limits has the limit of every operation that has its own', () => {
  const { operations } = loadContract();
  const limits = operations.flatMap(({ id, body }) => (body ? [[id, body.limit] as const] : []));
  const said = [...guide.matchAll(/^\| (`.+`) \| (\d+) \|$/gm)].flatMap(([, ids = '', bytes]) =>
    [...ids.matchAll(/`(\w+)`/g)].map(([, id]) => [id, Number(bytes)] as const),
  );

  const own = limits.filter(([, limit]) => limit !== 1_048_576);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(own));
});

test('The guide of limits has every type of error of JSON', () => {
  const types = [...read('src/http/json.ts').matchAll(/type: '(json_\w+|string_character)'/g)];
  const limits = types.map(([, type]) => `\`${type}\``).filter((type) => type !== '`json_invalid`');

  expect(limits.filter((type) => !guide.includes(type))).toEqual([]);
});
