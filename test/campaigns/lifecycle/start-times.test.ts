import { afterEach, describe, expect, test } from 'vitest';
import { refuseRestoredStarts, startDue } from '../../../src/campaigns/lifecycle/start-times.ts';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { type CallableCampaign, contactsOf, eventsIn, givenCallableCampaign } from './given.ts';

const server = ownServer();
afterEach(async () => {
  // What other tests left scheduled is none of this one's business.
  await server.app.db
    .updateTable('campaigns')
    .set({ start_at: null, start_due_at: null, start_refusal: null })
    .set({ start_user_id: null, start_api_key_id: null })
    .execute();
});

const hour = 3_600_000;
const inMs = (ms: number): string => later(server.app.now(), ms);
const wait = (ms: number): void => server.setNow(inMs(ms));

const show = async (member: Member, { path }: CallableCampaign) => (await member.get(path)).body;

async function givenStart(options: { connector?: string } = {}, ms = hour) {
  const member = await newOrganization({ server, ...options });
  const campaign = await givenCallableCampaign(member);
  server.setNow(server.app.now());
  const path = `${campaign.path}/schedule-start`;
  const schedule = (start_at: string) =>
    options.connector === undefined
      ? member.post(path, { start_at })
      : member.send('POST', path, { key: member.key, body: { start_at } });
  const answer = await schedule(inMs(ms));
  return { member, campaign, schedule, answer, path };
}

describe('scheduleCampaignStart', () => {
  test('starts nothing before its time, and shows and lists the campaign with it', async () => {
    const { member, campaign, answer } = await givenStart();
    const other = await givenCallableCampaign(member, { beside: campaign });
    const start_at = inMs(hour);

    wait(hour - 1);
    await startDue(server.app);

    expect([answer.status, answer.body]).toMatchObject([
      200,
      { state: 'created', start_at, start_refusal: null },
    ]);
    expect(answer.body.logs.at(-1)).toMatchObject({
      event: 'campaign_start_scheduled',
      details: { by: { user_id: member.user_id }, start_at },
    });
    expect(await show(member, campaign)).toMatchObject({ state: 'created', start_at });
    const listed = async (scheduled: boolean) =>
      (await member.get(`/api/v1/campaign?has_scheduled_start=${scheduled}`)).body.items.map(
        ({ id }: { id: number }) => id,
      );
    expect([await listed(true), await listed(false)]).toEqual([[campaign.id], [other.id]]);
  });

  test('replaces the time before', async () => {
    const { member, campaign, schedule } = await givenStart();
    await schedule(inMs(2 * hour));

    wait(hour);
    await startDue(server.app);
    const before = await show(member, campaign);
    wait(hour);
    await startDue(server.app);

    expect([before.state, (await show(member, campaign)).state]).toEqual(['created', 'running']);
  });

  test.each([
    ['is over', -1],
    ['is more than 90 days ahead', 90 * 24 * hour + 1],
  ])('refuses a time that %s', async (_, ms) => {
    const { schedule } = await givenStart();

    const { status, body } = await schedule(inMs(ms));

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'start_at']]);
  });

  test('refuses a campaign that was started, or that somebody has changed', async () => {
    const { member, campaign, path, schedule } = await givenStart();
    const { headers } = await member.get(campaign.path);
    await member.patch(campaign.path, { name: 'Changed' });

    const changed = await member.post(
      path,
      { start_at: inMs(hour) },
      { 'if-match': headers.get('etag')! },
    );
    await member.post(`${campaign.path}/start`);
    const started = await schedule(inMs(hour));

    expect([changed.status, started.status, started.body]).toMatchObject([
      412,
      409,
      { code: 'campaign_not_startable', state: 'running' },
    ]);
  });
});

describe('A campaign whose start is due', () => {
  test('is started once, by whoever comes first, with its contacts', async () => {
    const { member, campaign } = await givenStart();

    wait(hour);
    await Promise.all([startDue(server.app), startDue(server.app)]);
    await startDue(server.app);

    const body = await show(member, campaign);
    expect(body).toMatchObject({
      state: 'running',
      started_at: server.app.now(),
      start_at: null,
      start_refusal: null,
    });
    expect(eventsIn(body).filter((event) => event === 'campaign_started')).toHaveLength(1);
    expect(body.logs.at(-1)).toMatchObject({
      message: 'The campaign was started at its scheduled time.',
      details: { by: { user_id: member.user_id } },
    });
    expect(await contactsOf(member, campaign)).toHaveLength(3);
    const { items } = (await member.get('/api/v1/audit-events')).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'campaign.started',
      'campaign.start_scheduled',
    ]);
  });

  test('is refused by what refuses startCampaign then, which the log and the campaign say', async () => {
    const { member, campaign } = await givenStart();
    await server.app.db
      .updateTable('workflows')
      .set({ status: 'archived' })
      .where('id', '=', campaign.workflow_id)
      .execute();

    wait(hour);
    await startDue(server.app);
    await server.app.db
      .updateTable('workflows')
      .set({ status: 'active' })
      .where('id', '=', campaign.workflow_id)
      .execute();
    await startDue(server.app);

    const body = await show(member, campaign);
    expect(body).toMatchObject({
      state: 'created',
      start_refusal: { code: 'workflow_archived', message: expect.any(String) },
    });
    expect(body.logs.at(-1)).toMatchObject({
      level: 'warning',
      event: 'campaign_start_refused',
      details: { code: 'workflow_archived' },
    });
    expect((await member.post(`${campaign.path}/start`)).body).toMatchObject({
      state: 'running',
      start_at: null,
      start_refusal: null,
    });
  });

  test('of a connector uses an approval then, or is refused', async () => {
    const [refused, approved] = [
      await givenStart({ connector: 'crm' }),
      await givenStart({ connector: 'crm' }),
    ];
    const policy = await givenPolicy(approved.member, {
      connector_name: 'crm',
      action_type: 'campaign_start',
      destination_kind: 'campaign',
      destination_value: String(approved.campaign.id),
      target_id: approved.campaign.id,
      expires_at: inMs(2 * hour),
    });

    wait(hour);
    await startDue(server.app);

    expect(await show(refused.member, refused.campaign)).toMatchObject({
      state: 'created',
      start_refusal: { code: 'approval_required' },
    });
    expect((await show(approved.member, approved.campaign)).state).toBe('running');
    const { body } = await approved.member.get(`/api/v1/approval-policies/${policy}`);
    expect(body.used_count).toBe(1);
  });

  test('is not started with an API key that was archived', async () => {
    const { member, campaign } = await givenStart({ connector: 'crm' });
    await server.app.db
      .updateTable('api_keys')
      .set({ archived_at: server.app.now() })
      .where('organization_id', '=', member.organization_id)
      .execute();

    wait(hour);
    await startDue(server.app);

    expect((await show(member, campaign)).start_refusal.code).toBe('unauthorized');
  });

  test('is not started more than an hour late', async () => {
    const { member, campaign } = await givenStart();

    wait(2 * hour + 1);
    await startDue(server.app);

    expect(await show(member, campaign)).toMatchObject({
      state: 'created',
      start_refusal: { code: 'too_late' },
    });
  });

  test('is not started after a restore, when it may have been already', async () => {
    const { member, campaign } = await givenStart();
    const next = await givenStart({}, 2 * hour);

    server.setNow(later(next.answer.body.start_at, -1));
    await refuseRestoredStarts(server.app);
    await startDue(server.app);

    expect((await show(member, campaign)).start_refusal.code).toBe('restored_from_backup');
    expect(await show(next.member, next.campaign)).toMatchObject({
      state: 'created',
      start_refusal: null,
    });
  });

  test('is tried again after an error of the server', async () => {
    const { member, campaign } = await givenStart();
    const broken = {
      ...server.app,
      jobs: {
        ...server.app.jobs,
        wakeAfter: () => Promise.reject(new Error('The queue is away.')),
      },
    };

    wait(hour);
    await startDue(broken);
    const before = await show(member, campaign);
    await startDue(server.app);
    const paused = await show(member, campaign);
    wait(15_000);
    await startDue(server.app);

    expect([before.state, paused.state]).toEqual(['created', 'created']);
    expect(await show(member, campaign)).toMatchObject({ state: 'running' });
  });
});

describe('A scheduled start', () => {
  test.each(['start', 'cancel'])('ends with %s of the campaign', async (transition) => {
    const { member, campaign } = await givenStart();

    const { body } = await member.post(`${campaign.path}/${transition}`);
    wait(hour);
    await startDue(server.app);

    expect([body.start_at, eventsIn(await show(member, campaign))]).toEqual([
      null,
      expect.not.arrayContaining(['campaign_start_refused']),
    ]);
  });

  test('ends with cancelCampaignStart, which can be repeated', async () => {
    const { member, campaign } = await givenStart();

    const canceled = await member.post(`${campaign.path}/cancel-start`);
    const again = await member.post(`${campaign.path}/cancel-start`);
    wait(hour);
    await startDue(server.app);

    expect([canceled.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(canceled.body);
    expect(await show(member, campaign)).toMatchObject({ state: 'created', start_at: null });
    const { items } = (await member.get('/api/v1/audit-events')).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'campaign.start_unscheduled',
      'campaign.start_scheduled',
    ]);
  });
});
