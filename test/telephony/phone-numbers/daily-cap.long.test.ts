import { describe, expect, test } from 'vitest';
import { initiateScheduled } from '../../../src/telephony/scheduled-calls/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { together } from '../../support/together.ts';
import { givenCallable } from '../calls/given.ts';
import { collection, givenNumber } from '../given.ts';

const server = ownServer();

const initiate = '/api/v1/telephony/initiate-call';
const noon = '2026-01-06T12:00:00.000Z';
const midnight = '2026-01-07T00:00:00.000Z';
const to = (index: number): string => `+131255501${String(index).padStart(2, '0')}`;

/** An organization with a pool of numbers that calls can be made from. */
async function givenPool(caps: readonly (number | null)[]) {
  const member = await newOrganization({ server });
  const { workflow_id, configuration_id } = await givenCallable(member, { limit: 100 });
  const path = `${collection}/${configuration_id}/phone-numbers`;
  const numbers: { id: number; phone_number: string }[] = [];
  for (const [index, daily_cap] of caps.entries()) {
    const phone_number = `+1202555020${index}`;
    const { body } = await member.post(path, { phone_number, is_in_pool: true, daily_cap });
    numbers.push(body);
  }
  const call = (index: number, more: object = {}) =>
    member.post(initiate, { workflow_id, to_number: to(index), ...more });
  const calls = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => () => call(from + index));
  const counted = async (): Promise<number[]> =>
    (await member.get(path)).body.items
      .map((row: Record<string, unknown>) => row['calls_today'])
      .toReversed();
  return { member, workflow_id, configuration_id, path, numbers, call, calls, counted };
}

/** A pool of that size, and a number outside it. */
async function givenPoolOf(size: number) {
  const { member, path, configuration_id } = await givenPool([]);
  for (let index = 0; index < size; index++)
    await givenNumber(member, configuration_id, { in_pool: true });
  const spare = `${path}/${await givenNumber(member, configuration_id)}`;
  return { member, path, spare };
}

const audited = async (member: Member): Promise<unknown[]> => {
  const { items } = (await member.get('/api/v1/audit-events?action=phone_number.updated')).body;
  return items.map(({ before, after }: Record<string, unknown>) => [before, after]);
};

describe('initiateCall', () => {
  test('calls each person from the same number of the pool, and different ones from different numbers', async () => {
    const { call, numbers } = await givenPool([null, null, null]);
    const pool = numbers.map(({ phone_number }) => phone_number);

    const first = [];
    for (let index = 0; index < 12; index++) first.push((await call(index)).body.from_number);
    const again = [];
    for (let index = 0; index < 12; index++) again.push((await call(index)).body.from_number);

    expect(again).toEqual(first);
    expect(new Set(first)).toEqual(new Set(pool));
  });

  test('uses the default caller only while the pool is empty', async () => {
    const { member, call, configuration_id, path, numbers } = await givenPool([null]);
    await givenNumber(member, configuration_id, {
      phone_number: '+12025550299',
      is_default_caller: true,
    });

    const withPool = (await call(1)).body.from_number;
    await member.patch(`${path}/${numbers[0]!.id}`, { is_in_pool: false });
    const without = (await call(1)).body.from_number;

    expect([withPool, without]).toEqual([numbers[0]!.phone_number, '+12025550299']);
    expect(await audited(member)).toEqual([[{ in_pool: true }, { in_pool: false }]]);
  });

  test('makes no more calls in a day than the caps allow, however many are requested at once', async () => {
    server.setNow(noon);
    const { member, calls, counted } = await givenPool([2, 3]);

    const answers = await together(member.server, calls(9));

    const [accepted, refused] = [202, 409].map((status) =>
      answers.filter((answer) => answer.status === status),
    );
    expect([accepted!.length, refused!.length]).toEqual([5, 4]);
    expect(refused![0]!.body).toMatchObject({ code: 'daily_cap_reached', resets_at: midnight });
    expect(await counted()).toEqual([2, 3]);
  });

  test('refuses a requested number at its cap, though others have room', async () => {
    server.setNow(noon);
    const { call, numbers } = await givenPool([1, null]);
    const from_number = numbers[0]!.phone_number;

    const answers = [await call(1, { from_number }), await call(2, { from_number })];

    expect(answers.map(({ status }) => status)).toEqual([202, 409]);
    expect(answers[1]!.body.detail).toBe(
      `The caller number ${from_number} has reached the daily cap of calls; no call was placed. The next day begins at ${midnight}.`,
    );
  });

  test('calls again when the day of the calling hours ends', async () => {
    server.setNow(noon);
    const { member, call, counted } = await givenPool([1]);
    const slots = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
      day_of_week,
      start_time: '00:00',
      end_time: '24:00',
    }));
    await member.put('/api/v1/organizations/calling-hours', {
      timezone: 'America/New_York',
      slots,
    });
    const inNewYork = '2026-01-07T05:00:00.000Z';

    await call(1);
    server.setNow(later(inNewYork, -1));
    const before = await call(2);
    server.setNow(inNewYork);
    const emptied = await counted();
    const after = await call(2);

    expect([before.status, before.body.resets_at]).toEqual([409, inNewYork]);
    expect([emptied, after.status]).toEqual([[0], 202]);
  });

  test('shows in a preview which number it would be, and which rule refuses', async () => {
    server.setNow(noon);
    const { member, workflow_id, call, numbers, counted } = await givenPool([1]);
    const ask = () =>
      member.post('/api/v1/telephony/preview-call', { workflow_id, to_number: to(1) });

    const before = (await ask()).body;
    await call(1);
    const after = (await ask()).body;

    expect([before.is_accepted, before.from_number]).toEqual([true, numbers[0]!.phone_number]);
    expect(after.rules).toContainEqual(
      expect.objectContaining({
        rule: 'daily_cap',
        status: 'refused',
        code: 'daily_cap_reached',
        until: midnight,
      }),
    );
    expect(await counted()).toEqual([1]);
  });
});

describe('updatePhoneNumber', () => {
  test('counts the calls of the day when a cap is set, but not those of another day', async () => {
    server.setNow('2026-01-05T23:59:59.000Z');
    const { member, path, numbers, call } = await givenPool([null]);
    await call(1);
    server.setNow(noon);
    await call(2);
    await call(3);
    const own = `${path}/${numbers[0]!.id}`;

    const { body } = await member.patch(own, { daily_cap: 3 });
    const last = await call(4);
    const beyond = await call(5);
    const free = (await member.patch(own, { daily_cap: null })).body;

    expect([body.daily_cap, body.calls_today]).toEqual([3, 2]);
    expect([last.status, beyond.status]).toEqual([202, 409]);
    expect([free.daily_cap, free.calls_today]).toEqual([null, null]);
    expect((await call(6)).status).toBe(202);
  });

  test.each([[0], [10_001], [1.5], ['1']])('refuses a cap of %j', async (daily_cap) => {
    const { member, path, numbers } = await givenPool([null]);

    const answer = await member.patch(`${path}/${numbers[0]!.id}`, { daily_cap });

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'daily_cap']]);
  });

  test('refuses a hundred and first number of a pool', async () => {
    const { member, spare } = await givenPoolOf(100);

    const { status, body } = await member.patch(spare, { is_in_pool: true });

    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect((await member.get(spare)).body.is_in_pool).toBe(false);
  });

  test('and createPhoneNumber make a pool of a hundred together', async () => {
    const { member, path, spare } = await givenPoolOf(99);

    const answers = await together(server, [
      () => member.patch(spare, { is_in_pool: true }),
      () => member.post(path, { phone_number: '+13125550288', is_in_pool: true }),
    ]);

    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  });
});

describe('createPhoneNumber', () => {
  test('refuses a hundred and first number of a pool, and adds it outside', async () => {
    const { member, path } = await givenPoolOf(100);
    const number = { phone_number: '+13125550288' };

    const inPool = await member.post(path, { ...number, is_in_pool: true });
    const outside = await member.post(path, number);

    expect([inPool.status, inPool.body.code]).toEqual([409, 'limit_reached']);
    expect([outside.status, outside.body.is_in_pool]).toEqual([201, false]);
  });
});

test('A scheduled call waits for the next day when its caller numbers have reached their caps', async () => {
  server.setNow(noon);
  const { member, workflow_id, call } = await givenPool([1]);
  const path = '/api/v1/telephony/scheduled-calls';
  const scheduled_at = later(noon, 60_000);
  const { body } = await member.post(path, { workflow_id, to_number: to(1), scheduled_at });
  await call(2);

  server.setNow(scheduled_at);
  await initiateScheduled(server.app);
  const held = (await member.get(`${path}/${body.id}`)).body;
  server.setNow(midnight);
  await initiateScheduled(server.app);

  expect(held).toMatchObject({ status: 'scheduled', waits_until: midnight });
  expect((await member.get(`${path}/${body.id}`)).body.status).toBe('initiated');
});
