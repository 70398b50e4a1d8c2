import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, type OpenApiDocument, resolve } from '../../src/http/operations.ts';
import { exampleFaults } from '../support/example-faults.ts';
import { exampleRequest } from '../support/examples.ts';
import { newOrganization } from '../support/organizations.ts';
import { bodyFor, subjects } from '../support/subjects.ts';

type Fault = { loc: string[]; input: unknown };
type Node = Record<string, unknown>;

const file = new URL('../../generated/openapi.json', import.meta.url);
const published = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
const { operations } = loadContract();
const secured = operations.filter(({ session, apiKey }) => session || apiKey);

/** The published examples of an operation's response, by name. */
function examplesOf(id: string, status: number): Record<string, Node> {
  const { path, method } = operations.find((operation) => operation.id === id)!;
  const shown = published.paths[path]?.[method.toLowerCase()] as { responses: Node } | undefined;
  const { content = {} } = resolve<{ content?: Record<string, Node> }>(
    published,
    shown?.responses[status] ?? {},
  );
  const [{ example, examples = {} } = {}] = Object.values(content);
  const named = Object.entries(examples as Record<string, { value: Node }>);
  return Object.fromEntries(
    example ? [['', example as Node]] : named.map(([name, { value }]) => [name, value]),
  );
}

const named = (status: number, code: string) =>
  operations
    .filter(({ id }) => code in examplesOf(id, status))
    .map((operation) => [operation.id as OperationId, operation] as const);

const unknown: Readonly<Record<string, string | number>> = {
  string: '00000000-0000-4000-8000-000000000000',
  number: 2_000_000_000,
};

describe('The published examples of problems', () => {
  test('match their schemas', () => {
    expect(exampleFaults(published)).toEqual([]);
  });

  const ofPath = named(404, 'not_found').filter(
    ([, { path, session, apiKey, superAdmin }]) =>
      path.includes('{') && (session || apiKey) && !superAdmin,
  );
  test.each(ofPath)('say what the server says of what %s does not find', async (id, operation) => {
    const owner = await newOrganization();
    const parameters = { ...(await subjects[id]?.(owner)) } as Record<string, string | number>;
    const { name } = operation.parameters.findLast((parameter) => parameter.in === 'path')!;
    const { headers, raw } = exampleRequest(id);
    const body = bodyFor(id, parameters);
    const wrong = { ...parameters, [name]: unknown[typeof parameters[name]] };
    const where = operation.path.replace(/\{(\w+)\}/g, (_, each: string) => String(wrong[each]));

    const answer = await owner.send(
      operation.method,
      where,
      body !== undefined ? { body } : raw === undefined ? {} : { raw, headers },
    );

    const { detail, param } = examplesOf(id, 404)['not_found'] ?? {};
    expect([answer.body.detail, answer.body.param]).toEqual([detail, param]);
  });

  test('name the scope that each operation refuses a key without', async () => {
    const scopes = ['read', 'webhooks:write'] as const;
    const [reader, writer] = await Promise.all(
      scopes.map((scope) => newOrganization({ scopes: [scope] })),
    );

    const refusing = named(403, 'insufficient_scope');
    // Only the token of a run is refused there.
    expect(refusing.filter(([, { scope }]) => !scope).map(([id]) => id)).toEqual([
      'getCurrentUser',
    ]);
    for (const [id, { method, scope }] of refusing.filter(([, operation]) => operation.scope)) {
      const { headers, raw, path } = exampleRequest(id);
      const member = (scope === 'webhooks:write' ? reader : writer)!;
      const body = raw === undefined ? {} : { raw };

      const answer = await member.send(method, path, { key: member.key, headers, ...body });

      const { request_id: _, ...example } = examplesOf(id, 403)['insufficient_scope'] ?? {};
      expect({ ...answer.body, request_id: undefined }, id).toEqual({
        ...example,
        request_id: undefined,
      });
      expect(example['required_scope'], id).toBe(scope);
    }
  });
});

describe('The published example of a 422', () => {
  const checked = secured.filter(({ id, superAdmin }) => !superAdmin && '' in examplesOf(id, 422));
  test.each(checked.map((operation) => [operation.id, operation] as const))(
    'is a fault that %s reports',
    async (id, { method }) => {
      const owner = await newOrganization();
      const { detail = [] } = (examplesOf(id, 422)[''] ?? {}) as { detail?: Fault[] };
      const [fault] = detail;
      const [place = '', name = ''] = fault?.loc ?? [];
      const { path, headers, raw, body } = exampleRequest(id);

      const where = place === 'path' ? withFirst(id, name, path) : path;
      const mark = where.includes('?') ? '&' : '?';
      const query = place === 'query' ? `${mark}${name}=${String(fault?.input)}` : '';
      const isForm = headers['content-type']?.startsWith('multipart/');
      const sent =
        place === 'body'
          ? isForm
            ? {
                raw: `--x--\r\n`,
                headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
              }
            : { body: { ...(body as object), [name]: undefined }, headers }
          : { headers, ...(raw !== undefined && { raw }) };
      const answer = await owner.send(method, where + query, sent);

      expect(answer.status).toBe(422);
      expect(answer.body.detail).toContainEqual(fault);
    },
  );

  /** The example's path with a word in place of one parameter. */
  const withFirst = (id: string, name: string, path: string): string => {
    const template = operations.find((operation) => operation.id === id)?.path.split('/') ?? [];
    const parts = path.split('/');
    return template.map((part, index) => (part === `{${name}}` ? 'first' : parts[index])).join('/');
  };
});
