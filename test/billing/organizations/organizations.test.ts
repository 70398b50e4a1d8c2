import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenCall } from '../../telephony/calls/given.ts';
import { givenConfiguration } from '../../telephony/given.ts';
import { givenAdmin, path, reason, resume, suspend } from './given.ts';

const nameOf = async ({ server, organization_id }: Awaited<ReturnType<typeof newOrganization>>) =>
  server.app.db
    .selectFrom('organizations')
    .innerJoin('users', 'users.organization_id', 'organizations.id')
    .select(['name', 'email'])
    .where('organizations.id', '=', organization_id)
    .executeTakeFirstOrThrow();

describe('listOrganizationsAsAdmin', () => {
  test.each(['name', 'email'] as const)('finds one by its %s, ignoring case', async (filter) => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];
    const text = String((await nameOf(member))[filter]).toUpperCase();

    const { body } = await admin.get(`${path}?${filter}=${encodeURIComponent(text)}`);
    const none = await admin.get(`${path}?${filter}=${encodeURIComponent(`${text}%`)}`);

    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([member.organization_id]);
    expect(none.body.items).toEqual([]);
  });

  test('finds those with a status', async () => {
    const [admin, suspended, active] = [
      await givenAdmin(),
      await newOrganization(),
      await newOrganization(),
    ];
    await suspend(admin, suspended);
    const idsOf = async (status: string) =>
      (await admin.get(`${path}?status=${status}&limit=200`)).body.items.map(
        ({ id }: { id: number }) => id,
      );

    const [ofSuspended, ofActive] = [await idsOf('suspended'), await idsOf('active')];

    expect(ofSuspended).toContain(suspended.organization_id);
    expect(ofSuspended).not.toContain(active.organization_id);
    expect(ofActive).toContain(active.organization_id);
    expect(ofActive).not.toContain(suspended.organization_id);
  });
});

describe('getOrganizationAsAdmin', () => {
  test('shows members, calls in progress and the time it was created', async () => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];
    await givenCall(member, await givenConfiguration(member));

    const { status, body } = await admin.get(`${path}/${member.organization_id}`);

    expect([status, body]).toEqual([
      200,
      {
        id: member.organization_id,
        name: (await nameOf(member)).name,
        status: 'active',
        suspended_at: null,
        suspension_reason: null,
        deleted_at: null,
        is_operator: false,
        member_count: 1,
        calls_in_progress: 1,
        created_at: expect.any(String),
      },
    ]);
  });
});

describe('getOrganizationLimitsAsAdmin', () => {
  test('shows what the organization itself is shown', async () => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];

    const answer = await admin.get(`${path}/${member.organization_id}/limits`);
    const missing = await admin.get(`${path}/999999999/limits`);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await member.get('/api/v1/organizations/limits')).body);
    expect([missing.status, missing.body.param]).toEqual([404, 'organization_id']);
  });
});

describe('suspendOrganizationAsAdmin', () => {
  test('shows the suspended organization, and who did it in the audit log', async () => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];

    const { status, body } = await suspend(admin, member);

    const at = body.suspended_at;
    expect([status, body.status, body.suspension_reason]).toEqual([200, 'suspended', reason]);
    expect((await admin.get(`${path}/${member.organization_id}`)).body).toEqual(body);
    const events = `/api/v1/admin/audit-events?organization_id=${member.organization_id}`;
    expect((await admin.get(events)).body.items).toMatchObject([
      {
        action: 'organization.suspended',
        actor: { kind: 'user', id: admin.user_id },
        before: { suspended_at: null, suspension_reason: null },
        after: { suspended_at: at, suspension_reason: reason },
      },
    ]);
  });

  test('keeps the first reason and time when it is repeated', async () => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];

    const first = await suspend(admin, member);
    const second = await suspend(admin, member, { reason: 'Another one.' });

    expect([second.status, second.body]).toEqual([200, first.body]);
    const events = `/api/v1/admin/audit-events?organization_id=${member.organization_id}`;
    expect((await admin.get(events)).body.items).toHaveLength(1);
  });

  test('keeps one reason of two concurrent requests', async () => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];
    const reasons = ['One reason.', 'Another reason.'];

    const answers = await together(
      admin.server,
      reasons.map((each) => () => suspend(admin, member, { reason: each })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const kept = new Set(answers.map(({ body }) => body.suspension_reason));
    expect(kept.size).toBe(1);
    expect(reasons).toContain([...kept][0]);
  });

  test('refuses the organization of a super admin, its own too', async () => {
    const [admin, other] = [await givenAdmin(), await givenAdmin()];

    const answers = [await suspend(admin, other), await suspend(admin, admin)];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'organization_has_super_admin'],
      [409, 'organization_has_super_admin'],
    ]);
    expect((await other.get('/api/v1/auth/me')).status).toBe(200);
  });
});

describe('resumeOrganizationAsAdmin', () => {
  test('lets its sessions and keys in again, and changes nothing when it is repeated', async () => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];
    // The process remembers the caller.
    await member.get('/api/v1/auth/me');
    await suspend(admin, member);
    const refused = await member.get('/api/v1/auth/me');

    const first = await resume(admin, member);
    const second = await resume(admin, member);

    expect([first.status, first.body.status, first.body.suspended_at]).toEqual([
      200,
      'active',
      null,
    ]);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(refused.status).toBe(403);
    expect((await member.get('/api/v1/auth/me')).status).toBe(200);
    expect((await member.send('GET', '/api/v1/auth/me', { key: member.key })).status).toBe(200);
    const events = `/api/v1/admin/audit-events?organization_id=${member.organization_id}`;
    expect(
      (await admin.get(events)).body.items.map(({ action }: { action: string }) => action),
    ).toEqual(['organization.resumed', 'organization.suspended']);
  });
});
