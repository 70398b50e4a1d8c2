import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { problems } from '../../openapi/rules/problems.ts';
import { loadContract } from '../../src/http/operations.ts';

const read = (file: string) => ({ file, text: readFileSync(file, 'utf8') });

const handlers = globSync('src/**/*.ts')
  .map(read)
  .filter(({ text }) => text.includes('satisfies HandlersFor'));
const folders = new Set(globSync('src/**/*.ts').map((file) => dirname(file)));
const tests = globSync('test/**/*.test.ts');

/** The folder of the resource that a file of the contract describes, below `src` and `test`. */
function homeOf(file: string): string {
  const [area, ...rest] = file.split('/').slice(1);
  const resource = `${area}/${rest.length === 2 ? rest[0] : basename(file, '.yaml')}`;
  return rest.length === 2 || folders.has(`src/${resource}`) ? resource : area!;
}

/** Whether a file is in a folder; an area itself is no home for what is in its resources. */
const isAt = (file: string, folder: string): boolean =>
  folder.split('/').length === 2 ? dirname(file) === folder : file.startsWith(`${folder}/`);

const operations = globSync('openapi/*/*.yaml')
  .concat(globSync('openapi/*/*/*.yaml'))
  .filter((file) => !/^openapi\/(flows|released|rules|shared)\//.test(file))
  .map(read)
  .flatMap(({ file, text }) =>
    [...text.matchAll(/^ +operationId: (\w+)$/gm)].map(([, id]) => ({ id: id!, file })),
  )
  .filter(({ id }) => loadContract().operations.some((operation) => operation.id === id));

describe('A resource has one name: its operations', () => {
  test('are all found', () => {
    const ids = loadContract().operations.map((operation) => operation.id);
    expect(operations.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test.each(operations)('$id of $file has its handler in its folder of src', ({ id, file }) => {
    const member = new RegExp(`^  (?:async )?\\*?${id}[(:,]`, 'm');
    const where = handlers.filter(({ text }) => member.test(text)).map((each) => each.file);

    expect(where).toHaveLength(1);
    expect(isAt(where[0]!, `src/${homeOf(file)}`), where[0]).toBe(true);
  });

  test.each([...new Set(operations.map(({ file }) => file))])(
    '%s has its tests in its folder of test',
    (file) => {
      const folder = `test/${homeOf(file)}`;
      expect(
        tests.some((name) => isAt(name, folder)),
        folder,
      ).toBe(true);
    },
  );
});

const areaIn = ({ file }: { readonly file: string }): string | undefined => file.split('/')[1];

describe('A file has one tag, of its area', () => {
  const document = loadContract().document as unknown as {
    readonly paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>>;
    readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: string[] }[];
  };
  const tagOf = new Map(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId, tags }) => [operationId, tags?.[0]] as const),
    ),
  );
  const files = Map.groupBy(operations, ({ file }) => file);
  const areasOf = (tag: string | undefined): Set<string | undefined> =>
    new Set(operations.filter(({ id }) => tagOf.get(id) === tag).map(areaIn));

  test.each([...files])('%s', (_file, own) => {
    const tags = [...new Set(own.map(({ id }) => tagOf.get(id)))];

    expect(tags).toHaveLength(1);
    // What super admins do has one tag in all areas.
    if (tags[0] !== 'admin') expect([...areasOf(tags[0])]).toEqual([areaIn(own[0]!)]);
  });

  test('and each tag has operations', () => {
    const used = new Set(tagOf.values());
    const grouped = document['x-tagGroups'].flatMap(({ tags }) => tags);
    expect(grouped.filter((tag) => !used.has(tag))).toEqual(['webhook-events']);
  });
});

test('Codes of what is there already end with `_exists`', () => {
  const codes = Object.keys(problems);

  expect(codes.filter((code) => code.endsWith('_exists')).length).toBeGreaterThan(4);
  expect(codes.filter((code) => /_(taken|duplicate|already_exists)$/.test(code))).toEqual([]);
});

test('A limit that is reached has one code, but for those of requests and streams at once and of calls', () => {
  const codes = Object.keys(problems).filter((code) =>
    /^too_many_|_full$|limit_reached$|quota/.test(code),
  );

  expect(codes.toSorted()).toEqual([
    'concurrent_call_limit_reached',
    'limit_reached',
    'storage_full',
    'too_many_requests',
    'too_many_streams',
  ]);
});

test('Streams are operations `stream...` at `.../stream` with `Last-Event-ID`, but for the one of the specification', () => {
  const streams = loadContract().operations.filter(
    ({ eventName, id }) => eventName !== undefined && id !== 'migrateModels',
  );

  expect(streams.length).toBeGreaterThan(4);
  for (const { id, path, parameters } of streams)
    expect([id, path, parameters.map(({ name }) => name)]).toEqual([
      expect.stringMatching(/^stream[A-Z]/),
      expect.stringMatching(/\/stream$/),
      expect.arrayContaining(['Last-Event-ID']),
    ]);
});

/** What texts mark as code and write like the id of an operation: types of nodes, and words of JSON Schema and MCP. */
const others = [
  'agentNode',
  'customParameters',
  'endCall',
  'globalNode',
  'isError',
  'nextCursor',
  'oneOf',
  'readOnlyHint',
  'sendDigits',
  'startCall',
  'structuredContent',
  'unevaluatedItems',
  'unevaluatedProperties',
  'uniqueItems',
  'writeOnly',
];

test('Every operation that a text of the contract names is one of it', () => {
  const ids = new Set<string>(loadContract().operations.map(({ id }) => id));
  const texts = globSync('openapi/*/**/*.{yaml,md}', {
    exclude: ['openapi/released/**', 'openapi/rules/**'],
  });
  const named = texts
    .map(read)
    .flatMap(({ file, text }) =>
      [...text.matchAll(/`([a-z]+[A-Z]\w+)`/g)].map(([, id]) => ({ file, id: id! })),
    );

  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ id }) => !ids.has(id) && !others.includes(id))).toEqual([]);
});

describe('What is done can be undone by the operation of the other verb:', () => {
  const { operations: all } = loadContract();
  const ids = all.map(({ id }): string => id);
  const undoing = { archive: 'unarchive', disable: 'enable', add: 'remove' };
  const pairs = Object.entries(undoing).flatMap(([verb, other]) =>
    ids
      .filter((id) => new RegExp(`^${verb}[A-Z]`).test(id))
      .map((id) => [id, id.replace(verb, other)]),
  );
  // Contacts stay with the campaign that called them.
  const kept = ['addCampaignContacts'];

  test.each(pairs.filter(([id]) => !kept.includes(id!)))('%s by %s', (_id, other) => {
    expect(ids).toContain(other);
  });

  test('and nothing undoes revoke', () => {
    expect(ids.filter((id) => /^(un|re)revoke/.test(id))).toEqual([]);
    expect(pairs.length).toBeGreaterThan(6);
  });
});

test('A preview is a POST exactly if it takes the body of the request that it foretells', () => {
  const previews = loadContract().operations.filter(({ id }) => id.startsWith('preview'));

  expect(previews.length).toBeGreaterThan(2);
  for (const { id, method, body } of previews)
    expect(method.toLowerCase(), id).toBe(body ? 'post' : 'get');
});
