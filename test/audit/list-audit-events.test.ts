import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { givenEntry } from '../billing/given.ts';
import { emailOf } from './given.ts';

const path = '/api/v1/audit-events';
const keys = '/api/v1/auth/api-keys';

describe('listAuditEvents', () => {
  test("shows the organization's own events to its members, with pages and filters", async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const { id } = (await member.post(keys, { name: 'one' })).body;
    await other.post(keys, { name: 'foreign' });
    await member.post(`${keys}/${id}/archive`);

    const first = (await member.get(`${path}?limit=1`)).body;
    const second = (await member.get(`${path}?limit=1&cursor=${first.next_cursor}`)).body;
    const created = (await member.get(`${path}?action=api_key.created&subject_id=${id}`)).body;

    expect([first, second].map(({ items }) => items[0].action)).toEqual([
      'api_key.archived',
      'api_key.created',
    ]);
    expect(second.next_cursor).toBeNull();
    expect(created.items).toEqual([
      expect.objectContaining({
        organization_id: member.organization_id,
        actor: { kind: 'user', id: member.user_id, name: await emailOf(member) },
        after: expect.objectContaining({ name: 'one' }),
      }),
    ]);
  });

  test('shows no events of the platform, and not the names of admins who change limits', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const member = await newOrganization();
    const entry = await givenEntry(admin);
    await admin.patch(`/api/v1/admin/billing/catalog/${entry}`, { tokens: 7 });
    const limits = `/api/v1/admin/organizations/${member.organization_id}/limits`;
    await admin.put(limits, { concurrent_call_limit: 7 });

    const [own, theirs] = [(await member.get(path)).body, (await admin.get(path)).body];

    expect(theirs.items).toEqual([]);
    expect(own.items).toEqual([
      expect.objectContaining({
        action: 'organization.limits_updated',
        actor: { kind: 'user', id: admin.user_id, name: null },
      }),
    ]);
  });

  test.each(['created_after=9999-12-31T23:59:60.000Z', 'action=none', 'organization_id=1'])(
    'refuses %s',
    async (query) => {
      const member = await newOrganization();

      expect((await member.get(`${path}?${query}`)).status).toBe(422);
    },
  );
});
