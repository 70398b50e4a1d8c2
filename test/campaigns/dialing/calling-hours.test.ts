import { expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { placedSoFar } from '../../telephony/calls/given.ts';
import {
  claimed,
  contactsOf,
  dialAll,
  dialNow,
  givenCallableCampaign,
  runsOf,
} from '../lifecycle/given.ts';

const server = ownServer();

const slots = (start_time: string, end_time: string) =>
  [0, 1, 2, 3, 4].map((day_of_week) => ({ day_of_week, start_time, end_time }));

async function givenHours(hours: object, now: string, campaignOf: object) {
  server.setNow(now);
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, campaignOf);
  await member.put('/api/v1/organizations/calling-hours', hours);
  await member.post(`${campaign.path}/start`);
  return { member, campaign };
}

test("A campaign's contact waits until the organization's hours and the schedule are open for it", async () => {
  // Six in the evening in Kolkata, half past eight in the evening in Sydney, eight in the morning in New York.
  const { member, campaign } = await givenHours(
    {
      timezone: 'America/New_York',
      slots: slots('09:00', '17:00'),
      holidays: [{ date: '2026-01-06', name: 'Closed' }],
    },
    '2026-01-05T12:30:00.000Z',
    {
      digits: ['00', '01', '02'],
      timezones: ['Asia/Kolkata', 'Australia/Sydney', null],
      schedule_config: { enabled: true, timezone: 'UTC', slots: slots('11:00', '20:00') },
    },
  );

  const times = [
    ['2026-01-05T13:59:59.999Z', 0],
    // Both are open for the third contact: from two in the afternoon in UTC, which is nine in New York.
    ['2026-01-05T14:00:00.000Z', 1],
    // After the holiday, from eleven to five by the contacts' clocks.
    ['2026-01-06T23:59:59.999Z', 1],
    ['2026-01-07T00:00:00.000Z', 2],
    ['2026-01-07T05:29:59.999Z', 2],
    ['2026-01-07T05:30:00.000Z', 3],
  ] as const;
  const { body: first } = await member.get(`${campaign.path}/contacts`);
  const held = await member.get(`${campaign.path}/contacts/${first.items[2].id}`);
  const preview = await member.get(`${campaign.path}/preview`);

  for (const [now, calls] of times) {
    server.setNow(now);
    await dialAll(member, campaign);
    expect(await runsOf(member, campaign), now).toHaveLength(calls);
  }

  expect(held.body.held_by).toEqual({
    code: 'hours',
    message: "The organization's calling hours are closed in America/New_York.",
    until: '2026-01-05T14:00:00.000Z',
  });
  expect(preview.body).toMatchObject({
    callable_now: 0,
    held: { outside_schedule: 3 },
    next_call_at: '2026-01-05T14:00:00.000Z',
  });
  expect((await member.get(campaign.path)).body.state).toBe('completed');
});

test("A campaign's call that was claimed before the hours closed is given back", async () => {
  const { member, campaign } = await givenHours(
    { timezone: 'UTC', slots: slots('09:00', '17:00') },
    '2026-01-05T16:59:59.999Z',
    { digits: ['00', '01'], timezones: [null, 'America/New_York'] },
  );

  const taken = await claimed(member, campaign);
  server.setNow('2026-01-05T17:00:00.000Z');
  await Promise.all(taken!.calls.map((call) => server.app.calls.place(call)));
  const contacts = await contactsOf(member, campaign);
  const placed = await placedSoFar(member, campaign.configuration_id);
  await dialNow(member);
  const again = await runsOf(member, campaign);
  server.setNow('2026-01-06T09:00:00.000Z');
  const finished = await dialAll(member, campaign);

  expect(taken!.calls).toHaveLength(2);
  expect(placed.map(({ to_number }) => to_number)).toEqual(['+12025550101']);
  expect(contacts.map(({ state, attempts }) => [state, attempts])).toMatchObject([
    ['pending', 0],
    [expect.any(String), 1],
  ]);
  expect(again).toHaveLength(1);
  expect(finished).toMatchObject({ state: 'completed', executed_count: 2 });
});
