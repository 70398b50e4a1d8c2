import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';

const own = '/api/v1/organizations/limits';
const defaults = {
  concurrent_call_limit: 20,
  reserved_for_single_calls: 10,
  api_key_limit: 100,
  webhook_endpoint_limit: 50,
  workflow_limit: 1000,
  source_limit: 10_000,
  source_bytes_limit: 10 * 1024 ** 3,
  voice_bytes_limit: 10 * 1024 ** 3,
  unfinished_contact_limit: 5_000_000,
  voice_profile_limit: 1000,
  story_limit: 10_000,
  member_limit: 1000,
  content_bytes_limit: 5 * 1024 ** 3,
  content_bytes: 0,
  user_session_limit: 100,
};
const path = (id: number): string => `/api/v1/admin/organizations/${id}/limits`;
const update = (admin: Member, id: number, body: unknown) => admin.put(path(id), body);

describe('getOrganizationLimits', () => {
  test("shows the caller's own limits, with either credential", async () => {
    const [member, other, admin] = [
      await newOrganization(),
      await newOrganization(),
      await newOrganization({ superAdmin: true }),
    ];
    await update(admin, other.organization_id, { concurrent_call_limit: 3 });

    const limits = { organization_id: member.organization_id, ...defaults };
    expect((await member.get(own)).body).toEqual(limits);
    expect((await member.send('GET', own, { key: member.key })).body).toEqual(limits);
    expect((await other.get(own)).body).toEqual({
      ...defaults,
      organization_id: other.organization_id,
      concurrent_call_limit: 3,
    });
  });

  test('refuses parameters', async () => {
    const member = await newOrganization();

    expect((await member.get(`${own}?organization_id=1`)).status).toBe(422);
  });
});

describe('updateOrganizationLimitsAsAdmin', () => {
  test.each([1, 7, 100_000])(
    'sets the limit of one organization to %d',
    async (concurrent_call_limit) => {
      const [admin, member, other] = [
        await newOrganization({ superAdmin: true }),
        await newOrganization(),
        await newOrganization(),
      ];

      const answer = await update(admin, member.organization_id, { concurrent_call_limit });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        ...defaults,
        organization_id: member.organization_id,
        concurrent_call_limit,
      });
      expect((await member.get(own)).body).toEqual(answer.body);
      expect((await other.get(own)).body.concurrent_call_limit).toBe(20);
    },
  );

  test.each([
    ['reserved_for_single_calls', 0, 90],
    ['api_key_limit', 0, 10_000],
    ['webhook_endpoint_limit', 0, 1000],
    ['workflow_limit', 0, 100_000],
    ['source_limit', 0, 1_000_000],
    ['source_bytes_limit', 0, 2 ** 50],
    ['voice_bytes_limit', 0, 2 ** 50],
    ['unfinished_contact_limit', 0, 1_000_000_000],
    ['voice_profile_limit', 0, 2000],
    ['story_limit', 0, 1_000_000],
    ['member_limit', 1, 100_000],
    ['user_session_limit', 1, 10_000],
  ])('sets only %s, from %d to %d', async (name, least, most) => {
    const [admin, member] = [await newOrganization({ superAdmin: true }), await newOrganization()];
    const set = (value: number) => update(admin, member.organization_id, { [name]: value });

    const answers = [await set(least - 1), await set(most + 1), await set(least), await set(most)];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 200, 200]);
    const organization_id = member.organization_id;
    expect((await member.get(own)).body).toEqual({ ...defaults, organization_id, [name]: most });
  });

  test('changes nothing if no limit is sent', async () => {
    const [admin, member] = [await newOrganization({ superAdmin: true }), await newOrganization()];

    const { status, body } = await update(admin, member.organization_id, {});

    expect([status, body]).toEqual([200, { ...defaults, organization_id: member.organization_id }]);
  });

  test('can be repeated', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const set = () => update(admin, admin.organization_id, { concurrent_call_limit: 9 });

    const [first, second] = [await set(), await set()];

    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  test('ends with one of several concurrent values', async () => {
    const [admin, member] = [await newOrganization({ superAdmin: true }), await newOrganization()];
    const limits = [41, 42, 43, 44];

    const answers = await together(
      admin.server,
      limits.map(
        (concurrent_call_limit) => () =>
          update(admin, member.organization_id, { concurrent_call_limit }),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.concurrent_call_limit])).toEqual(
      limits.map((limit) => [200, limit]),
    );
    expect(limits).toContain((await member.get(own)).body.concurrent_call_limit);
  });

  test.each([
    [{ concurrent_call_limit: 0 }, ['body', 'concurrent_call_limit'], 'greater_than_equal'],
    [{ concurrent_call_limit: 100_001 }, ['body', 'concurrent_call_limit'], 'less_than_equal'],
    [{ concurrent_call_limit: 1.5 }, ['body', 'concurrent_call_limit'], 'int_type'],
    [{ concurrent_call_limit: null }, ['body', 'concurrent_call_limit'], 'int_type'],
    [
      { concurrent_call_limit: 5, organization_id: 1 },
      ['body', 'organization_id'],
      'extra_forbidden',
    ],
  ])('refuses %j and changes nothing', async (body, loc, type) => {
    const [admin, member] = [await newOrganization({ superAdmin: true }), await newOrganization()];

    const answer = await update(admin, member.organization_id, body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc, type })]);
    expect((await member.get(own)).body.concurrent_call_limit).toBe(20);
  });

  test('refuses an invalid id', async () => {
    const admin = await newOrganization({ superAdmin: true });

    expect((await update(admin, 0, { concurrent_call_limit: 5 })).status).toBe(422);
  });
});
