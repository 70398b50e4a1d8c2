import { describe, expect, test } from 'vitest';
import { place } from '../../../src/telephony/calls/jobs.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { ended, givenCallable, placedSoFar } from '../calls/given.ts';

const server = ownServer();

const path = '/api/v1/organizations/calling-hours';
const initiate = '/api/v1/telephony/initiate-call';
const to_number = '+12025550100';

const nineToFive = [0, 1, 2, 3, 4].map((day_of_week) => ({
  day_of_week,
  start_time: '09:00',
  end_time: '17:00',
}));
const newYork = { timezone: 'America/New_York', slots: nineToFive };
const callBacks = { min_callback_delay_seconds: 300, max_callbacks_per_day: 3 };
const christmas = { date: '2026-12-25', name: 'Christmas Day' };
/** Every day but for a minute at midnight, or not even that. */
const roundTheClock = (start_time = '00:00') =>
  [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time, end_time: '24:00' }));

describe('getCallingHours', () => {
  test('shows calls at any time before they are set', async () => {
    const member = await newOrganization({ server });

    const { status, body, headers } = await member.get(path);

    expect([status, body]).toEqual([
      200,
      {
        enabled: false,
        timezone: 'UTC',
        slots: [],
        holidays: [],
        ...callBacks,
        updated_at: null,
      },
    ]);
    expect(headers.get('etag')).toMatch(/^"/);
  });
});

describe('updateCallingHours', () => {
  test('replaces them as a whole, for this organization alone, and records it', async () => {
    const member = await newOrganization({ server });
    const other = await newOrganization({ server });

    const set = await member.put(path, { ...newYork, holidays: [christmas] });
    const shown = await member.get(path);
    const replaced = await member.put(path, { timezone: 'UTC', slots: [], enabled: false });

    expect([set.status, set.body]).toEqual([
      200,
      {
        enabled: true,
        ...newYork,
        holidays: [christmas],
        ...callBacks,
        updated_at: expect.any(String),
      },
    ]);
    expect(shown.body).toEqual(set.body);
    expect(replaced.body).toMatchObject({ enabled: false, slots: [], holidays: [] });
    expect((await other.get(path)).body.enabled).toBe(false);
    const { items } = (await member.get('/api/v1/audit-events')).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'calling_hours.updated',
      'calling_hours.updated',
    ]);
    expect(items[1]).toMatchObject({
      subject_type: 'calling_hours',
      subject_id: String(member.organization_id),
      before: { enabled: false, timezone: 'UTC', slots: [], holidays: [] },
      after: { enabled: true, ...newYork, holidays: [christmas] },
    });
  });

  test.each([
    ['a zone that is none', { ...newYork, timezone: '+02:00' }, ['body', 'timezone']],
    ['no slot', { ...newYork, slots: [] }, ['body', 'slots']],
    [
      'a slot over midnight',
      { ...newYork, slots: [{ day_of_week: 0, start_time: '22:00', end_time: '02:00' }] },
      ['body', 'slots', '0', 'end_time'],
    ],
    [
      'a day that does not exist',
      { ...newYork, holidays: [{ date: '2026-02-30', name: 'None' }] },
      ['body', 'holidays', '0', 'date'],
    ],
  ])('refuses %s', async (_, body, loc) => {
    const member = await newOrganization({ server });

    const answer = await member.put(path, body);

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
  });
});

async function givenHours(hours: object, now: string) {
  const member = await newOrganization({ server });
  const given = await givenCallable(member);
  await member.put(path, hours);
  server.setNow(now);
  const call = (more: object = {}) =>
    member.post(initiate, { workflow_id: given.workflow_id, to_number, ...more });
  return { member, call, ...given };
}

const rulesOf = async (member: Member, workflow_id: number, timezone: string) =>
  (await member.post('/api/v1/telephony/preview-call', { workflow_id, to_number, timezone })).body
    .rules as { rule: string }[];

describe('initiateCall', () => {
  // Each just before and just after the hours begin or end where the called person is.
  test.each([
    ['America/New_York', '2026-01-05T13:59:59.999Z', '2026-01-05T14:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-05T03:29:59.999Z', '2026-01-05T03:30:00.000Z'],
    ['Asia/Kathmandu', '2026-01-05T03:14:59.999Z', '2026-01-05T03:15:00.000Z'],
    // On 29 March the clocks go forward: on Monday nine o'clock is an hour earlier in UTC.
    ['Europe/Berlin', '2026-03-30T06:59:59.999Z', '2026-03-30T07:00:00.000Z'],
    // On 1 November they go back.
    ['America/Los_Angeles', '2026-11-02T16:59:59.999Z', '2026-11-02T17:00:00.000Z'],
    // Half an hour of summer time, which ends on 5 April.
    ['Australia/Lord_Howe', '2026-04-05T22:29:59.999Z', '2026-04-05T22:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-04T18:59:59.999Z', '2026-01-04T19:00:00.000Z'],
  ])('is refused in %s until the hours open there', async (timezone, closed, opens_at) => {
    const { member, call, workflow_id, configuration_id } = await givenHours(newYork, closed);

    const refused = await call({ timezone });
    const rule = (await rulesOf(member, workflow_id, timezone)).find(
      ({ rule }) => rule === 'hours',
    );
    server.setNow(opens_at);
    const accepted = await call({ timezone });
    await place(server.app, accepted.body.id);

    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'outside_calling_hours',
        detail: `The organization's calling hours are closed in ${timezone}; no call was placed. They open at ${opens_at}.`,
        rule: 'slots',
        timezone,
        opens_at,
      },
    ]);
    expect(rule).toMatchObject({
      status: 'refused',
      code: 'outside_calling_hours',
      message: refused.body.detail,
      until: opens_at,
    });
    expect(accepted.status).toBe(202);
    expect(await placedSoFar(member, configuration_id)).toHaveLength(1);
  });

  test('is refused in their own zone if that of the called person is unknown', async () => {
    const { call } = await givenHours(newYork, '2026-01-05T08:30:00.000Z');

    const [theirs, unknown] = [await call({ timezone: 'Europe/Berlin' }), await call()];

    expect([theirs.status, unknown.status]).toEqual([202, 409]);
    expect(unknown.body).toMatchObject({
      timezone: 'America/New_York',
      opens_at: '2026-01-05T14:00:00.000Z',
    });
  });

  test('is refused on a holiday, which the answer names', async () => {
    const hours = { ...newYork, holidays: [christmas] };
    const { call } = await givenHours(hours, '2026-12-25T15:00:00.000Z');

    const { status, body } = await call();

    expect([status, body]).toMatchObject([
      409,
      { rule: 'holiday', opens_at: '2026-12-28T14:00:00.000Z' },
    ]);
    expect(body.detail).toContain('on a holiday (Christmas Day)');
  });

  test('is possible through midnight in slots that touch there', async () => {
    const { call } = await givenHours(
      { timezone: 'Europe/Berlin', slots: roundTheClock() },
      '2026-01-05T22:59:59.999Z',
    );

    const before = await call();
    server.setNow('2026-01-05T23:00:00.000Z');
    const after = await call();

    expect([before.status, after.status]).toEqual([202, 202]);
  });

  test('is possible at any time without hours, or with disabled ones', async () => {
    const { member, call } = await givenHours(newYork, '2026-01-04T03:00:00.000Z');

    const closed = await call();
    await member.put(path, { ...newYork, enabled: false });
    const disabled = await call();

    expect([closed.status, disabled.status]).toEqual([409, 202]);
  });

  test('refuses a time zone that is none', async () => {
    const { call } = await givenHours(newYork, '2026-01-05T15:00:00.000Z');

    const { status, body } = await call({ timezone: 'Mars/Base' });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'timezone']]);
  });
});

describe('A single call that was accepted', () => {
  test('is not placed once the hours have closed where the called person is', async () => {
    const { member, call, configuration_id } = await givenHours(
      newYork,
      '2026-01-05T16:59:59.999Z',
    );
    const { body: late } = await call({ timezone: 'Europe/London' });
    const { body: inTime } = await call();

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
});
