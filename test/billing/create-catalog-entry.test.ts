import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { givenEntry } from './given.ts';

const path = '/api/v1/admin/billing/catalog';
const freshKey = (): string => `key_${randomBytes(6).toString('hex')}`;
const entry = (options: object = {}) => ({
  kind: 'token_pack',
  key: freshKey(),
  name: '10,000 tokens',
  tokens: 10_000,
  ...options,
});

async function countOf({ server }: Member, key: string): Promise<number> {
  const rows = await server.app.db
    .selectFrom('catalog_entries')
    .select('id')
    .where('key', '=', key)
    .execute();
  return rows.length;
}

describe('createCatalogEntry', () => {
  test('creates an active entry and returns its Location', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const body = entry();

    const answer = await admin.post(path, body);

    expect(answer.status).toBe(201);
    const { id, created_at } = answer.body;
    expect(answer.body).toEqual({
      id,
      ...body,
      active: true,
      sort_order: 0,
      payments_price_id: null,
      created_at,
      updated_at: created_at,
    });
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
    expect(answer.headers.get('location')).toBe(`${path}/${id}`);
    expect((await admin.get(`${path}/${id}`)).body).toEqual(answer.body);
    expect((await admin.get('/api/v1/billing/catalog')).body.items).toContainEqual(answer.body);
  });

  test('accepts all members of an entry', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const body = entry({
      kind: 'subscription',
      active: false,
      sort_order: -3,
      payments_price_id: 'price_1',
    });

    const answer = await admin.post(path, body);

    expect(answer.body).toMatchObject(body);
    expect((await admin.get('/api/v1/billing/catalog')).body.items).not.toContainEqual(answer.body);
  });

  test.each([true, false])(
    'refuses an existing kind and key (active: %j), and leaves the entry unchanged',
    async (active) => {
      const admin = await newOrganization({ superAdmin: true });
      const key = freshKey();
      const id = await givenEntry(admin, { key, active });
      const before = (await admin.get(`${path}/${id}`)).body;

      const answer = await admin.post(path, entry({ key, name: 'Twin' }));

      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: 'catalog_entry_exists',
        detail: expect.stringContaining(key),
      });
      expect((await admin.get(`${path}/${id}`)).body).toEqual(before);
      expect(await countOf(admin, key)).toBe(1);
    },
  );

  test('accepts a key that another kind has', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const key = freshKey();
    await givenEntry(admin, { key });

    expect((await admin.post(path, entry({ key, kind: 'addon' }))).status).toBe(201);
  });

  test('creates one of several concurrent duplicates', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const key = freshKey();

    const answers = await together(
      admin.server,
      ['one', 'two', 'three', 'four'].map((name) => () => admin.post(path, entry({ key, name }))),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    expect(await countOf(admin, key)).toBe(1);
  });

  test.each([
    ['key', 'x'.repeat(100)],
    ['key', '1'],
    ['key', `a.b-c_${randomBytes(6).toString('hex')}`],
    ['name', '\u{1F4E6}'.repeat(100)],
    ['tokens', 0],
    ['tokens', Number.MAX_SAFE_INTEGER],
    ['sort_order', -(2 ** 31)],
    ['sort_order', 2 ** 31 - 1],
    ['payments_price_id', 'x'.repeat(255)],
    ['payments_price_id', null],
  ])('accepts values at the limit: %s', async (field, value) => {
    const admin = await newOrganization({ superAdmin: true });

    const answer = await admin.post(path, entry({ [field]: value }));

    expect(answer.status).toBe(201);
    expect(answer.body[field]).toBe(value);
  });

  test.each([
    ['kind', 'coupon', 'enum'],
    ['kind', null, 'string_type'],
    ['key', '', 'string_too_short'],
    ['key', 'x'.repeat(101), 'string_too_long'],
    ['key', 'Tokens', 'string_pattern_mismatch'],
    ['key', '_tokens', 'string_pattern_mismatch'],
    ['key', 'two words', 'string_pattern_mismatch'],
    ['name', '', 'string_too_short'],
    ['name', 'x'.repeat(101), 'string_too_long'],
    ['tokens', -1, 'greater_than_equal'],
    ['tokens', 2 ** 53, 'less_than_equal'],
    ['tokens', 1.5, 'int_type'],
    ['active', 'yes', 'bool_type'],
    ['active', null, 'bool_type'],
    ['sort_order', 2 ** 31, 'less_than_equal'],
    ['sort_order', -(2 ** 31) - 1, 'greater_than_equal'],
    ['payments_price_id', '', 'string_too_short'],
    ['payments_price_id', 'x'.repeat(256), 'string_too_long'],
    ['id', 7, 'extra_forbidden'],
  ])('refuses %s %j and creates nothing', async (field, value, type) => {
    const admin = await newOrganization({ superAdmin: true });
    const key = freshKey();

    const answer = await admin.post(path, entry({ key, [field]: value }));

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(
      expect.objectContaining({ loc: ['body', field], type }),
    );
    expect(await countOf(admin, key)).toBe(0);
  });

  test.each(['kind', 'key', 'name', 'tokens'])('requires %s', async (field) => {
    const admin = await newOrganization({ superAdmin: true });

    const answer = await admin.post(path, entry({ [field]: undefined }));

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      expect.objectContaining({ loc: ['body', field], type: 'missing' }),
    ]);
  });
});
