import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAdmin, demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, objectOf, type Operation } from '../../src/http/operations.ts';
import { later, timestampOf } from '../../src/timestamp.ts';
import { exampleRequest } from '../support/examples.ts';
import { startServer, type TestServer } from '../support/server.ts';

const day = 86_400_000;
const now = timestampOf(new Date());
/** The queries of lists that need one, for the demo's days. */
const period = `from=${later(now, -20 * day).slice(0, 10)}&to=${later(now, day).slice(0, 10)}`;
const queries: Readonly<Record<string, string>> = {
  getUsage: `${period}&group_by=day`,
  listOrganizationUsageAsAdmin: period,
};
const refused = ['cursor=x', 'cursor=', 'cursor=W10', 'limit=0', 'limit=201', 'limit=x', 'page=2'];
const { document, operations } = loadContract();
const lists = operations
  .filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
  .map((operation) => [operation.id as OperationId, operation] as const);

/** Requests that add items to lists of which the demo has fewer than two, each with the members that differ from its example. */
const additions: readonly (readonly [OperationId, object])[] = [
  ['logIn', demoUser],
  ['createApiKey', {}],
  ['createInvitation', { email: 'second@example.com' }],
  ['signUp', { email: 'other@example.com' }],
  ['createScheduledCall', { scheduled_at: later(now, 7_200_000) }],
  ['createConsent', {}],
  ['createErasure', {}],
  ['createErasure', { phone_number: '+12025550123' }],
  ['createTool', { name: 'second' }],
  ['createWebhookEndpoint', {}],
  ['markRunConsent', {}],
  ['markRunConsent', {}],
];
/** The list of the objects that a parameter names. */
const parents: Readonly<Record<string, string>> = {
  policy_id: '/api/v1/approval-policies',
  generation_id: '/api/v1/voice/generations',
  profile_id: '/api/v1/voice/profiles',
  workflow_id: '/api/v1/workflow',
  run_id: '/api/v1/runs',
  campaign_id: '/api/v1/campaign',
  config_id: '/api/v1/organizations/telephony-configs',
};

/** The lists of what belongs to the organization, or to its user; those below an object are found by its owner only. */
const isOfOrganization = ({ id, path, superAdmin }: Operation): boolean =>
  !superAdmin && !path.includes('{') && !['listCatalogEntries', 'listVoiceModels'].includes(id);

const isNewestFirst = (operation: Operation): boolean => {
  const { description = '' } = objectOf<{ description?: string }>(document, operation);
  return /\bnewest first\b/.test(description);
};

/** Ids grow. What clients can sort begins with the newest time. */
function expectNewestFirst(items: readonly unknown[], { parameters }: Operation): void {
  const isSorted = parameters.some(({ name }) => name === 'sort');
  const ids = isSorted ? ['created_at'] : ['id', 'version_number', 'instruction_number', 'user_id'];
  const values = items.map((item) => {
    const shown = Object(item) as Record<string, number | string>;
    return shown[ids.find((id) => id in shown) ?? ''];
  });
  expect(values).not.toContain(undefined);
  const falling = values.slice(1).map((value, index) => value! <= values[index]!);
  expect([values, falling]).toEqual([values, falling.map(() => true)]);
}

/** The cursor of the list that was looked at last. */
const cursors: string[] = [];

/** A value for each filter of a list but those that its path has already. */
const filtersOf = ({ id, parameters }: Operation): string[] =>
  parameters
    .filter(({ in: place, name }) => place === 'query' && !['cursor', 'limit'].includes(name))
    .filter(({ name }) => !`&${queries[id]}`.includes(`&${name}=`))
    .map((parameter) => `${parameter.name}=${encodeURIComponent(valueFor(parameter))}`);

/** One that is not what is meant without the filter. */
function valueFor({ schema, ...parameter }: Operation['parameters'][number]): string {
  const values = (schema['enum'] as string[] | undefined)?.filter((v) => v !== schema['default']);
  const { example } = parameter as { readonly example?: unknown };
  return String(values?.[0] ?? example ?? schema['default']);
}

let server: TestServer;
const tokens = { member: '', admin: '', other: '' };

beforeAll(async () => {
  server = await startServer({ demo: true });
  await seedDemo(server.app);
  const logIn = async (body: object): Promise<string> =>
    (await server.send('POST', '/api/v1/auth/login', { body })).body.access_token;
  tokens.member = await logIn(demoUser);
  tokens.admin = await logIn(demoAdmin);
  for (const [id, members] of additions) {
    const { method, path, headers, body } = exampleRequest(id);
    const options = { token: tokens.member, headers, body: { ...Object(body), ...members } };
    const { status, text } = await server.send(method, path, options);
    if (status > 299) throw new Error(`${id} answered ${status}: ${text}`);
    if (id === 'signUp') tokens.other = JSON.parse(text).access_token;
  }
});

afterAll(() => server.close());

const get = async (
  path: string,
  { superAdmin }: Pick<Operation, 'superAdmin'>,
  token = superAdmin ? tokens.admin : tokens.member,
) => {
  return await server.send('GET', path, { token });
};

/** The operation's path for each object of the demo that it can name. */
async function pathsOf({ id, path, superAdmin }: Operation): Promise<string[]> {
  const query = queries[id] ?? '';
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined) return [`${path}?${query}`];
  const { body } = await get(parents[name]!, { superAdmin });
  return (body.items ?? body).map(
    (parent: { id: number }) => `${path.replace(`{${name}}`, String(parent.id))}?${query}`,
  );
}

/** The demo has one cell; `test/cells/get-cells.test.ts` has pages of several. */
const long = lists.filter(([id]) => id !== 'listCellsAsAdmin');

describe.each(long)('%s', (_, operation) => {
  test('shows in two pages the items of one, in order, and none of them below another object', async () => {
    const whole = await Promise.all(
      (await pathsOf(operation)).map(async (path) => {
        const { status, body } = await get(`${path}&limit=200`, operation);
        expect([status, body.next_cursor]).toEqual([200, null]);
        return { path, items: body.items as unknown[] };
      }),
    );
    const all = whole.flatMap(({ items: some }) => some.map((item) => JSON.stringify(item)));
    expect(new Set(all).size).toBe(all.length);
    if (operation.path.includes('{')) expect(whole.length).toBeGreaterThan(1);
    const { path, items } = whole.toSorted((a, b) => b.items.length - a.items.length)[0]!;
    expect(items.length).toBeGreaterThan(1);
    const limit = Math.ceil(items.length / 2);

    const first = (await get(`${path}&limit=${limit}`, operation)).body;
    const second = (await get(`${path}&limit=${limit}&cursor=${first.next_cursor}`, operation))
      .body;

    expect([...first.items, ...second.items]).toEqual(items);
    expect([first.items.length, second.next_cursor]).toEqual([limit, null]);
    if (isNewestFirst(operation)) expectNewestFirst(items, operation);
  });

  test('takes a cursor with the path and the filters that gave it alone', async () => {
    const paths = await pathsOf(operation);
    const pages = await Promise.all(
      paths.map(async (path) => {
        const { body } = await get(`${path}&limit=1`, operation);
        return { path, cursor: body.next_cursor as string | null };
      }),
    );
    const { path, cursor } = pages.find((page) => page.cursor !== null)!;
    const others = [
      ...paths.filter((other) => other !== path).slice(0, 1),
      ...filtersOf(operation).map((filter) => `${path}&${filter}`),
    ];

    const refusals = others.map(async (other) => {
      const { status, body } = await get(`${other}&cursor=${cursor}`, operation);
      return [other, status, body.detail?.[0].loc.join()];
    });

    expect(await Promise.all(refusals)).toEqual(
      others.map((other) => [other, 422, 'query,cursor']),
    );
    const foreign = cursors.splice(0, 1, cursor!)[0] ?? 'WzQyXQ';
    expect((await get(`${path}&cursor=${foreign}`, operation)).status).toBe(422);
    expect((await get(`${path}&cursor=${cursor}&limit=200`, operation)).status).toBe(200);
  });
});

test.each(lists)('%s refuses an invalid cursor, limit or parameter', async (_, operation) => {
  const [path] = await pathsOf(operation);

  const answers = refused.map(async (query) => {
    const { status, body } = await get(`${path}&${query}`, operation);
    return [status, body.detail?.[0].loc[1]];
  });

  expect(await Promise.all(answers)).toEqual(refused.map((query) => [422, query.split('=')[0]]));
});

describe("Another organization's items", () => {
  test.each(lists.filter(([, operation]) => isOfOrganization(operation)))(
    'are not in %s',
    async (_, operation) => {
      const [path = ''] = await pathsOf(operation);

      const own: unknown[] = (await get(path, operation)).body.items;
      const others: unknown[] = (await get(path, operation, tokens.other)).body.items;

      expect(own.length).toBeGreaterThan(1);
      expect(own.filter((item) => others.some((each) => isDeepStrictEqual(each, item)))).toEqual(
        [],
      );
    },
  );
});
