import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import {
  dialAll,
  dialNow,
  givenCallableCampaign,
  runsOf,
  callsInProgress,
} from '../lifecycle/given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const workdays = [0, 1, 2, 3, 4].map((day_of_week) => ({
  day_of_week,
  start_time: '09:00',
  end_time: '17:00',
}));

test("During a week of slots calls are placed only inside them, by each contact's local time", async () => {
  // Friday evening in New York. On Sunday its clocks go forward, so Monday has another UTC offset.
  server.setNow('2026-03-06T23:00:00.000Z');
  const member = await newOrganization({ server });
  const zones = [null, 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe', 'Europe/London'];
  const campaign = await givenCallableCampaign(member, {
    digits: Array.from({ length: 60 }, () => '00'),
    timezones: Array.from({ length: 60 }, (_, place) => zones[place % zones.length]!),
    limit: 3,
    schedule_config: { enabled: true, timezone: 'Europe/London', slots: workdays },
  });
  await member.post(`${campaign.path}/start`);

  const waits: string[] = [];
  for (let hours = 0; hours < 200; hours++) {
    const { state } = (await member.get(campaign.path)).body;
    if (state !== 'running') break;
    const { body: preview } = await member.get(`${campaign.path}/preview`);
    const before = (await runsOf(member, campaign)).length;
    await dialNow(member);
    await callsInProgress(member, campaign);
    const placed = (await runsOf(member, campaign)).length - before;
    expect(placed > 0 || preview.next_call_at === null, preview.at).toBe(
      preview.callable_now > 0 || preview.next_call_at === null,
    );
    if (placed === 0 && preview.next_call_at !== null) {
      waits.push(preview.next_call_at);
      server.setNow(preview.next_call_at);
    } else server.setNow(hourLater(server.app.now()));
  }

  const runs = await server.app.db
    .selectFrom('workflow_runs as run')
    .innerJoin('campaign_contacts as contact', 'contact.id', 'run.contact_id')
    .select(['run.placing_at', 'contact.timezone'])
    .where('run.campaign_id', '=', campaign.id)
    .execute();
  expect(runs).toHaveLength(60);
  for (const { placing_at, timezone } of runs) {
    const local = DateTime.fromISO(placing_at!, { zone: timezone ?? 'Europe/London' });
    expect(local.weekday, placing_at!).toBeLessThan(6);
    expect(local.hour, placing_at!).toBeGreaterThanOrEqual(9);
    expect(local.hour, placing_at!).toBeLessThan(17);
  }
  // The week starts on Lord Howe Island, in the night to Monday.
  expect(waits[0]).toBe('2026-03-08T22:00:00.000Z');
});

test('A retry that is due outside the slots waits for the next one', async () => {
  server.setNow('2026-01-09T16:59:59.000Z');
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, {
    digits: ['40'],
    retry_config: { max_retries: 1, retry_delay_seconds: 60 },
    schedule_config: { enabled: true, timezone: 'UTC', slots: workdays },
  });
  await member.post(`${campaign.path}/start`);
  await dialAll(member, campaign);

  for (const timestamp of ['2026-01-09T17:00:59.000Z', '2026-01-12T08:59:59.999Z']) {
    server.setNow(timestamp);
    await dialNow(member);
    expect(await runsOf(member, campaign)).toHaveLength(1);
  }
  server.setNow('2026-01-12T09:00:00.000Z');
  const body = await dialAll(member, campaign);

  expect(body).toMatchObject({ state: 'completed', executed_count: 2 });
});

const hourLater = (timestamp: string): string =>
  new Date(Date.parse(timestamp) + 3_600_000).toISOString();
