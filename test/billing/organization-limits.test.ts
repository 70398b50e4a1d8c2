import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';

const own = '/api/v1/organizations/limits';
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

    const limits = { organization_id: member.organization_id, concurrent_call_limit: 20 };
    expect((await member.get(own)).body).toEqual(limits);
    expect((await member.send('GET', own, { key: member.key })).body).toEqual(limits);
    expect((await other.get(own)).body).toEqual({
      organization_id: other.organization_id,
      concurrent_call_limit: 3,
    });
  });

  test('asks for a credential', async () => {
    const member = await newOrganization();

    expect((await member.send('GET', own, { token: 'nobody' })).status).toBe(401);
  });

  test('takes no parameters', async () => {
    const member = await newOrganization();

    expect((await member.get(`${own}?organization_id=1`)).status).toBe(422);
  });
});

describe('updateOrganizationLimits', () => {
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
        organization_id: member.organization_id,
        concurrent_call_limit,
      });
      expect((await member.get(own)).body).toEqual(answer.body);
      expect((await other.get(own)).body.concurrent_call_limit).toBe(20);
    },
  );

  test('can be repeated', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const set = () => update(admin, admin.organization_id, { concurrent_call_limit: 9 });

    const [first, second] = [await set(), await set()];

    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  test('of several at once lets one be the last', async () => {
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

  test('finds no organization by an unknown id', async () => {
    const admin = await newOrganization({ superAdmin: true });

    const answer = await update(admin, Number.MAX_SAFE_INTEGER, { concurrent_call_limit: 5 });

    expect(answer.status).toBe(404);
    expect(answer.body.detail).toBe('Organization not found.');
  });

  test.each([
    [{}, ['body', 'concurrent_call_limit'], 'missing'],
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

  test('refuses an id that is none', async () => {
    const admin = await newOrganization({ superAdmin: true });

    expect((await update(admin, 0, { concurrent_call_limit: 5 })).status).toBe(422);
  });

  test('is for super admins only, also for their own organization', async () => {
    const [member, admin] = [await newOrganization(), await newOrganization({ superAdmin: true })];
    const body = { concurrent_call_limit: 100_000 };

    const [asUser, asKey, asNobody] = [
      await update(member, member.organization_id, body),
      await admin.send('PUT', path(member.organization_id), {
        body,
        key: admin.key,
        token: admin.token,
      }),
      await admin.send('PUT', path(member.organization_id), { body, token: 'nobody' }),
    ];

    expect([asUser.status, asUser.body.code]).toEqual([403, 'super_admin_required']);
    expect([asKey.status, asKey.body.code]).toEqual([403, 'api_key_not_allowed']);
    expect(asNobody.status).toBe(401);
    expect((await member.get(own)).body.concurrent_call_limit).toBe(20);
  });
});
