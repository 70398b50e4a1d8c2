import { describe, expect, test } from 'vitest';
import { place } from '../../../src/telephony/calls/jobs.ts';
import { hoursOfWorkflow } from '../../../src/telephony/calling-hours/rules.ts';
import { initiateScheduled } from '../../../src/telephony/scheduled-calls/jobs.ts';
import {
  claimed,
  contactsOf,
  dialAll,
  eventsIn,
  givenCallableCampaign,
  runsOf,
} from '../../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { ended, givenCallable, placedSoFar } from '../calls/given.ts';

const server = ownServer();

const initiate = '/api/v1/telephony/initiate-call';
const to_number = '+12025550100';

const hours = (start_time: string, end_time: string, timezone = 'UTC') => ({
  timezone,
  slots: [0, 1, 2, 3, 4].map((day_of_week) => ({ day_of_week, start_time, end_time })),
});

const setHours = (member: Member, workflow_id: number, calling_hours: unknown) =>
  member.put(`/api/v1/workflow/${workflow_id}`, { workflow_configurations: { calling_hours } });

const setHoursOfAll = (member: Member, all: object) =>
  member.put('/api/v1/organizations/calling-hours', all);

/** Stores what the contract no longer accepts. */
const storeHours = (workflow_id: number, calling_hours: unknown) =>
  server.app.db
    .updateTable('workflows')
    .set({ workflow_configurations: JSON.stringify({ calling_hours }) })
    .where('id', '=', workflow_id)
    .execute();

async function givenHours(calling_hours: object, now: string) {
  const member = await newOrganization({ server });
  const given = await givenCallable(member);
  await setHours(member, given.workflow_id, calling_hours);
  server.setNow(now);
  const body = { workflow_id: given.workflow_id, to_number };
  return {
    member,
    call: (more: object = {}) => member.post(initiate, { ...body, ...more }),
    dryRun: async () => (await member.post('/api/v1/telephony/preview-call', body)).body,
    ...given,
  };
}

describe('hoursOfWorkflow', () => {
  const slot = { day_of_week: 0, start_time: '09:00', end_time: '24:00' };
  const readable = { timezone: 'Europe/Berlin', slots: [slot] };

  test.each([
    ['nothing', undefined, null],
    ['null', null, null],
    ['hours', readable, { enabled: true, ...readable }],
    ['disabled hours', { ...readable, enabled: false }, { enabled: false, ...readable }],
    [
      'a holiday',
      { ...readable, holidays: [{ date: '2026-12-25', name: 'Christmas' }] },
      { enabled: true, ...readable, holidays: [{ date: '2026-12-25', name: 'Christmas' }] },
    ],
  ])('reads %s', (_, stored, expected) => {
    expect(hoursOfWorkflow(stored)).toEqual(expected);
  });

  test.each([
    ['', 'weekdays from 9 to 5'],
    ['', [slot]],
    ['', { ...readable, exceptions: [] }],
    ['.enabled', { ...readable, enabled: 'yes' }],
    ['.timezone', { slots: [slot] }],
    ['.timezone', { ...readable, timezone: 'Mars/Base' }],
    ['.slots', { timezone: 'UTC' }],
    ['.slots', { ...readable, slots: [] }],
    ['.slots', { ...readable, slots: ['09:00-17:00'] }],
    ['.slots', { ...readable, slots: [{ ...slot, day_of_week: 7 }] }],
    ['.slots', { ...readable, slots: [{ ...slot, start_time: '9:00' }] }],
    ['.slots', { ...readable, slots: [{ ...slot, end_time: '25:00' }] }],
    ['.slots', { ...readable, slots: [{ ...slot, end_time: '08:00' }] }],
    ['.slots', { ...readable, slots: [{ ...slot, until: '2026-12-31' }] }],
    ['.holidays', { ...readable, holidays: ['2026-12-25'] }],
    ['.holidays', { ...readable, holidays: [{ date: '25 December', name: 'Christmas' }] }],
  ])('says that calling_hours%s cannot be read of %j', (member, stored) => {
    expect(hoursOfWorkflow(stored)).toMatchObject({
      enabled: true,
      unreadable: `\`calling_hours${member}\` of the workflow's configurations cannot be read.`,
    });
  });
});

describe('calling_hours of a workflow', () => {
  test.each([
    ['a zone that is none', hours('09:00', '17:00', 'Mars/Base'), ['timezone']],
    ['no slot', { timezone: 'UTC', slots: [] }, ['slots']],
    ['a slot over midnight', hours('22:00', '02:00'), ['slots', '0', 'end_time']],
    ['an unknown member', { ...hours('09:00', '17:00'), weekdays: true }, ['weekdays']],
    ['something else', '9 to 5', []],
  ])('are refused with %s', async (_, calling_hours, loc) => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);

    const { status, body } = await setHours(member, workflow_id, calling_hours);

    expect([status, body.detail[0].loc]).toEqual([
      422,
      ['body', 'workflow_configurations', 'calling_hours', ...loc],
    ]);
  });

  test('hold single calls of this workflow until they open where the called person is', async () => {
    const closed = '2026-01-05T08:59:59.999Z';
    const { member, call, dryRun, workflow_id } = await givenHours(hours('09:00', '17:00'), closed);

    const refused = await call();
    const elsewhere = await call({ timezone: 'Europe/Berlin' });
    const { rules, is_accepted: wouldBe } = await dryRun();
    const { body: workflow } = await member.get(`/api/v1/workflow/${workflow_id}`);
    server.setNow('2026-01-05T09:00:00.000Z');
    const accepted = await call();

    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'outside_calling_hours',
        detail:
          "The workflow's calling hours are closed in UTC; no call was placed. They open at 2026-01-05T09:00:00.000Z.",
        hours_of: 'workflow',
        rule: 'slots',
        opens_at: '2026-01-05T09:00:00.000Z',
      },
    ]);
    expect([elsewhere.status, accepted.status]).toEqual([202, 202]);
    expect(wouldBe).toBe(false);
    expect(rules).toContainEqual({
      rule: 'hours',
      status: 'refused',
      code: 'outside_calling_hours',
      message: refused.body.detail,
      until: '2026-01-05T09:00:00.000Z',
    });
    expect(workflow.workflow_configurations.calling_hours).toEqual(hours('09:00', '17:00'));
  });

  test.each([
    ['both are closed', '2026-01-05T05:00:00.000Z', 'organization'],
    ["only the organization's are", '2026-01-05T07:30:00.000Z', 'organization'],
    ["only the workflow's are", '2026-01-05T10:30:00.000Z', 'workflow'],
  ])('open together with those of the organization if %s', async (_, now, hours_of) => {
    const { member, call } = await givenHours(
      {
        timezone: 'UTC',
        slots: [
          { day_of_week: 0, start_time: '07:00', end_time: '10:00' },
          { day_of_week: 0, start_time: '11:00', end_time: '12:00' },
        ],
      },
      now,
    );
    await setHoursOfAll(member, hours('09:00', '17:00'));

    const { body } = await call();

    const opens_at = now < '2026-01-05T09' ? '2026-01-05T09:00' : '2026-01-05T11:00';
    expect(body).toMatchObject({ hours_of, opens_at: `${opens_at}:00.000Z` });
    server.setNow(body.opens_at);
    expect((await call()).status).toBe(202);
  });

  test('are of no effect while they are disabled', async () => {
    const { call } = await givenHours(
      { ...hours('09:00', '17:00'), enabled: false },
      '2026-01-05T03:00:00.000Z',
    );

    expect((await call()).status).toBe(202);
  });

  test('end a single call that was accepted before they closed', async () => {
    const { member, call, configuration_id } = await givenHours(
      hours('09:00', '17:00'),
      '2026-01-05T16:59:59.999Z',
    );
    const { body: late } = await call();
    const { body: inTime } = await call({ timezone: 'America/New_York' });

    server.setNow('2026-01-05T17:00:00.000Z');
    await place(server.app, late.id);
    await place(server.app, inTime.id);

    expect(await ended(member, late)).toMatchObject({
      outcome: 'canceled',
      placed_at: null,
      failure: { code: 'outside_hours', message: expect.stringContaining('calling hours closed') },
    });
    expect((await placedSoFar(member, configuration_id)).map(({ run_id }) => run_id)).toEqual([
      inTime.id,
    ]);
  });

  test('hold a scheduled call until they open', async () => {
    const { member, workflow_id } = await givenHours(
      hours('09:00', '17:00'),
      '2026-01-09T16:00:00.000Z',
    );
    const path = '/api/v1/telephony/scheduled-calls';
    const scheduled_at = '2026-01-09T17:00:00.000Z';
    const { body: scheduled } = await member.post(path, { workflow_id, to_number, scheduled_at });

    server.setNow(scheduled_at);
    await initiateScheduled(server.app);
    const { body: held } = await member.get(`${path}/${scheduled.id}`);
    server.setNow('2026-01-12T09:00:00.000Z');
    await initiateScheduled(server.app);
    const { body: initiated } = await member.get(`${path}/${scheduled.id}`);

    expect(held).toMatchObject({ status: 'scheduled', waits_until: '2026-01-12T09:00:00.000Z' });
    expect(initiated).toMatchObject({ status: 'initiated', waits_until: null });
  });

  test('that cannot be read refuse single and scheduled calls', async () => {
    const { member, call, dryRun, workflow_id } = await givenHours(
      hours('00:00', '24:00'),
      '2026-01-05T10:00:00.000Z',
    );
    const path = '/api/v1/telephony/scheduled-calls';
    const scheduled_at = '2026-01-05T11:00:00.000Z';
    const { body: scheduled } = await member.post(path, { workflow_id, to_number, scheduled_at });
    await storeHours(workflow_id, { from: 9, to: 17 });

    const { status, body } = await call();
    const { rules } = await dryRun();
    server.setNow(scheduled_at);
    await initiateScheduled(server.app);
    const { body: shown } = await member.get(`${path}/${scheduled.id}`);
    const repaired = await setHours(member, workflow_id, hours('00:00', '24:00'));

    expect([status, body]).toMatchObject([
      409,
      {
        code: 'outside_calling_hours',
        detail:
          "The workflow's calling hours are closed because `calling_hours` of the workflow's configurations cannot be read; no call was placed. It is not known when they open.",
        hours_of: 'workflow',
        opens_at: null,
      },
    ]);
    expect(rules).toContainEqual(
      expect.objectContaining({ rule: 'hours', status: 'refused', message: body.detail }),
    );
    expect(shown).toMatchObject({
      status: 'refused',
      refusal: { code: 'outside_calling_hours', message: body.detail },
    });
    expect(repaired.status).toBe(200);
    expect((await call()).status).toBe(202);
  });

  test('that cannot be read end a single call that was accepted before', async () => {
    const { member, call, configuration_id, workflow_id } = await givenHours(
      hours('00:00', '24:00'),
      '2026-01-05T10:00:00.000Z',
    );
    const { body: run } = await call();
    await storeHours(workflow_id, 'always');

    await place(server.app, run.id);

    expect((await ended(member, run)).failure.code).toBe('outside_hours');
    expect(await placedSoFar(member, configuration_id)).toEqual([]);
  });
});

describe('calling_hours of the workflow of a campaign', () => {
  async function givenRunning(calling_hours: object, now: string, campaignOf: object) {
    server.setNow(now);
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, campaignOf);
    await setHours(member, campaign.workflow_id, calling_hours);
    await member.post(`${campaign.path}/start`);
    const first = async () => {
      const { items } = (await member.get(`${campaign.path}/contacts`)).body;
      return (await member.get(`${campaign.path}/contacts/${items[0].id}`)).body;
    };
    return { member, campaign, first };
  }

  test('hold contacts until they, the schedule and the organization allow a call', async () => {
    const { member, campaign, first } = await givenRunning(
      hours('13:00', '17:00'),
      '2026-01-05T08:00:00.000Z',
      {
        digits: ['00', '01'],
        timezones: [null, 'Asia/Kolkata'],
        schedule_config: { enabled: true, ...hours('08:00', '14:00') },
      },
    );
    await setHoursOfAll(member, hours('09:00', '20:00'));
    const times = [
      // Half past one in the afternoon in Kolkata.
      ['2026-01-05T08:00:00.000Z', 1, "The organization's calling hours are closed in UTC."],
      ['2026-01-05T09:00:00.000Z', 1, "The workflow's calling hours are closed in UTC."],
      ['2026-01-05T12:59:59.999Z', 1, "The workflow's calling hours are closed in UTC."],
      ['2026-01-05T14:00:00.000Z', 1, "The campaign's schedule is closed in UTC."],
      ['2026-01-06T13:00:00.000Z', 2, undefined],
    ] as const;

    for (const [now, calls, detail] of times) {
      server.setNow(now);
      await dialAll(member, campaign);
      const { held_by } = await first();
      expect(await runsOf(member, campaign), now).toHaveLength(calls);
      expect([held_by?.code, held_by?.message]).toEqual([detail && 'hours', detail]);
      if (now === '2026-01-05T09:00:00.000Z') {
        expect(held_by.until).toBe('2026-01-05T13:00:00.000Z');
        expect((await member.get(`${campaign.path}/preview`)).body).toMatchObject({
          held: { outside_schedule: 1 },
          next_call_at: '2026-01-05T13:00:00.000Z',
        });
      }
    }

    expect((await member.get(campaign.path)).body.state).toBe('completed');
  });

  test('give back a call that was claimed before they closed', async () => {
    const { member, campaign } = await givenRunning(
      hours('09:00', '17:00'),
      '2026-01-05T16:59:59.999Z',
      { digits: ['00', '01'], timezones: [null, 'America/New_York'] },
    );

    const taken = await claimed(member, campaign);
    server.setNow('2026-01-05T17:00:00.000Z');
    await Promise.all(taken!.calls.map((call) => server.app.calls.place(call)));

    const contacts = await contactsOf(member, campaign);
    const placed = await placedSoFar(member, campaign.configuration_id);
    expect(taken!.calls).toHaveLength(2);
    expect(placed.map(({ to_number }) => to_number)).toEqual(['+12025550101']);
    expect(contacts[0]).toMatchObject({ state: 'pending', attempts: 0 });
  });

  test('that cannot be read pause it, with the reason', async () => {
    const { member, campaign, first } = await givenRunning(
      hours('00:00', '24:00'),
      '2026-01-05T10:00:00.000Z',
      { digits: ['00'] },
    );
    const taken = await claimed(member, campaign);
    await storeHours(campaign.workflow_id, { ...hours('09:00', '17:00'), enabled: 1 });

    await Promise.all(taken!.calls.map((call) => server.app.calls.place(call)));
    const { held_by } = await first();
    const { body: preview } = await member.get(`${campaign.path}/preview`);
    const paused = await dialAll(member, campaign);

    const reason = "`calling_hours.enabled` of the workflow's configurations cannot be read.";
    expect(held_by).toEqual({ code: 'hours', message: reason, until: null });
    expect(preview).toMatchObject({ callable_now: 0, next_call_at: null });
    expect([paused.state, eventsIn(paused).at(-1)]).toEqual(['paused', 'schedule_unreadable']);
    expect(paused.logs.at(-1).message).toContain(reason);
    expect(await placedSoFar(member, campaign.configuration_id)).toEqual([]);
  });
});
