import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { givenEntry, longAgo } from './given.ts';

const path = (id: number): string => `/api/v1/admin/billing/catalog/${id}`;
const update = (admin: Member, id: number, body: unknown) => admin.patch(path(id), body);

describe('updateCatalogEntry', () => {
  test('changes all members that can change, and the time', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin);
    const before = (await admin.get(path(id))).body;
    const changes = {
      name: '12,000 tokens',
      payments_price_id: 'price_12k',
      tokens: 12_000,
      active: false,
      sort_order: -1,
    };

    const answer = await update(admin, id, changes);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, ...changes, updated_at: answer.body.updated_at });
    expect(Math.abs(Date.parse(answer.body.updated_at) - Date.now())).toBeLessThan(60_000);
    expect((await admin.get(path(id))).body).toEqual(answer.body);
  });

  test.each([
    ['name', 'Ten thousand tokens'],
    ['payments_price_id', 'price_other'],
    ['payments_price_id', null],
    ['tokens', 0],
    ['active', false],
    ['sort_order', 5],
  ])('changes only %s, to %j', async (field, value) => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin);
    const before = (await admin.get(path(id))).body;

    const answer = await update(admin, id, { [field]: value });

    expect(answer.body).toEqual({ ...before, [field]: value, updated_at: answer.body.updated_at });
    expect(answer.body.updated_at).not.toBe(longAgo);
  });

  test('gives a price to an entry without one', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin, { payments_price_id: null });

    expect(
      (await update(admin, id, { payments_price_id: 'price_new' })).body.payments_price_id,
    ).toBe('price_new');
  });

  test.each([
    ['an empty body', {}],
    [
      'the present values',
      {
        name: '10,000 tokens',
        tokens: 10_000,
        active: true,
        sort_order: 20,
        payments_price_id: 'price_tokens_10k',
      },
    ],
    ['one present value', { active: true }],
  ])('changes nothing with %s, not even the time', async (_, body) => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin);
    const before = (await admin.get(path(id))).body;

    const answer = await update(admin, id, body);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before);
    expect(answer.body.updated_at).toBe(longAgo);
  });

  test('changes nothing when a missing price is removed', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin, { payments_price_id: null });

    expect((await update(admin, id, { payments_price_id: null })).body.updated_at).toBe(longAgo);
  });

  test('keeps concurrent updates of different fields', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin);
    const changes = [
      { name: 'Both' },
      { tokens: 7 },
      { active: false },
      { sort_order: 3 },
      { payments_price_id: null },
    ];

    const answers = await together(
      admin.server,
      changes.map((change) => () => update(admin, id, change)),
    );

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect((await admin.get(path(id))).body).toMatchObject(Object.assign({}, ...changes));
  });

  test('leaves other entries unchanged', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const [id, other] = [await givenEntry(admin), await givenEntry(admin)];

    await update(admin, id, { name: 'Only this', tokens: 1 });

    expect((await admin.get(path(other))).body).toMatchObject({
      name: '10,000 tokens',
      tokens: 10_000,
      updated_at: longAgo,
    });
  });

  test.each([
    ['name', 'x'],
    ['name', 'x'.repeat(100)],
    ['name', '\u{1F4E6}'.repeat(100)],
    ['payments_price_id', 'x'.repeat(255)],
    ['tokens', Number.MAX_SAFE_INTEGER],
    ['sort_order', -(2 ** 31)],
    ['sort_order', 2 ** 31 - 1],
  ])('accepts values at the limit: %s', async (field, value) => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin);

    const answer = await update(admin, id, { [field]: value });

    expect(answer.status).toBe(200);
    expect(answer.body[field]).toBe(value);
  });

  test.each([
    ['name', '', 'string_too_short'],
    ['name', 'x'.repeat(101), 'string_too_long'],
    ['name', null, 'string_type'],
    ['payments_price_id', '', 'string_too_short'],
    ['payments_price_id', 'x'.repeat(256), 'string_too_long'],
    ['payments_price_id', 7, 'string_type'],
    ['tokens', -1, 'greater_than_equal'],
    ['tokens', 2 ** 53, 'less_than_equal'],
    ['tokens', 1.5, 'int_type'],
    ['tokens', '7', 'int_type'],
    ['tokens', null, 'int_type'],
    ['active', 'true', 'bool_type'],
    ['active', null, 'bool_type'],
    ['sort_order', 2 ** 31, 'less_than_equal'],
    ['sort_order', -(2 ** 31) - 1, 'greater_than_equal'],
    ['kind', 'addon', 'extra_forbidden'],
    ['key', 'other', 'extra_forbidden'],
    ['updated_at', longAgo, 'extra_forbidden'],
  ])('refuses %s %j and changes nothing', async (field, value, type) => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin);
    const before = (await admin.get(path(id))).body;

    const answer = await update(admin, id, { tokens: 5, name: 'Changed', [field]: value });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', field], type })]);
    expect((await admin.get(path(id))).body).toEqual(before);
  });
});
