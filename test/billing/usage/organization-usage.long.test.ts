import { describe, expect, test } from 'vitest';
import { addAllChanges } from '../../../src/billing/jobs.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { givenAdmin } from '../organizations/given.ts';
import { over, submit, talked, usageOf } from './given.ts';

const january = 'from=2026-01-01&to=2026-02-01';

const list = async (admin: Member, query = january) =>
  (await admin.get(`/api/v1/admin/usage?${query}`)).body;

const itemOf = async (admin: Member, { organization_id }: Member, period = january) =>
  (await list(admin, `${period}&organization_id=${organization_id}`)).items[0];

describe('listOrganizationUsageAsAdmin', () => {
  test('shows of each organization what getUsage shows of it', async () => {
    const [admin, one, other] = [
      await givenAdmin(),
      await newOrganization(),
      await newOrganization(),
    ];
    const run = await givenRun(one, await givenWorkflow(one), talked(40));
    await submit(one, run, {
      tokens: 7,
      cost: [{ source: 'telephony', amount: '0.25', currency: 'EUR' }],
    });
    const ended_at = over.created_at;
    await givenRun(other, await givenWorkflow(other), { ...over, outcome: 'busy', ended_at });
    await addAllChanges(admin.server.app);

    const { items, unanswered_cells } = await list(admin, `${january}&limit=2`);

    expect(unanswered_cells).toEqual([]);
    expect(items.map((item: { organization_id: number }) => item.organization_id)).toEqual([
      other.organization_id,
      one.organization_id,
    ]);
    for (const [item, member] of [
      [items[0], other],
      [items[1], one],
    ]) {
      const { in_progress, duration_seconds, ...total } = (await usageOf(member)).total;
      expect([in_progress, duration_seconds.average]).toEqual([0, total.seconds || null]);
      expect(item).toEqual({
        organization_id: member.organization_id,
        organization_name: expect.any(String),
        from: '2026-01-01',
        to: '2026-02-01',
        has_pending_changes: false,
        ...total,
      });
    }
    expect(items[1]).toMatchObject({
      calls: 1,
      seconds: 40,
      consumption: { tokens: { total: 7 } },
    });
  });

  test('says of which organizations something is not added yet, and leaves it out', async () => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];
    await givenRun(member, await givenWorkflow(member), talked(5));

    const before = await itemOf(admin, member);
    await addAllChanges(admin.server.app);
    await givenRun(member, await givenWorkflow(member), {
      mode: 'ad_hoc',
      created_at: over.created_at,
    });
    const other = await newOrganization();
    await givenRun(other, await givenWorkflow(other), talked(5));
    const after = await itemOf(admin, member);

    expect(before).toMatchObject({ has_pending_changes: true, calls: 0, answer_rate: null });
    expect(after).toMatchObject({ has_pending_changes: false, calls: 1, answer_rate: 1 });
  });

  test('lists each organization once, newest first, also one without calls', async () => {
    const admin = await givenAdmin();
    const members = [await newOrganization(), await newOrganization(), await newOrganization()];
    const seen: number[] = [];

    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(admin, `${january}&limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map((item: { organization_id: number }) => item.organization_id));
      cursor = page.next_cursor;
    }

    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
    expect(seen).toEqual(expect.arrayContaining(members.map((member) => member.organization_id)));
    expect(await itemOf(admin, members[0]!)).toMatchObject({
      calls: 0,
      has_pending_changes: false,
      outcomes: { completed: 0 },
      consumption: { seconds: null, cost: [] },
    });
  });

  test.each([
    ['2026-01-05', '2026-02-10', 3],
    ['2026-01-06', '2026-02-10', 2],
    ['2025-12-31', '2026-03-01', 4],
    ['2026-02-01', '2026-03-01', 2],
  ])('counts whole months and days, from %s to %s', async (from, to, calls) => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];
    const workflow = await givenWorkflow(member);
    for (const day of ['2026-01-05', '2026-01-31', '2026-02-09', '2026-02-10']) {
      const at = `${day}T10:00:00.000Z`;
      await givenRun(member, workflow, { ...over, created_at: at, ended_at: at });
    }
    await addAllChanges(admin.server.app);

    expect(await itemOf(admin, member, `from=${from}&to=${to}`)).toMatchObject({ from, to, calls });
  });

  test('shows nothing of an organization that does not exist', async () => {
    const body = await list(await givenAdmin(), `${january}&organization_id=99999999`);

    expect(body).toEqual({ items: [], next_cursor: null, unanswered_cells: [] });
  });

  test.each([
    ['2026-02-01', '2026-02-01', 'to'],
    ['2025-01-01', '2026-01-03', 'to'],
    ['0000-01-01', '0000-02-01', 'from'],
    ['2026-02-30', '2026-03-01', 'from'],
  ])('refuses the days from %s to %s', async (from, to, name) => {
    const admin = await givenAdmin();

    const { status, body } = await admin.get(`/api/v1/admin/usage?from=${from}&to=${to}`);

    expect([status, body.detail[0].loc]).toEqual([422, ['query', name]]);
  });
});
