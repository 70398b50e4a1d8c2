import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { givenPricing, longAgo } from './given.ts';

const path = '/api/v1/admin/kb-pricing';
const before = { embedding_usd_per_1m_tokens: 0.02, storage_usd_per_mb_month: 0.01 };

async function givenAdmin(): Promise<Member> {
  const admin = await newOrganization({ superAdmin: true });
  await givenPricing(admin, before);
  return admin;
}

const changedAt = async ({ server }: Member): Promise<string | null> =>
  (
    await server.app.db
      .selectFrom('knowledge_base_pricing')
      .select('updated_at')
      .executeTakeFirstOrThrow()
  ).updated_at;

describe('getKnowledgeBasePricing', () => {
  test('shows both prices as numbers', async () => {
    const admin = await givenAdmin();

    expect((await admin.get(path)).body).toEqual(before);
  });

  test('refuses query parameters', async () => {
    const admin = await givenAdmin();

    expect((await admin.get(`${path}?currency=EUR`)).status).toBe(422);
  });
});

describe('updateKnowledgeBasePricing', () => {
  test('changes both prices', async () => {
    const admin = await givenAdmin();
    const prices = { embedding_usd_per_1m_tokens: 0.13, storage_usd_per_mb_month: 0.0025 };

    const answer = await admin.put(path, prices);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(prices);
    expect((await admin.get(path)).body).toEqual(prices);
    expect(await changedAt(admin)).not.toBe(longAgo);
  });

  test.each([{ embedding_usd_per_1m_tokens: 1.5 }, { storage_usd_per_mb_month: 0 }])(
    'changes %j only',
    async (price) => {
      const admin = await givenAdmin();

      expect((await admin.put(path, price)).body).toEqual({ ...before, ...price });
    },
  );

  test.each([{}, before])('changes nothing with %j, not even the time', async (prices) => {
    const admin = await givenAdmin();

    const answer = await admin.put(path, prices);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before);
    expect(await changedAt(admin)).toBe(longAgo);
  });

  test.each([0, 0.000001, 0.1, 1.000001, 123_456.789012, 999_999_999.999998, 999_999_999.999999])(
    'stores %d exactly',
    async (price) => {
      const admin = await givenAdmin();

      const answer = await admin.put(path, { embedding_usd_per_1m_tokens: price });
      const { rows } = await admin.server.connection.pool.query(
        'select embedding_usd_per_1m_tokens as price from knowledge_base_pricing',
      );

      expect(answer.body.embedding_usd_per_1m_tokens).toBe(price);
      expect(rows).toEqual([{ price: price.toFixed(6) }]);
    },
  );

  test.each([
    ['0.0000001', 'value_error'],
    ['0.0200001', 'value_error'],
    ['999999999.9999985', 'value_error'],
    ['1000000000', 'less_than_equal'],
    ['1e300', 'less_than_equal'],
    ['-0.01', 'greater_than_equal'],
    ['"0.01"', 'float_type'],
    ['null', 'float_type'],
  ])('refuses %s and changes neither price', async (price, type) => {
    const admin = await givenAdmin();

    const answer = await admin.send('PUT', path, {
      raw: `{"storage_usd_per_mb_month":${price},"embedding_usd_per_1m_tokens":0.5}`,
      headers: { 'content-type': 'application/json' },
    });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'storage_usd_per_mb_month'], type }),
    ]);
    expect((await admin.get(path)).body).toEqual(before);
    expect(await changedAt(admin)).toBe(longAgo);
  });

  test('reports both prices that have too many decimals', async () => {
    const admin = await givenAdmin();

    const answer = await admin.put(path, {
      embedding_usd_per_1m_tokens: 0.1234567,
      storage_usd_per_mb_month: 1e-9,
    });

    expect(answer.body.detail).toEqual([
      {
        loc: ['body', 'embedding_usd_per_1m_tokens'],
        msg: 'Must have at most 6 decimal places.',
        type: 'value_error',
        input: 0.1234567,
        ctx: { decimal_places: 6 },
      },
      {
        loc: ['body', 'storage_usd_per_mb_month'],
        msg: 'Must have at most 6 decimal places.',
        type: 'value_error',
        input: 1e-9,
        ctx: { decimal_places: 6 },
      },
    ]);
  });

  test('refuses a misspelt price', async () => {
    const admin = await givenAdmin();

    const answer = await admin.put(path, { embedding_usd_per_1m_token: 1 });

    expect(answer.body.detail[0]).toMatchObject({
      loc: ['body', 'embedding_usd_per_1m_token'],
      type: 'extra_forbidden',
    });
  });

  test('keeps two concurrent updates of different prices', async () => {
    const admin = await givenAdmin();

    await together(admin.server, [
      () => admin.put(path, { embedding_usd_per_1m_tokens: 3 }),
      () => admin.put(path, { storage_usd_per_mb_month: 4 }),
    ]);

    expect((await admin.get(path)).body).toEqual({
      embedding_usd_per_1m_tokens: 3,
      storage_usd_per_mb_month: 4,
    });
  });
});
