import { describe, expect, test } from 'vitest';
import { newOrganization, type Member } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';
import { givenTool, lookup, toolsPath } from './given.ts';

const secret = 'Bearer 0000-secret-of-a-tool';

const faultAt = ({ status, body }: Awaited<ReturnType<Member['get']>>) => [
  status,
  body.detail?.[0]?.loc?.join('.'),
];

describe('createTool', () => {
  test('stores the tool, encrypts its secret and never shows it', async () => {
    const member = await newOrganization();
    const sent = { ...lookup, secret, secret_header: 'X-Api-Key' };

    const created = await member.post(toolsPath, sent);

    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      `${toolsPath}/${created.body.id}`,
    ]);
    const { secret: _, ...shown } = sent;
    expect(created.body).toMatchObject({
      ...shown,
      headers: [],
      result_schema: null,
      timeout_ms: 5000,
      is_write: true,
      has_secret: true,
      revision: 1,
    });
    const path = `${toolsPath}/${created.body.id}`;
    const { app } = member.server;
    const stored = await app.db
      .selectFrom('tools')
      .select('secret_encrypted')
      .where('id', '=', created.body.id)
      .executeTakeFirstOrThrow();
    expect(stored.secret_encrypted?.toString('latin1')).not.toContain('secret');
    const texts = [created, await member.get(path), await member.get(toolsPath)];
    texts.push(await member.get('/api/v1/audit-events'));
    expect(texts.filter(({ text }) => text.includes('0000-secret')).length).toBe(0);
    expect((await member.get(toolsPath)).body.items).toMatchObject([{ name: lookup.name }]);
  });

  test('refuses a name that the organization has, also twice at once', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];

    const answers = await Promise.all([1, 2, 3].map(() => member.post(toolsPath, lookup)));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('tool_name_exists');
    expect((await other.post(toolsPath, lookup)).status).toBe(201);
  });

  test('writes references out', async () => {
    const member = await newOrganization();
    const arguments_schema = {
      ...lookup.arguments_schema,
      properties: { order_id: { $ref: '#/$defs/id' }, lang: { type: 'string' } },
      $defs: { id: { type: 'string', maxLength: 20 } },
    };

    const { body } = await member.post(toolsPath, { ...lookup, arguments_schema });

    expect(body.arguments_schema).toEqual({
      ...lookup.arguments_schema,
      properties: { order_id: { type: 'string', maxLength: 20 }, lang: { type: 'string' } },
    });
  });

  const schema = (members: object) => ({
    arguments_schema: { ...lookup.arguments_schema, ...members },
  });
  const header = (name: string, value = 'x') => ({ headers: [{ name, value }] });
  test.each<[object, string]>([
    [{ name: 'look up' }, 'body.name'],
    [{ name: 'x'.repeat(65) }, 'body.name'],
    [{ url_template: 'http://{host}/' }, 'body.url_template'],
    [{ url_template: 'http://127.0.0.1:9/a-{order_id}' }, 'body.url_template'],
    [{ url_template: 'http://127.0.0.1:9/{other}' }, 'body.arguments_schema.properties.other'],
    [schema({ required: [] }), 'body.arguments_schema.required'],
    [schema({ type: 'array' }), 'body.arguments_schema.type'],
    [schema({ pattern: 7 }), 'body.arguments_schema.pattern'],
    [schema({ minProperties: -1 }), 'body.arguments_schema.minProperties'],
    [
      schema({ properties: { order_id: { type: 'object' } } }),
      'body.arguments_schema.properties.order_id',
    ],
    [
      schema({ properties: { ...lookup.arguments_schema.properties, more: {} } }),
      'body.arguments_schema.properties.more',
    ],
    [schema({ description: 'x'.repeat(17_000) }), 'body.arguments_schema'],
    [{ result_schema: { $ref: 'https://x.example/' } }, 'body.result_schema.$ref'],
    [header('Host'), 'body.headers.0.name'],
    [header('content-LENGTH'), 'body.headers.0.name'],
    [header('Transfer-Encoding'), 'body.headers.0.name'],
    [header('Connection'), 'body.headers.0.name'],
    [header('authorization'), 'body.headers.0.name'],
    [header('X-A', 'a\r\nX-B: b'), 'body.headers.0.value'],
    [header('X-A', ' a'), 'body.headers.0.value'],
    [{ secret_header: 'Host' }, 'body.secret_header'],
    [{ secret: 'abcdefg\nh' }, 'body.secret'],
    [{ secret: ' abcdefgh' }, 'body.secret'],
    [{ secret: 'a secre' }, 'body.secret'],
    [{ timeout_ms: 499 }, 'body.timeout_ms'],
    [{ timeout_ms: 20_001 }, 'body.timeout_ms'],
  ])('refuses %j and says where', async (members, place) => {
    const member = await newOrganization();

    const refused = await member.post(toolsPath, { ...lookup, ...members });

    expect(faultAt(refused)).toEqual([422, place]);
    expect((await member.get(toolsPath)).body.items).toEqual([]);
  });

  test('refuses addresses that are not public', async () => {
    const server = await startServer({ webhookAllowPrivate: false });
    const member = await newOrganization({ server });
    const to = (url_template: string) => ({ ...lookup, method: 'POST', url_template });
    const own = { type: 'object' };

    for (const host of ['127.0.0.1', '169.254.169.254', '[::1]', 'localhost', '2130706433'])
      expect(
        faultAt(await member.post(toolsPath, { ...to(`https://${host}/`), arguments_schema: own })),
      ).toEqual([422, 'body.url_template']);
    expect(
      faultAt(await member.post(toolsPath, { ...to('http://8.8.8.8/'), arguments_schema: own })),
    ).toEqual([422, 'body.url_template']);
    expect(
      (await member.post(toolsPath, { ...to('https://8.8.8.8/'), arguments_schema: own })).status,
    ).toBe(201);
    await server.close();
  });

  test('refuses the tool after the hundredth', async () => {
    const member = await newOrganization();
    const { organization_id, server } = member;
    const { id } = await givenTool(member);
    const { app } = server;
    const first = await app.db
      .selectFrom('tools')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('tools')
      .values(
        Array.from({ length: 99 }, (_, index) => ({
          organization_id,
          name: `tool_${index}`,
          description: 'x',
          kind: first.kind,
          method: first.method,
          url_template: first.url_template,
          arguments_schema: JSON.stringify(first.arguments_schema),
          created_at: app.now(),
          updated_at: app.now(),
        })),
      )
      .execute();

    const refused = await member.post(toolsPath, { ...lookup, name: 'one_more' });

    expect([refused.status, refused.body.code, refused.body.limit_name]).toEqual([
      409,
      'limit_reached',
      'tools',
    ]);
  });
});

describe('updateTool', () => {
  test('raises the revision by one per change, and changes nothing without members', async () => {
    const member = await newOrganization();
    const { path } = await givenTool(member);

    const changed = await member.patch(path, {
      timeout_ms: 800,
      result_schema: { type: 'object' },
    });
    const same = await member.patch(path, {});
    const back = await member.patch(path, { result_schema: null, is_write: false });

    expect(changed.body).toMatchObject({ timeout_ms: 800, revision: 2, name: lookup.name });
    expect(same.body).toEqual(changed.body);
    expect(back.body).toMatchObject({ revision: 3, result_schema: null, is_write: false });
  });

  test('checks what is changed together with what is not', async () => {
    const member = await newOrganization();
    const { path } = await givenTool(member);

    const answers = [
      await member.patch(path, { url_template: 'http://127.0.0.1:9/{other}' }),
      await member.patch(path, { arguments_schema: { type: 'object' } }),
      await member.patch(path, { url_template: 'http://127.0.0.1:9/{order_id}' }),
      await member.patch(path, { method: 'POST' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 200]);
    expect(answers.slice(0, 3).map((answer) => faultAt(answer)[1])).toEqual([
      'body.arguments_schema.properties.other',
      'body.arguments_schema.properties.order_id',
      'body.arguments_schema.properties.lang',
    ]);
  });

  test('moves a secret to no other origin', async () => {
    const member = await newOrganization();
    const { path } = await givenTool(member, { secret });
    const moved = { url_template: 'http://127.0.0.2:9/orders/{order_id}?lang={lang}' };

    const refused = await member.patch(path, moved);
    const elsewhere = await member.patch(path, {
      url_template: 'http://127.0.0.1:9/{order_id}?lang={lang}',
    });
    const without = await member.patch(path, { ...moved, secret: null });
    const again = await member.patch(path, { ...moved, secret });

    expect(faultAt(refused)).toEqual([422, 'body.secret']);
    expect([elsewhere, without, again].map(({ body }) => body.has_secret)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('refuses the name of another tool and a revision that is over', async () => {
    const member = await newOrganization();
    const { path } = await givenTool(member);
    const other = await givenTool(member, { name: 'other' });
    const etag = (await member.get(path)).headers.get('etag') ?? '';

    expect((await member.patch(other.path, { name: lookup.name })).body.code).toBe(
      'tool_name_exists',
    );
    expect((await member.patch(path, { name: lookup.name })).status).toBe(200);
    const late = await member.send('PATCH', path, {
      token: member.token,
      headers: { 'if-match': etag },
      body: { description: 'x' },
    });
    expect(late.status).toBe(412);
  });
});

describe('rotateToolSecret', () => {
  test('sets a secret, raises the revision and shows neither secret', async () => {
    const member = await newOrganization();
    const { id, path } = await givenTool(member);

    const rotated = await member.post(`${path}/rotate-secret`, { secret });

    expect(rotated.body).toMatchObject({ has_secret: true, revision: 2 });
    expect(rotated.text).not.toContain('0000-secret');
    const { body, text } = await member.get(
      `/api/v1/audit-events?subject_type=tool&subject_id=${id}`,
    );
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      'tool.secret_rotated',
      'tool.created',
    ]);
    expect(text).not.toContain('0000-secret');
  });
});

describe('deleteTool', () => {
  test('deletes the tool, and its name is free', async () => {
    const member = await newOrganization();
    const { path } = await givenTool(member);

    expect((await member.delete(path)).status).toBe(204);
    expect((await member.get(path)).status).toBe(404);
    await givenTool(member);
  });
});
