import { describe, expect, test } from 'vitest';
import { createSpacing } from '../../../src/telephony/calls/spacing.ts';

/** A spacing, and the times at which calls pass; undefined: too late. The process wakes up late by the given time. */
function given({ lateBy = 0 } = {}) {
  let time = 0;
  const until = async (to: number) => void (time = Math.max(time, to + lateBy));
  const spacing = createSpacing({ now: () => time, until });
  const call = { configuration_id: 1, calls_per_second: 10 as number | null };
  const setTime = (to: number) => void (time = to);
  const pass = async (
    at: number,
    other: Partial<typeof call> & { readonly ahead?: number } = {},
  ) => {
    const { ahead = 0, ...changed } = other;
    const passes = await spacing.pass({ ...call, ...changed, at, clock: time + ahead });
    return passes ? time : undefined;
  };
  return { setTime, pass };
}

describe('A call', () => {
  test('is sent at its slot', async () => {
    const { pass } = given();

    expect([await pass(0), await pass(100), await pass(200)]).toEqual([0, 100, 200]);
  });

  test('whose slot has passed is sent now, and the next ones catch up slowly', async () => {
    const { pass, setTime } = given();
    setTime(210);

    const sent = [await pass(0), await pass(100), await pass(200), await pass(300)];

    expect(sent).toEqual([210, 307, 404, 501]);
  });

  test('that would be later than allowed is not sent, and delays no other', async () => {
    const { pass, setTime } = given();
    setTime(251);

    expect([await pass(0), await pass(100)]).toEqual([undefined, 251]);
  });

  test('waits for those of the second before, which were sent later than they should', async () => {
    const late = given({ lateBy: 200 });
    await late.pass(0, { calls_per_second: 1 });

    // The first was sent at 200, so the second waits from 1000 until 1160, and wakes up late.
    expect(await late.pass(1000, { calls_per_second: 1 })).toBe(1200);
    expect(await late.pass(1400, { calls_per_second: 1 })).toBeUndefined();
  });

  test('waits for none of another configuration, and without a pace for none', async () => {
    const { pass, setTime } = given();
    await pass(0);
    setTime(50);

    expect(await pass(0, { configuration_id: 2 })).toBe(50);
    expect(await pass(0, { calls_per_second: null })).toBe(50);
  });

  test.each([
    ['the clock was set ahead', { ahead: 100_000 }],
    ['the clock was set back', { ahead: -100_000 }],
    ['the pace was changed', { calls_per_second: 0.02 }],
  ])('waits for none that was sent before %s', async (_, change) => {
    const { pass } = given();
    await pass(0, { calls_per_second: 0.01 });

    expect(await pass(10, { calls_per_second: 0.01, ...change })).toBe(10);
  });
});
