import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { collection, givenConfiguration, givenNumber } from '../given.ts';

const numbersOf = (id: number): string => `${collection}/${id}/phone-numbers`;
const listed = async (member: Member, id: number): Promise<Record<string, unknown>[]> =>
  (await member.get(numbersOf(id))).body.items;
const defaults = async (member: Member, id: number): Promise<unknown[]> =>
  (await listed(member, id)).filter((row) => row['is_default_caller']).map((row) => row['id']);

describe('createPhoneNumber', () => {
  test('adds a number in E.164 that is not the default caller', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);

    const answer = await member.post(numbersOf(id), {
      phone_number: ' +1 (202) 555-0199',
      label: 'Main',
    });

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      telephony_configuration_id: id,
      phone_number: '+12025550199',
      label: 'Main',
      is_default_caller: false,
      is_in_pool: false,
      daily_cap: null,
      calls_today: null,
      inbound_workflow_id: null,
      last_inbound_rejection: null,
      created_at: expect.any(String),
    });
    expect(await listed(member, id)).toEqual([answer.body]);
  });

  test.each(['2025550199', '+1 202 555', '+1 202 555 0199 ext. 3', 'the front desk', '   '])(
    'refuses %j',
    async (number) => {
      const member = await newOrganization();
      const id = await givenConfiguration(member);

      const answer = await member.post(numbersOf(id), { phone_number: number });

      expect(answer.status).toBe(422);
      expect(answer.body.detail[0]).toMatchObject({ loc: ['body', 'phone_number'], input: number });
      expect(await listed(member, id)).toEqual([]);
    },
  );

  test.each([
    [{}],
    [{ phone_number: '' }],
    [{ phone_number: '+12025550199', label: '' }],
    [{ phone_number: 12 }],
  ])('refuses %j', async (body) => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);

    expect((await member.post(numbersOf(id), body)).status).toBe(422);
  });

  test('refuses a number that the configuration has, and accepts it in another', async () => {
    const member = await newOrganization();
    const [id, other] = [await givenConfiguration(member), await givenConfiguration(member)];
    await givenNumber(member, id, { phone_number: '+12025550199' });

    const again = await member.post(numbersOf(id), { phone_number: '+1 202 555 0199' });
    const elsewhere = await member.post(numbersOf(other), { phone_number: '+1 202 555 0199' });

    expect([again.status, again.body.code]).toEqual([409, 'phone_number_exists']);
    expect(elsewhere.status).toBe(201);
    expect(await listed(member, id)).toHaveLength(1);
  });

  test('adds a number once when four requests send it concurrently', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);

    const answers = await together(
      member.server,
      Array.from(
        { length: 4 },
        () => () => member.post(numbersOf(id), { phone_number: '+12025550199' }),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
  });
});

describe('getPhoneNumber', () => {
  test('returns a number of its own configuration alone', async () => {
    const member = await newOrganization();
    const [id, other] = [await givenConfiguration(member), await givenConfiguration(member)];
    const number = await givenNumber(member, id);

    const [item] = await listed(member, id);

    expect((await member.get(`${numbersOf(id)}/${number}`)).body).toEqual(item);
    expect((await member.get(`${numbersOf(other)}/${number}`)).status).toBe(404);
  });
});

describe('updatePhoneNumber', () => {
  test('changes what is sent and records it', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);
    const number = await givenNumber(member, id, { label: 'Main' });
    const path = `${numbersOf(id)}/${number}`;

    const answer = await member.patch(path, { label: 'Front desk' });
    const same = await member.patch(path, {});

    expect(answer.body).toMatchObject({ id: number, label: 'Front desk' });
    expect(same.body).toEqual(answer.body);
    expect((await member.patch(path, { label: null })).body.label).toBeNull();
    const { items } = (await member.get('/api/v1/audit-events?action=phone_number.updated')).body;
    expect(items.map(({ before, after }: Record<string, unknown>) => [before, after])).toEqual([
      [{ label: 'Front desk' }, { label: null }],
      [{ label: 'Main' }, { label: 'Front desk' }],
    ]);
  });

  test('refuses another number', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);
    const number = await givenNumber(member, id);

    const answer = await member.patch(`${numbersOf(id)}/${number}`, {
      phone_number: '+12025550111',
    });

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'phone_number']]);
  });
});

describe('setDefaultCallerPhoneNumber', () => {
  test('replaces the former default caller', async () => {
    const member = await newOrganization();
    const [id, other] = [await givenConfiguration(member), await givenConfiguration(member)];
    await givenNumber(member, id, { is_default_caller: true });
    const theirs = await givenNumber(member, other, { is_default_caller: true });
    const chosen = await givenNumber(member, id);

    const answer = await member.post(`${numbersOf(id)}/${chosen}/set-default-caller`);
    const again = await member.post(`${numbersOf(id)}/${chosen}/set-default-caller`);

    expect(answer.body).toMatchObject({ id: chosen, is_default_caller: true });
    expect(again.body).toEqual(answer.body);
    expect(await defaults(member, id)).toEqual([chosen]);
    expect(await defaults(member, other)).toEqual([theirs]);
  });

  test('leaves one default after ten concurrent requests', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);
    const ids = [await givenNumber(member, id), await givenNumber(member, id)];

    const answers = await together(
      member.server,
      Array.from(
        { length: 10 },
        (_, turn) => () => member.post(`${numbersOf(id)}/${ids[turn % 2]}/set-default-caller`),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await defaults(member, id)).toHaveLength(1);
  });
});

describe('deletePhoneNumber', () => {
  test('removes the number, and leaves no default caller if it was the default', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);
    const kept = await givenNumber(member, id);
    const number = await givenNumber(member, id, { is_default_caller: true });

    const answer = await member.delete(`${numbersOf(id)}/${number}`);

    expect(answer.status).toBe(204);
    expect((await listed(member, id)).map((row) => row['id'])).toEqual([kept]);
    expect(await defaults(member, id)).toEqual([]);
    expect((await member.delete(`${numbersOf(id)}/${number}`)).status).toBe(404);
  });
});
