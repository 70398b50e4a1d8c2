import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const guide = read('openapi/guides/limits.md') + read('openapi/guides/quotas.md');

/** The code that reads bodies. */
const sources = [
  'src/http/json.ts',
  'src/http/server.ts',
  'src/http/bounded-faults.ts',
  'src/http/multipart.ts',
  'src/telephony/carriers/twilio-callbacks.ts',
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

/** The rows of the guide with operations: what is limited, how much, and by which operations. */
const rows = [...guide.matchAll(/^\| `(\w+)` \| (\d+)[^|]* \| (`.+`) \|$/gm)].map(
  ([, name = '', limit = '', ids = '']) => ({
    name,
    limit: Number(limit),
    ids: [...ids.matchAll(/`(\w+)`/g)].map(([, id = '']) => id),
  }),
);

/** Where the numbers of limits are that nobody can change. */
const fixed: Record<string, [file: string, name: string]> = {
  approval_requests: ['src/approvals/approval-requests/rules.ts', 'maxPending'],
  voice_samples: ['src/voice/samples/rules.ts', 'maxSamples'],
  queued_generations: ['src/voice/generations/rules.ts', 'maxWaiting'],
  generation_versions: ['src/voice/versions/rules.ts', 'maxVersions'],
  story_items: ['src/voice/story-items/timeline-rules.ts', 'maxItems'],
  model_downloads: ['src/voice/model-downloads/handlers.ts', 'maxDownloads'],
  test_cases: ['src/workflows/test-cases/rules.ts', 'maxTestCases'],
  campaign_contacts: ['src/campaigns/contacts/rules.ts', 'maxContacts'],
  scheduled_calls: ['src/telephony/scheduled-calls/rules.ts', 'maxScheduled'],
  caller_number_pool: ['src/telephony/phone-numbers/actions.ts', 'maxPool'],
  erasures: ['src/privacy/erasures/rules.ts', 'maxInProgress'],
};

test.each(Object.entries(fixed))('The guide of limits has the number of %s', (limit, at) => {
  const [file, name] = at;
  const said = new RegExp(`const ${name} = ([\\d_]+);`).exec(read(file))?.[1]?.replaceAll('_', '');

  expect(rows.find((row) => row.name === limit)?.limit).toBe(Number(said));
});

test('The guide of limits has the default of every limit that operators change', () => {
  const defaults = read('openapi/billing/organizations/limits.yaml').matchAll(
    /^ +\| `(\w+)` \| ([\d,]+)( GiB)? \| [\d,]+ \| [\d,]+( PiB)? \|$/gm,
  );
  const said = [...defaults].map(([, name, value = '', gib]) => [
    name,
    Number(value.replaceAll(',', '')) * (gib ? 2 ** 30 : 1),
  ]);

  const given = rows
    .filter(({ name }) => name.endsWith('_limit'))
    .map((row) => [row.name, row.limit]);
  expect(Object.fromEntries(given)).toEqual(
    Object.fromEntries(
      said.filter(([name]) => name !== 'user_session_limit' && name !== 'concurrent_call_limit'),
    ),
  );
});

test('The guide of limits names every limit that the code reports', () => {
  const files = globSync('src/**/*.ts').map(read).join('\n');
  const names = [...files.matchAll(/limitReached\('(\w+)'/g)].map(([, name = '']) => name);

  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

interface Answer {
  readonly 'x-problem-codes'?: readonly string[];
  readonly description: string;
}

const contract = JSON.parse(read('generated/contract.json'));

const byId = new Map(
  Object.values<Record<string, unknown>>(contract.paths)
    .flatMap((path) => Object.values(path))
    .map((operation) => [String(Object(operation).operationId), operation as Described]),
);

interface Described {
  readonly description: string;
  readonly responses?: Readonly<Record<string, Answer & { readonly $ref?: string }>>;
}

test('The guide of limits has each operation that answers limit_reached, and no other', () => {
  const limited = [...byId].filter(([, { responses = {} }]) =>
    Object.values(responses).some((answer) =>
      answerOf(answer)['x-problem-codes']?.includes('limit_reached'),
    ),
  );

  const said = new Set(rows.flatMap(({ ids }) => ids)).add('scheduleContactCallback');
  expect([...said].toSorted()).toEqual(limited.map(([id]) => id).toSorted());
});

test('A limit that nobody can change is in the description of its operations', () => {
  const silent = rows
    .filter(({ name }) => name in fixed)
    .flatMap(({ ids, limit }) =>
      ids.filter((id) => {
        const { description, responses } = byId.get(id)!;
        const refusal = responses?.['409'];
        const text = description + (refusal ? answerOf(refusal).description : '');
        return !new RegExp(`\\b${limit.toLocaleString('en-US')}\\b`).test(text);
      }),
    );

  expect(silent).toEqual([]);
});

function answerOf(answer: Answer & { readonly $ref?: string }): Answer {
  const { responses } = contract.components;
  return answer.$ref === undefined ? answer : responses[answer.$ref.split('/').at(-1)!];
}
