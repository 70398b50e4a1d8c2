import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { up } from '../../../src/db/migrations/0050_renumbered_do_not_call.ts';
import { faultsIn } from '../../../src/telephony/do-not-call/handlers.ts';
import { allToE164, toE164 } from '../../../src/telephony/numbers.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';

const collection = '/api/v1/do-not-call';
const numbered = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `+1202555${String(index + from).padStart(4, '0')}`);
const add = (member: Member, ...numbers: string[]) =>
  member.post(collection, { phone_numbers: numbers.map((phone_number) => ({ phone_number })) });
const listed = async (member: Member): Promise<string[]> =>
  (await member.get(`${collection}?limit=200`)).body.items.map(
    (item: { phone_number: string }) => item.phone_number,
  );

test('An entry that was stored before its country changed the number holds the present number too', async () => {
  const member = await newOrganization();
  const { organization_id } = member;
  const { db } = member.server.app;
  const migrated = db as unknown as Kysely<unknown>;
  const stored = [
    '+551187654321',
    '+5712345678',
    '+23797123456',
    '+23722234567',
    '+551137654321',
  ].concat(
    ['162', '120', '121', '122', '124', '126', '127', '129', '186', '188', '199'].map(
      (code) => `+84${code}1234567`,
    ),
  );
  const created_at = member.server.app.now();
  await db
    .insertInto('do_not_call_numbers')
    .values(stored.map((phone_number) => ({ organization_id, phone_number, created_at })))
    .execute();
  await add(member, '+5511987654321');

  await up(migrated);
  await up(migrated);

  const present = stored.map((number) => toE164(number)!);
  expect((await listed(member)).toSorted()).toEqual(
    [...new Set([...stored, ...present])].toSorted(),
  );
});

describe('addDoNotCallNumbers', () => {
  test('adds numbers in E.164 with their reasons', async () => {
    const member = await newOrganization();

    const answer = await member.post(collection, {
      phone_numbers: [
        { phone_number: '+1 (202) 555-0143', reason: 'Asked not to be called again' },
        { phone_number: ' +41 44 668 18 00', reason: null },
        { phone_number: '+12025550144' },
      ],
    });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ added_count: 3, existing_count: 0 });
    const { items } = (await member.get(collection)).body;
    expect(items).toHaveLength(3);
    expect(items).toContainEqual({
      id: expect.any(Number),
      phone_number: '+12025550143',
      reason: 'Asked not to be called again',
      source: 'user',
      run_id: null,
      expires_at: null,
      created_at: expect.any(String),
    });
    expect(items).toContainEqual(
      expect.objectContaining({ phone_number: '+41446681800', reason: null }),
    );
  });

  test('leaves existing numbers unchanged, and counts duplicates once', async () => {
    const member = await newOrganization();
    const first = { phone_number: '+12025550143', reason: 'The first' };
    await member.post(collection, { phone_numbers: [first] });

    const answer = await member.post(collection, {
      phone_numbers: [
        { phone_number: '+1 202 555 0143', reason: 'The second' },
        { phone_number: '+12025550144', reason: 'One' },
        { phone_number: '+1-202-555-0144', reason: 'Other' },
      ],
    });

    expect(answer.body).toEqual({ added_count: 1, existing_count: 2 });
    const { items } = (await member.get(collection)).body;
    expect(items.map(({ reason }: { reason: string }) => reason)).toEqual(['One', 'The first']);
  });

  test('adds nothing if one number is invalid, and says which', async () => {
    const member = await newOrganization();

    const answer = await add(member, '+12025550143', '2025550144', '+12025550145', 'nobody');

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([
      { loc: ['body', 'phone_numbers', '1', 'phone_number'], input: '2025550144' },
      { loc: ['body', 'phone_numbers', '3', 'phone_number'], input: 'nobody' },
    ]);
    expect(await listed(member)).toEqual([]);
  });

  test.each([
    [{}],
    [{ phone_numbers: [] }],
    [{ phone_numbers: ['+12025550143'] }],
    [{ phone_numbers: [{ phone_number: '+12025550143', reason: '' }] }],
    [{ phone_numbers: [{ phone_number: '+12025550143', reason: 'x'.repeat(201) }] }],
    [{ phone_numbers: [{ phone_number: '' }] }],
    [{ phone_numbers: [{ phone_number: '+12025550143', note: 'x' }] }],
  ])('refuses %j', async (body) => {
    const member = await newOrganization();

    expect((await member.post(collection, body)).status).toBe(422);
  });

  test('accepts 10,000 numbers with reasons of 45 bytes, and not one more', async () => {
    const member = await newOrganization();
    const reason = '世'.repeat(15);
    const phone_numbers = numbered(10_000).map((phone_number) => ({ phone_number, reason }));

    const answer = await member.post(collection, { phone_numbers });
    const again = await member.post(collection, { phone_numbers });
    const more = { phone_number: '+41446681800' };
    const tooMany = await member.post(collection, { phone_numbers: [...phone_numbers, more] });

    expect(answer.body).toEqual({ added_count: 10_000, existing_count: 0 });
    expect(again.body).toEqual({ added_count: 0, existing_count: 10_000 });
    expect(tooMany.status).toBe(422);
  });

  test('accepts at most 1 MiB', async () => {
    const member = await newOrganization();
    const reason = '世'.repeat(200);
    const phone_numbers = numbered(2_000).map((phone_number) => ({ phone_number, reason }));

    const answer = await member.post(collection, { phone_numbers });

    expect(answer.status).toBe(413);
    expect(answer.body.limit_bytes).toBe(1_048_576);
  });

  test('adds each number once when overlapping lists arrive concurrently in different orders', async () => {
    const member = await newOrganization();
    const [low, high] = [numbered(5_000), numbered(5_000, 2_500)];
    const lists = [low, high, low.toReversed(), high.toReversed()];

    const answers = await together(
      member.server,
      lists.map((numbers) => () => add(member, ...numbers)),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const added = answers.map(({ body }) => Number(body.added_count));
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(7_500);
  });
});

describe('listDoNotCallNumbers', () => {
  test('returns one number, in any notation', async () => {
    const member = await newOrganization();
    await add(member, ...numbered(3));
    const query = new URLSearchParams({ phone_number: '+1 (202) 555-0001' });

    const { body } = await member.get(`${collection}?${query.toString()}`);

    expect(body.items.map((item: { phone_number: string }) => item.phone_number)).toEqual([
      '+12025550001',
    ]);
  });

  test.each(['phone_number=nobody', 'phone_number=', 'phone_number=12025550001'])(
    'refuses ?%s',
    async (query) => {
      const member = await newOrganization();

      expect((await member.get(`${collection}?${query}`)).status).toBe(422);
    },
  );
});

describe('removeDoNotCallNumbers', () => {
  test('removes numbers and ignores unknown ones', async () => {
    const member = await newOrganization();
    await add(member, '+12025550143', '+12025550144', '+12025550145');
    const phone_numbers = ['+1 202 555 0143', '+12025550143', '+12025550144', '+12025559999'];

    const answer = await member.post(`${collection}/remove`, { phone_numbers });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ removed_count: 2, missing_count: 2 });
    expect(await listed(member)).toEqual(['+12025550145']);
  });

  test('removes nothing if one number is invalid, and says which', async () => {
    const member = await newOrganization();
    await add(member, '+12025550143');

    const answer = await member.post(`${collection}/remove`, {
      phone_numbers: ['+12025550143', 'nobody'],
    });

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'phone_numbers', '1']);
    expect(await listed(member)).toEqual(['+12025550143']);
  });

  test("leaves another organization's numbers unchanged", async () => {
    const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
    await add(owner, '+12025550143');

    const answer = await other.post(`${collection}/remove`, { phone_numbers: ['+12025550143'] });

    expect(answer.body).toEqual({ removed_count: 0, missing_count: 1 });
    expect(await listed(owner)).toEqual(['+12025550143']);
  });

  test('removes each number once when lists arrive concurrently in different orders, beside additions', async () => {
    const member = await newOrganization();
    const numbers = numbered(300);
    await add(member, ...numbers);
    const remove = (phone_numbers: string[]) => () =>
      member.post(`${collection}/remove`, { phone_numbers });

    const answers = await together(member.server, [
      remove(numbers),
      remove(numbers.toReversed()),
      () => add(member, ...numbers.toReversed()),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [one, other, addition] = answers.map(({ body }) =>
      Number(body.removed_count ?? body.added_count),
    );
    const left = (await listed(member)).length;
    const total = 300 + (addition ?? 0) - (one ?? 0) - (other ?? 0);
    expect(left).toBe(Math.min(total, 200));
  });
});

describe('checkDoNotCallNumbers', () => {
  test('returns every number in the order sent and changes nothing', async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    await add(member, '+12025550143');
    await add(other, '+12025550144');

    const answer = await member.send('POST', `${collection}/check`, {
      key: member.key,
      body: { phone_numbers: ['+12025550144', '+1 202 555 0143', '+12025550144'] },
    });

    expect(answer.status).toBe(200);
    expect(answer.body.results).toEqual([
      { phone_number: '+12025550144', is_listed: false },
      { phone_number: '+12025550143', is_listed: true },
      { phone_number: '+12025550144', is_listed: false },
    ]);
    expect(await listed(member)).toEqual(['+12025550143']);
  });

  test('accepts 10,000 at once', async () => {
    const member = await newOrganization();
    const phone_numbers = numbered(10_000);
    await add(member, ...phone_numbers.slice(0, 5_000));

    const { body } = await member.post(`${collection}/check`, { phone_numbers });

    const found = body.results.map((result: { is_listed: boolean }) => result.is_listed);
    expect(found).toEqual(phone_numbers.map((_, index) => index < 5_000));
  });

  test.each([[['nobody']], [[]], [[12]], [numbered(10_001)]])(
    'refuses a list such as %.30j',
    async (phone_numbers) => {
      const member = await newOrganization();

      expect((await member.post(`${collection}/check`, { phone_numbers })).status).toBe(422);
    },
  );
});

describe('A list of texts', () => {
  test.each([
    [
      ['+12025550143', 'x', '+12025550144', ''],
      [1, 3],
    ],
    [['+12025550143'], []],
    [Array.from({ length: 150 }, () => 'x'), Array.from({ length: 100 }, (_, index) => index)],
  ])('gets a fault for each invalid number', (texts, places) => {
    const numbers = texts.map((text) => (text.startsWith('+') ? text : undefined));

    const faults = faultsIn({
      texts,
      numbers,
      msg: 'No.',
      locOf: (index) => ['body', String(index)],
    });

    expect(faults.map(({ loc }) => loc)).toEqual(places.map((place) => ['body', String(place)]));
  });

  test('is read in order, however long', async () => {
    const texts = [...numbered(1_201), 'x'];

    const numbers = await allToE164(texts);

    expect(numbers).toEqual([...numbered(1_201), undefined]);
  });
});
