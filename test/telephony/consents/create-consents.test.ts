import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { add, audited, collection, consent, inMinutes } from './given.ts';

describe('createConsents', () => {
  const bulk = `${collection}/bulk`;
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...consent,
      phone_number: `+1202555${String(index).padStart(4, '0')}`,
      person_name: `Person ${index}`,
      wording: null,
    }));

  test('records a thousand at once, with one audit event that has no number and no name', async () => {
    const member = await newOrganization();

    const { status, body } = await member.post(bulk, { consents: numbered(1000) });

    expect([status, body]).toEqual([200, { created_count: 1000, existing_count: 0 }]);
    const query = `phone_number=${encodeURIComponent('+12025550999')}`;
    const found = (await member.get(`${collection}?${query}`)).body.items;
    expect(found).toMatchObject([
      { person_name: 'Person 999', wording: null, obtained_at: '2026-01-02T11:00:00.000Z' },
    ]);
    const events = await audited(member);
    expect(events).toMatchObject([
      { action: 'consent.several_created', after: { consents: 1000 } },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/202555|Person/);
  });

  test('records none twice, and undoes no revocation', async () => {
    const member = await newOrganization();
    const other = await newOrganization();
    await other.post(bulk, { consents: numbered(3) });
    const { id } = (await add(member, { phone_number: '+12025550001' })).body;
    await member.post(`${collection}/${id}/revoke`);
    const later = { ...consent, obtained_at: '2026-01-02T13:00:00+01:00' };

    // The first and the last are of one number, purpose, source and time.
    const second = { ...numbered(1)[0], person_name: 'Somebody else' };
    const sent = { consents: [...numbered(2), later, second] };
    const first = await member.post(bulk, sent);
    const again = await member.post(bulk, sent);

    expect(first.body).toEqual({ created_count: 2, existing_count: 2 });
    expect(again.body).toEqual({ created_count: 0, existing_count: 4 });
    const { items } = (await member.get(collection)).body;
    expect(items.map(({ person_name }: { person_name: string }) => person_name).toSorted()).toEqual(
      ['Person 0', null, null],
    );
    expect(items.find((item: { id: number }) => item.id === id).revoked_at).not.toBeNull();
    expect(await audited(member)).toHaveLength(3);
  });

  test('records each once if it comes twice at once', async () => {
    const member = await newOrganization();
    const consents = numbered(50);

    const answers = await Promise.all(
      [consents, consents.toReversed(), consents].map((list) =>
        member.post(bulk, { consents: list }),
      ),
    );

    const created = answers.map(({ body }) => body.created_count).toSorted((a, b) => a - b);
    expect(created).toEqual([0, 0, 50]);
  });

  test('records none of a list with a fault, and says where each is', async () => {
    const member = await newOrganization();
    const [good] = numbered(1);
    const consents = [
      good,
      { ...good, phone_number: '555', obtained_at: inMinutes(member, 1) },
      { ...good, expires_at: '2026-01-02T11:00:00.000Z' },
    ];

    const { status, body } = await member.post(bulk, { consents });

    expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))]).toEqual([
      422,
      ['body.consents.1.phone_number', 'body.consents.1.obtained_at', 'body.consents.2.expires_at'],
    ]);
    expect((await member.get(collection)).body.items).toEqual([]);
  });

  test('reports a hundred faults of a list that has more', async () => {
    const member = await newOrganization();
    const consents = numbered(300).map((each) => ({ ...each, phone_number: '555' }));

    const { body } = await member.post(bulk, { consents });

    expect(body.detail).toHaveLength(100);
  });

  test('takes at most 1,000', async () => {
    const member = await newOrganization();

    expect((await member.post(bulk, { consents: numbered(1001) })).status).toBe(422);
    expect((await member.post(bulk, { consents: [] })).status).toBe(422);
  });
});
