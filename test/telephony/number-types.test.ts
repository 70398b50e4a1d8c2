import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { givenCallable } from './calls/given.ts';
import { collection, givenConfiguration } from './given.ts';

const call = '/api/v1/telephony/initiate-call';
const premium = '+19005550123';

describe('updateAllowedNumberTypes', () => {
  test('allows calls to a type of numbers, until it allows it no longer', async () => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    const path = `${collection}/${configuration_id}/number-types`;
    const place = (to_number: string) => member.post(call, { workflow_id, to_number });

    const before = await place(premium);
    const allowed = await member.put(path, { allowed_number_types: ['satellite', 'premium_rate'] });
    const placed = await place(premium);
    const other = await place('+447012345678');
    const none = await member.put(path, { allowed_number_types: [] });
    const after = await place(premium);

    expect(before.body).toMatchObject({
      status: 409,
      code: 'number_type_not_allowed',
      number_type: 'premium_rate',
      telephony_configuration_id: configuration_id,
      param: 'to_number',
    });
    expect(allowed.body.allowed_number_types).toEqual(['premium_rate', 'satellite']);
    expect([placed.status, other.body.number_type, none.status, after.status]).toEqual([
      202,
      'personal',
      200,
      409,
    ]);
    const { items } = (
      await member.get('/api/v1/audit-events?action=telephony_configuration.updated')
    ).body;
    expect(items).toHaveLength(2);
  });

  test('changes nothing if it is repeated, and nothing that has changed since it was read', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);
    const path = `${collection}/${id}/number-types`;
    const read = await member.get(`${collection}/${id}`);

    const first = await member.put(path, { allowed_number_types: ['personal'] });
    const again = await member.put(path, { allowed_number_types: ['personal'] });
    const late = await member.send('PUT', path, {
      token: member.token,
      body: { allowed_number_types: [] },
      headers: { 'if-match': read.headers.get('etag') ?? '' },
    });

    expect(again.body).toEqual(first.body);
    expect([first.status, again.status, late.status]).toEqual([200, 200, 412]);
    expect((await member.get(`${collection}/${id}`)).body).toEqual(first.body);
  });

  test('is refused to API keys, which cannot send the types with the configuration either', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);
    const types = { allowed_number_types: ['premium_rate'] };
    const send = (method: string, path: string, body: object) =>
      member.send(method, path, { key: member.key, body });

    const answers = [
      await send('PUT', `${collection}/${id}/number-types`, types),
      await send('PATCH', `${collection}/${id}`, { provider: 'simulated', ...types }),
      await send('POST', collection, {
        name: 'New',
        provider: 'simulated',
        credentials: {},
        ...types,
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 422, 403]);
    expect((await member.get(`${collection}/${id}`)).body.allowed_number_types).toEqual([]);
  });
});

describe('The countries of a configuration', () => {
  test('are set, changed and removed, and refuse calls to others', async () => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    const item = `${collection}/${configuration_id}`;
    const change = (countries: unknown) => member.patch(item, { provider: 'simulated', countries });
    const place = (to_number: string) => member.post(call, { workflow_id, to_number });

    const set = await change(['US']);
    const again = await change(['US']);
    const served = await place('+12025550123');
    const refused = await place('+18765550123');
    const unknown = await place('+15551234567');
    const removed = await change(null);
    const open = await place('+18765550123');

    expect([set.body.countries, removed.body.countries]).toEqual([['US'], null]);
    expect(again.body.updated_at).toBe(set.body.updated_at);
    expect([served.status, open.status]).toEqual([202, 202]);
    expect(refused.body).toMatchObject({
      code: 'destination_not_served',
      countries: ['US'],
      country: 'JM',
      detail: 'The telephony configuration serves the countries US; the number is one of JM.',
    });
    expect(unknown.body).toMatchObject({ code: 'destination_not_served', country: null });
  });

  test.each([[['UK']], [['XX']], [['us']], [['USA']], [[]], [['US', 'US']]])(
    'cannot be %j',
    async (countries) => {
      const member = await newOrganization();
      const id = await givenConfiguration(member);

      const changed = await member.patch(`${collection}/${id}`, {
        provider: 'simulated',
        countries,
      });
      const made = await member.post(collection, {
        name: 'New',
        provider: 'simulated',
        credentials: {},
        countries,
      });

      expect([changed.status, made.status]).toEqual([422, 422]);
    },
  );
});
