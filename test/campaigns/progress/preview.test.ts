import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { sharedServer, type TestServer } from '../../support/server.ts';
import { givenContacts } from '../given.ts';
import { givenCallableCampaign, numberTo } from '../lifecycle/given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
// A Monday.
beforeEach(() => server.setNow('2026-01-05T10:00:00.000Z'));
afterAll(() => server.setNow(undefined));

const mondays = {
  enabled: true,
  timezone: 'UTC',
  slots: [{ day_of_week: 0, start_time: '09:00', end_time: '17:00' }],
};

const block = ({ organization_id }: Member, phone_number: string) =>
  server.app.db
    .insertInto('do_not_call_numbers')
    .values({ organization_id, phone_number, created_at: server.app.now() })
    .execute();

const none = { do_not_call: 0, no_prior_consent: 0, retry_waiting: 0, outside_schedule: 0 };

test('Before the start the rows of the source are previewed', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, {
    digits: ['00', '01', '02', '03'],
    timezones: [null, 'America/New_York', null, 'America/New_York'],
    schedule_config: mondays,
  });
  await block(member, numberTo('00'));
  await block(member, numberTo('01'));

  const { body } = await member.get(`${campaign.path}/preview`);

  expect(body).toEqual({
    campaign_id: campaign.id,
    state: 'created',
    callable_now: 1,
    held: { ...none, do_not_call: 2, retry_waiting: 0, outside_schedule: 1 },
    next_call_at: '2026-01-05T10:00:00.000Z',
    at: '2026-01-05T10:00:00.000Z',
  });
});

test('After the start unfinished contacts are previewed, each under the first rule that blocks it', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, {
    state: 'paused',
    started_at: server.app.now(),
    schedule_config: mondays,
  });
  const soon = '2026-01-05T10:05:00.000Z';
  const past = '2026-01-05T09:59:00.000Z';
  await givenContacts(member, campaign, [
    { phone_number: numberTo('00') },
    { phone_number: numberTo('01'), timezone: 'America/New_York' },
    {
      phone_number: numberTo('02'),
      state: 'waiting',
      attempts: 1,
      retries_queued: 1,
      due_at: soon,
    },
    {
      phone_number: numberTo('03'),
      state: 'waiting',
      attempts: 1,
      retries_queued: 1,
      due_at: past,
    },
    {
      phone_number: numberTo('04'),
      state: 'waiting',
      attempts: 1,
      retries_queued: 1,
      due_at: soon,
      timezone: 'America/New_York',
    },
    {
      phone_number: numberTo('05'),
      state: 'waiting',
      attempts: 1,
      retries_queued: 1,
      due_at: soon,
    },
    { phone_number: numberTo('06'), state: 'done', outcome: 'completed' },
    { phone_number: numberTo('07'), state: 'skipped', skip_reason: 'do_not_call' },
    { phone_number: numberTo('08'), state: 'dialing' },
  ]);
  for (const digits of ['05', '06', '07']) await block(member, numberTo(digits));

  const { body } = await member.get(`${campaign.path}/preview`);

  expect(body).toMatchObject({
    state: 'paused',
    callable_now: 2,
    held: { ...none, do_not_call: 1, retry_waiting: 2, outside_schedule: 1 },
    next_call_at: '2026-01-05T10:00:00.000Z',
  });
});

test.each<[string, object[], object | null, string | null]>([
  ['is when the next slot opens', [{}], mondays, '2026-01-12T09:00:00.000Z'],
  ['is now without a schedule', [{}], null, '2026-01-05T18:00:00.000Z'],
  [
    'is when the first retry falls due',
    [
      { state: 'waiting', attempts: 1, retries_queued: 1, due_at: '2026-01-05T18:30:00.000Z' },
      { state: 'waiting', attempts: 1, retries_queued: 1, due_at: '2026-01-05T18:20:00.000Z' },
    ],
    null,
    '2026-01-05T18:20:00.000Z',
  ],
  [
    'is when the slot after a retry opens',
    [{ state: 'waiting', attempts: 1, retries_queued: 1, due_at: '2026-01-12T17:30:00.000Z' }],
    mondays,
    '2026-01-19T09:00:00.000Z',
  ],
  [
    'is the earliest of all zones',
    [{}, { timezone: 'America/New_York' }],
    mondays,
    '2026-01-05T18:00:00.000Z',
  ],
  ['is null when all are finished', [{ state: 'done', outcome: 'completed' }], null, null],
])('The next call %s', async (_, contacts, schedule_config, next_call_at) => {
  server.setNow('2026-01-05T18:00:00.000Z');
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, {
    state: 'running',
    started_at: server.app.now(),
    schedule_config,
  });
  await givenContacts(member, campaign, contacts);

  const { body } = await member.get(`${campaign.path}/preview`);

  expect(body.next_call_at).toBe(next_call_at);
});

test('A source with only numbers on the do-not-call list has no next call', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, { digits: ['00'] });
  await block(member, numberTo('00'));

  const { body } = await member.get(`${campaign.path}/preview`);

  expect(body).toMatchObject({
    callable_now: 0,
    held: { ...none, do_not_call: 1 },
    next_call_at: null,
  });
});

test('An invalid schedule allows no calls', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, {
    schedule_config: { ...mondays, timezone: 'Atlantis/Capital' },
  });

  const { status, body } = await member.get(`${campaign.path}/preview`);

  expect([status, body]).toMatchObject([
    200,
    { callable_now: 0, held: { ...none, outside_schedule: 3 }, next_call_at: null },
  ]);
});

test('A canceled campaign has nothing to preview', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member);
  await member.post(`${campaign.path}/start`);
  await member.post(`${campaign.path}/cancel`);

  const { body } = await member.get(`${campaign.path}/preview`);

  expect(body).toMatchObject({ callable_now: 0, held: none, next_call_at: null });
});
