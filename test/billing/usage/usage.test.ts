import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addChanges, report } from '../../../src/billing/usage/queries.ts';
import { addAllChanges } from '../../../src/billing/jobs.ts';
import { usage } from '../../../src/billing/usage/views.ts';
import type { Db } from '../../../src/db/connect.ts';
import { up as countAll } from '../../../src/db/migrations/0031_usage_counts.ts';
import { givenCampaign, givenRun as givenCampaignRun } from '../../campaigns/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenConfiguration } from '../../telephony/given.ts';
import { givenManyRuns, givenRun, givenWorkflow } from '../../workflows/given.ts';
import { created_at, over, submit, talked, usageOf } from './given.ts';

describe('getUsage', () => {
  test('of an organization without calls is 0, null and no group', async () => {
    const body = await usageOf(await newOrganization());

    expect(body).toMatchObject({ from: '2026-01-01', to: '2026-02-01', group_by: 'day' });
    expect(body.items).toEqual([]);
    expect(body.next_cursor).toBeNull();
    expect(body.total).toMatchObject({
      calls: 0,
      answer_rate: null,
      consent_rate: null,
      seconds: 0,
    });
    expect(Object.values(body.total.duration_seconds)).toEqual([null, null, null, null]);
    expect(body.total.consumption).toEqual({
      seconds: null,
      tokens: null,
      characters: null,
      cost: [],
    });
  });

  test('counts from the first day to the day before the last one, in UTC', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    for (const at of [
      '2025-12-31T23:59:59.999Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-31T23:59:59.999Z',
      '2026-02-01T00:00:00.000Z',
    ])
      await givenRun(member, workflow, { ...over, created_at: at, ended_at: at });

    const { items } = await usageOf(member);

    expect(items.map(({ date }: { date: string }) => date)).toEqual(['2026-01-31', '2026-01-01']);
  });

  test('names an ISO week by its Monday, also if it is before the first day', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    await givenRun(member, workflow, { ...talked(1), created_at: '2026-01-01T12:00:00.000Z' });

    const { items } = await usageOf(member, 'group_by=week');

    expect(items).toMatchObject([{ date: '2025-12-29', outcome: null, usage: { calls: 1 } }]);
  });

  test('shows calls in progress, which have no outcome and count in no rate', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    await givenRun(member, workflow, { mode: 'ad_hoc', created_at });
    await givenRun(member, workflow, {
      mode: 'ad_hoc',
      state: 'running',
      created_at,
      started_at: created_at,
    });
    await givenRun(member, workflow, talked(30));

    const { total, items } = await usageOf(member, 'group_by=outcome');

    expect(total).toMatchObject({ calls: 3, in_progress: 2, connected: 1, answer_rate: 1 });
    expect(items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['completed', null]);
    expect(items[1].usage).toMatchObject({ calls: 2, in_progress: 2, answer_rate: null });
  });

  test('takes percentiles at the rank, and no call over them', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    for (let seconds = 1; seconds <= 10; seconds += 1)
      await givenRun(member, workflow, talked(seconds * 100));

    const { total } = await usageOf(member);

    expect(total.duration_seconds).toEqual({
      average: 550,
      p50: 500,
      p90: 900,
      p99: 1000,
    });
  });

  test.each(['workflow', 'day'])(
    'pages groups of a %s, each once, with the total of all',
    async (group_by) => {
      const member = await newOrganization();
      for (let day = 1; day <= 5; day += 1) {
        const at = `2026-01-0${day}T10:00:00.000Z`;
        const workflow = await givenWorkflow(member);
        await givenRun(member, workflow, { ...over, created_at: at, ended_at: at });
      }

      const found: (string | number)[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await usageOf(
          member,
          `group_by=${group_by}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        expect(page.total.calls).toBe(5);
        found.push(
          ...page.items.map(
            (item: { date: string; workflow_id: number }) => item.date ?? item.workflow_id,
          ),
        );
        cursor = page.next_cursor;
      }

      expect(found).toHaveLength(5);
      expect(found).toEqual([...new Set(found)].toSorted((a, b) => (a < b ? 1 : -1)));
    },
  );

  test.each([
    ['2026-02-01', '2026-02-01', 'to'],
    ['2026-02-02', '2026-02-01', 'to'],
    ['2025-01-01', '2026-01-03', 'to'],
    ['0000-01-01', '0000-02-01', 'from'],
    ['2026-02-30', '2026-03-01', 'from'],
    ['2026-01-01T00:00:00Z', '2026-03-01', 'from'],
  ])('refuses the days from %s to %s', async (from, to, name) => {
    const member = await newOrganization();

    const { status, body } = await member.get(`/api/v1/usage?from=${from}&to=${to}&group_by=day`);

    expect([status, body.detail[0].loc]).toEqual([422, ['query', name]]);
  });

  test('takes a leap year and a day', async () => {
    const member = await newOrganization();

    const { status } = await member.get(
      '/api/v1/usage?from=2024-01-01&to=2025-01-01&group_by=month',
    );

    expect(status).toBe(200);
  });

  test('counts no run of another organization', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    await givenRun(other, await givenWorkflow(other), talked(9));
    await givenRun(other, await givenWorkflow(other), { mode: 'ad_hoc', created_at });

    expect((await usageOf(member)).total.calls).toBe(0);
    expect((await usageOf(other)).total.calls).toBe(2);
  });

  test('is the same before, while and after changes are added to the counts by two at once', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    await givenManyRuns(member, workflow, { count: 300 });
    const before = await usageOf(member);

    const [meanwhile] = await Promise.all([
      usageOf(member),
      addAllChanges(member.server.app),
      addAllChanges(member.server.app),
    ]);

    expect(before.total.calls).toBe(300);
    expect(meanwhile).toEqual(before);
    expect(await usageOf(member)).toEqual(before);
    const { rows } = await sql`
      select from usage_changes where organization_id = ${member.organization_id}`.execute(
      member.server.app.db,
    );
    expect(rows).toEqual([]);
  });

  test('loses nothing when adding stops before its end', async () => {
    const member = await newOrganization();
    await givenManyRuns(member, await givenWorkflow(member), { count: 10 });

    const { db } = member.server.app;
    const stopped = db.transaction().execute(async (trx) => {
      await addChanges(trx, member.organization_id);
      throw new Error('stopped');
    });

    await expect(stopped).rejects.toThrow('stopped');
    expect((await usageOf(member)).total.calls).toBe(10);
  });

  test('names a deleted configuration by its id, and counts what comes later in the total', async () => {
    const member = await newOrganization();
    const configuration = await givenConfiguration(member);
    const columns = { ...talked(20), telephony_configuration_id: configuration };
    const run = await givenRun(member, await givenWorkflow(member), columns);
    await submit(member, run, { tokens: 5 });

    const { status } = await member.delete(
      `/api/v1/organizations/telephony-configs/${configuration}`,
    );
    await submit(member, run, { tokens: 7 });

    expect(status).toBe(204);
    const { items, total } = await usageOf(member, 'group_by=configuration');
    expect(items).toMatchObject([
      { telephony_configuration_id: configuration, usage: { calls: 1 } },
    ]);
    expect(total.consumption.tokens).toEqual({ total: 7, runs: 1 });
  });

  test('counts the calls of no campaign with null', async () => {
    const member = await newOrganization();
    const campaign = await givenCampaign(member);
    await givenCampaignRun(member, campaign, { ...talked(3), mode: 'campaign' });
    await givenRun(member, await givenWorkflow(member), talked(4));

    const { items } = await usageOf(member, 'group_by=campaign');

    expect(items.map(({ campaign_id }: { campaign_id: number }) => campaign_id)).toEqual([
      campaign.id,
      null,
    ]);
  });

  test('counts no attempt that was given back', async () => {
    const member = await newOrganization();
    const run = await givenRun(member, await givenWorkflow(member), { mode: 'ad_hoc', created_at });
    const before = (await usageOf(member)).total.calls;

    await member.server.app.db.deleteFrom('workflow_runs').where('id', '=', run).execute();

    expect([before, (await usageOf(member)).total.calls]).toEqual([1, 0]);
  });
});

test('The migration counts the runs that there are, and those that end meanwhile once', async () => {
  const member = await newOrganization();
  const { db } = member.server.app;
  const { organization_id } = member;
  const workflow = await givenWorkflow(member);
  const run = await givenRun(member, workflow, talked(7));
  await givenRun(member, workflow, { mode: 'ad_hoc', created_at });
  await givenRun(member, workflow, { ...talked(9), gathered_context: '{"consent_given":true}' });
  const later = '2026-02-03T10:00:00.000Z';
  await givenRun(member, workflow, { ...over, created_at: later, ended_at: later });
  await givenRun(member, workflow, { ...over, mode: 'test', ended_at: created_at });
  await submit(member, run, {
    tokens: 11,
    cost: [{ source: 'other', amount: '1.5', currency: 'USD' }],
  });
  const reports = async (on: Db) => {
    const found = [];
    for (const group_by of ['day', 'month', 'workflow', 'campaign', 'outcome'] as const) {
      const period = { from: '2026-01-01', to: '2026-02-20' };
      const rows = await report(on, { organization_id, ...period, group_by, rows: 50 });
      found.push(rows.map((row) => [row.key, usage(row)]));
    }
    return found;
  };
  const before = await reports(db);

  // As if some runs had ended before there were triggers; the migration rolls back.
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`delete from usage_counts`.execute(trx);
      await sql`delete from usage_changes where organization_id = ${organization_id}
        and measure = 'tokens'`.execute(trx);
      await countAll(trx as unknown as Kysely<unknown>);
      const { rows } = await sql`select from usage_changes`.execute(trx);
      expect(rows).toEqual([]);
      expect(await reports(trx)).toEqual(before);
      throw new Error('rolled back');
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'));

  await addAllChanges(member.server.app);
  expect(await reports(db)).toEqual(before);
  expect((await usageOf(member)).total).toMatchObject({
    calls: 3,
    in_progress: 1,
    consents: 1,
    test_runs: 1,
    consumption: { tokens: { total: 11, runs: 1 } },
  });
});

describe('The counts', () => {
  const countersOf = async ({ server, organization_id }: Member) => {
    const { rows } = await sql`
      select from usage_counts where organization_id = ${organization_id}`.execute(server.app.db);
    return rows.length;
  };

  test('are as many for many runs as for few, whatever their durations', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const counters: number[] = [];
    for (const seconds of [
      [1, 2],
      [3, 4, 5, 6, 7, 8],
      [9, 1],
    ]) {
      for (const each of seconds) await givenRun(member, workflow, talked(each));
      await addAllChanges(member.server.app);
      counters.push(await countersOf(member));
    }

    // Five kinds of groups, a day and a month each, with their outcome and that they were answered.
    expect(counters).toEqual([20, 20, 20]);
    expect((await usageOf(member)).total).toMatchObject({
      connected: 10,
      seconds: 46,
      duration_seconds: { p50: 4, p90: 8, p99: 9 },
    });
  });

  test('get the changes of other organizations although those of one fail', async () => {
    const [broken, sound] = [await newOrganization(), await newOrganization()];
    const { app } = broken.server;
    for (const member of [broken, sound])
      await givenManyRuns(member, await givenWorkflow(member), { count: 3 });
    await sql`create function fail_here() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`.execute(app.db);
    onTestFinished(async () => void (await sql`drop function fail_here cascade`.execute(app.db)));
    await sql`create trigger fail_here before insert on usage_counts
      for each row when (new.organization_id = ${sql.lit(broken.organization_id)}) execute function fail_here()`.execute(
      app.db,
    );

    expect(await addAllChanges(app)).toEqual([broken.organization_id]);

    const { rows } = await sql<{ organization_id: number }>`
      select distinct organization_id from usage_changes
      where organization_id in (${broken.organization_id}, ${sound.organization_id})`.execute(
      app.db,
    );
    expect(rows).toEqual([{ organization_id: broken.organization_id }]);
  });

  test('get the changes of those organizations at once that have many', async () => {
    const [few, many] = [await newOrganization(), await newOrganization()];
    await givenManyRuns(few, await givenWorkflow(few), { count: 69 });
    await givenManyRuns(many, await givenWorkflow(many), { count: 70 });

    await addAllChanges(few.server.app, { from: 70, organizations: 1000 });

    expect([await countersOf(few), await countersOf(many)]).toEqual([0, 10]);
    expect([await usageOf(few), await usageOf(many)]).toMatchObject([
      { total: { calls: 69 } },
      { total: { calls: 70 } },
    ]);
  });
});
