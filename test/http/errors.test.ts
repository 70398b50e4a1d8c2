import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';

const keys = '/api/v1/auth/api-keys';
const policies = '/api/v1/approval-policies';
const unknown = '0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10';
const json = { 'content-type': 'application/json' };

describe('A request that does not match the contract', () => {
  test.each([
    ['{"name":', 8],
    [`{"name": x${' '.repeat(300)}}`, 9],
    ['{"name":tru}', 8],
    ['{"name":"x"} trailing', 13],
    ['{"name": "x",}', 13],
    ['', undefined],
    ['nul', 0],
    [`${'\n'.repeat(1000)} {"a" x`, 1006],
    [`[1,${' \n'.repeat(1000)}`, 2003],
  ])('with the body %j gets the location of the fault', async (raw, position) => {
    const member = await newOrganization();

    const answer = await member.send('POST', keys, { raw, headers: json });

    expect(answer.status).toBe(422);
    const [fault] = answer.body.detail;
    if (position === undefined) expect(fault).toMatchObject({ loc: ['body'], type: 'missing' });
    else expect(fault).toMatchObject({ loc: ['body'], type: 'json_invalid', ctx: { position } });
  });

  test.each([['null'], ['[]'], ['7'], ['"text"']])(
    'with %s for an object gets a fault that says so',
    async (raw) => {
      const member = await newOrganization();

      const answer = await member.send('POST', keys, { raw, headers: json });

      expect(answer.status).toBe(422);
      expect(answer.body.detail).toEqual([
        {
          loc: ['body'],
          msg: 'Must be of type object.',
          type: 'object_type',
          input: JSON.parse(raw),
          ctx: { expected: ['object'] },
        },
      ]);
    },
  );

  test('gets every fault of path, query and body at once', async () => {
    const member = await newOrganization();

    const answer = await member.post(`${policies}/nonsense/revoke?verbose=1`, { reasons: 'x' });

    expect(answer.status).toBe(422);
    expect(answer.body.detail.map(({ loc, type }: never) => ({ loc, type }))).toEqual([
      { loc: ['path', 'policy_id'], type: 'format' },
      { loc: ['query', 'verbose'], type: 'extra_forbidden' },
      { loc: ['body', 'reason'], type: 'missing' },
      { loc: ['body', 'reasons'], type: 'extra_forbidden' },
    ]);
  });

  test.each([
    ['limit=0', 'greater_than_equal'],
    ['limit=201', 'less_than_equal'],
    ['limit=ten', 'int_parsing'],
    ['limit=1e2', 'int_parsing'],
    ['limit=%2012', 'int_parsing'],
    ['limit=', 'int_parsing'],
    ['limit=1&limit=2', 'int_type'],
    ['cursor=', 'string_too_short'],
    ['cursor=nonsense', 'value_error'],
    ['cursor=WzFd', 'value_error'],
    ['cursor=%00', 'string_character'],
  ])('with the query %s is refused with %s', async (query, type) => {
    const member = await newOrganization();

    const answer = await member.get(`${policies}?${query}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]).toMatchObject({ loc: ['query', query.split('=')[0]], type });
  });

  const dated = loadContract().operations.flatMap(({ method, path, parameters, superAdmin }) =>
    method !== 'GET' || path.includes('{') || superAdmin
      ? []
      : parameters
          .filter((each) => each.in === 'query' && each.schema['format'] === 'date-time')
          .map(({ name }) => [path, name] as const),
  );

  test.each(dated)('says in %s what to do with the + of an offset in %s', async (path, name) => {
    const member = await newOrganization();
    const offsets = ['+00:00', '+05:30', '+0000'];

    const answers = offsets.map((offset) =>
      member.get(`${path}?${name}=2026-01-02T03:04:05${offset}`),
    );
    const encoded = await member.get(`${path}?${name}=2026-01-02T03:04:05%2B00:00`);

    for (const { status, body } of await Promise.all(answers)) {
      const fault = body.detail.find(({ loc }: { loc: string[] }) => loc[1] === name);
      expect([status, fault.msg]).toEqual([422, expect.stringMatching(/%2B in its place, or Z/)]);
    }
    const faults = encoded.status === 422 ? encoded.body.detail : [];
    expect(faults.filter(({ loc }: { loc: string[] }) => loc[1] === name)).toEqual([]);
  });

  test.each([
    '/api/v1/runs?to_number',
    '/api/v1/runs?from_number',
    '/api/v1/consents?phone_number',
  ])('says in %s what to do with the + of a phone number', async (path) => {
    const member = await newOrganization();

    const { status, body } = await member.get(`${path}=+12025550123`);

    expect([status, body.detail[0].msg]).toEqual([
      422,
      expect.stringMatching(/send %2B in its place[.]$/),
    ]);
    expect((await member.get(`${path}=%2B12025550123`)).status).toBe(200);
  });

  test.each([
    ['0', 'greater_than_equal'],
    ['9007199254740993', 'less_than_equal'],
    ['99999999999999999999999999', 'less_than_equal'],
    ['1.0', 'int_parsing'],
    ['-1', 'greater_than_equal'],
    ['01', 'int_parsing'],
    ['abc', 'int_parsing'],
  ])('with the id %s is refused with %s', async (id, type) => {
    const member = await newOrganization();

    const answer = await member.post(`${keys}/${id}/archive`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      expect.objectContaining({ loc: ['path', 'key_id'], type }),
    ]);
  });

  test('with the largest id gets 404', async () => {
    const member = await newOrganization();

    expect((await member.post(`${keys}/9007199254740991/archive`)).status).toBe(404);
  });

  test.each([
    ['NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('with %s in a text is refused', async (_, name) => {
    const member = await newOrganization();

    const answer = await member.send('POST', keys, {
      raw: JSON.stringify({ name }),
      headers: json,
    });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'name'], type: 'string_character' }),
    ]);
  });

  const tooDeep = { type: 'json_too_deep', ctx: { max_depth: 100 } };
  const tooMany = { type: 'json_too_many_values', ctx: { max_values: 50_000 } };

  test.each([
    ['endless nesting that ends', `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, tooDeep],
    ['endless nesting that does not end', '['.repeat(6000), tooDeep],
    ['endless nesting of objects', '{"a":'.repeat(101), tooDeep],
    ['nesting after a text full of brackets', `["\\"[[",${'['.repeat(100)}`, tooDeep],
    ['endless nesting 1 MiB long', '['.repeat(1_048_576), tooDeep],
    ['too many values that end', `{"a":[${'0,'.repeat(50_000)}0]}`, tooMany],
    ['too many values that do not end', `[${'{},'.repeat(50_000)}`, tooMany],
    ['too many values of names', `{${'"a":0,'.repeat(50_000)}"a":0}`, tooMany],
  ])('with %s is refused', async (_, raw, fault) => {
    const member = await newOrganization();

    const answer = await member.send('POST', keys, { raw, headers: json });

    expect([answer.status, answer.body.detail]).toEqual([
      422,
      [expect.objectContaining({ loc: ['body'], ...fault })],
    ]);
  });

  test('with as many commas inside strings is accepted', async () => {
    const member = await newOrganization();
    const raw = JSON.stringify({ name: ','.repeat(60_000) });

    const answer = await member.send('POST', keys, { raw, headers: json });

    expect(answer.body.detail).not.toContainEqual(
      expect.objectContaining({ type: 'json_too_many_values' }),
    );
  });

  test('never gets a secret back, misspelt or misplaced', async () => {
    const { server } = await newOrganization();
    const secret = 'hunter2-hunter2';
    const bodies = [
      JSON.stringify({ email: 'x', password: secret.slice(0, 11) }),
      JSON.stringify({ email: 'a@example.com', passwrod: secret }),
      `{"email":"a@example.com","password":"${secret}`,
      JSON.stringify([{ password: secret }]),
    ];
    for (const raw of bodies) {
      const answer = await server.send('POST', '/api/v1/auth/signup', { raw, headers: json });
      expect(answer.status).toBe(422);
      expect(answer.text).not.toContain(secret.slice(0, 11));
    }
  });
});

describe('A route', () => {
  test.each([
    ['/api/v1/nothing'],
    ['/api/v1/approval-policies/'],
    ['/api/v2/auth/me'],
    ['/api/v1/approval-policies/%E0%A4%A'],
    ['/docs/operations/%E0%A4%A'],
  ])('%s that does not exist answers 404', async (path) => {
    const member = await newOrganization();

    const answer = await member.get(path);

    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch('application/problem+json');
    expect(answer.body).toEqual({
      type: '/problems/not_found',
      title: 'Not found',
      status: 404,
      detail: 'Path not found.',
      instance: path,
      code: 'not_found',
      request_id: answer.headers.get('x-request-id'),
      param: null,
    });
  });

  test('with another method answers 405 with the allowed ones', async () => {
    const member = await newOrganization();

    const answer = await member.delete(policies);

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect(answer.body).toMatchObject({
      code: 'method_not_allowed',
      allowed: ['GET', 'HEAD', 'OPTIONS', 'POST'],
    });
  });

  test('returns HEAD like GET without the body', async () => {
    const member = await newOrganization();

    const get = await member.get(policies);
    const head = await member.send('HEAD', policies);

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  });

  test('returns OPTIONS with the methods', async () => {
    const { server } = await newOrganization();

    const answer = await fetch(server.url + keys, { method: 'OPTIONS' });

    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('X-Request-Id', () => {
  test.each([['abc-123'], ['0198c2f0:span.1']])('%s is kept', async (id) => {
    const member = await newOrganization();

    const answer = await member.send('GET', policies, { headers: { 'x-request-id': id } });

    expect(answer.headers.get('x-request-id')).toBe(id);
  });

  test.each([['a b'], ['x'.repeat(129)], ['<script>']])('%s is replaced', async (id) => {
    const member = await newOrganization();

    const answer = await member.send('GET', policies, { headers: { 'x-request-id': id } });

    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('CORS', () => {
  test('admits the configured origin and no other', async () => {
    const server = await startServer({ corsOrigins: ['https://app.example.com'] });
    const preflight = (origin: string): Promise<Response> =>
      fetch(server.url + keys, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });

    const [ours, foreign] = await Promise.all([
      preflight('https://app.example.com'),
      preflight('https://evil.example'),
    ]);

    expect(ours?.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(foreign?.headers.get('access-control-allow-origin')).toBeNull();
    await server.close();
  });
});

describe('An internal error', () => {
  test('is a 500 without details and is logged with its cause', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });
    await member.get(policies);
    await server.app.db.schema.alterTable('approval_policies').renameTo('gone').execute();

    const answer = await member.get(`${policies}/${unknown}`);

    expect(answer.status).toBe(500);
    expect(answer.body.code).toBe('internal_error');
    expect(answer.text).not.toContain('approval_policies"');
    const line = server.logged.find((entry) => entry['request_id'] === answer.body.request_id);
    expect(line).toMatchObject({
      level: 50,
      status: 500,
      operation_id: 'getApprovalPolicy',
      err: { code: '42P01' },
    });
    await server.close();
  });
});

describe('A path outside the contract', () => {
  test.each([['/healthz'], ['/readyz'], ['/metrics'], ['/api/v1/openapi.json'], ['/docs']])(
    '%s has a request id too',
    async (path) => {
      const { server } = await newOrganization();

      const answer = await fetch(server.url + path, { headers: { 'x-request-id': 'mine' } });

      expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'mine']);
    },
  );

  test.each([['/healthz'], ['/api/v1/openapi.yaml'], ['/api/v1/openapi-client.json']])(
    '%s is read-only',
    async (path) => {
      const { server } = await newOrganization();

      const answer = await fetch(server.url + path, { method: 'DELETE' });

      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
    },
  );
});
