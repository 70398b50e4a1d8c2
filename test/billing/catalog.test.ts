import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { givenEntry, longAgo } from './given.ts';

const collection = '/api/v1/admin/billing/catalog';
const active = '/api/v1/billing/catalog';
const idsOf = (page: { items: { id: number }[] }): number[] => page.items.map((entry) => entry.id);

describe('listCatalogEntriesAsAdmin', () => {
  test('shows all entries, including withdrawn ones, newest first, in pages', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const first = await givenEntry(admin);
    const withdrawn = await givenEntry(admin, { active: false, payments_price_id: null });
    const third = await givenEntry(admin, { kind: 'addon' });

    const page = (await admin.get(`${collection}?limit=2`)).body;
    const added = await givenEntry(admin);
    const next = (await admin.get(`${collection}?limit=1&cursor=${page.next_cursor}`)).body;

    expect(idsOf(page)).toEqual([third, withdrawn]);
    expect(page.items[1]).toMatchObject({ active: false, payments_price_id: null });
    expect(idsOf(next)).toEqual([first]);
    expect(idsOf((await admin.get(collection)).body).slice(0, 2)).toEqual([added, third]);
  });
});

describe('getCatalogEntry', () => {
  test('shows the entry', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin, {
      key: `starter_${Date.now()}`,
      kind: 'subscription',
      name: 'Starter',
    });

    const answer = await admin.get(`${collection}/${id}`);

    expect(answer.body).toEqual({
      id,
      kind: 'subscription',
      key: expect.stringMatching(/^starter_/),
      name: 'Starter',
      tokens: 10_000,
      active: true,
      sort_order: 20,
      payments_price_id: 'price_tokens_10k',
      created_at: longAgo,
      updated_at: longAgo,
    });
  });

  test.each(['0', 'x', '9007199254740992'])('refuses the id %s', async (id) => {
    const admin = await newOrganization({ superAdmin: true });

    const answer = await admin.get(`${collection}/${id}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['path', 'entry_id']);
  });
});

describe('listCatalogEntries', () => {
  test('shows the same active entries to every organization, with either credential', async () => {
    const [one, other] = await Promise.all([newOrganization(), newOrganization()]);
    const shown = await givenEntry(one);
    const withdrawn = await givenEntry(one, { active: false });
    const newest = await givenEntry(one);

    const answers = [
      await one.get(`${active}?limit=2`),
      await other.get(`${active}?limit=2`),
      await other.send('GET', `${active}?limit=2`, { key: other.key }),
    ];

    for (const answer of answers) expect(idsOf(answer.body)).toEqual([newest, shown]);
    expect(idsOf((await one.get(`${active}?limit=200`)).body)).not.toContain(withdrawn);
  });

  test('omits an entry that is withdrawn', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin);

    await admin.patch(`${collection}/${id}`, { active: false });

    expect(idsOf((await admin.get(active)).body)).not.toContain(id);
  });
});
