import { describe, expect, test } from 'vitest';
import { createSpacing } from '../../../src/telephony/calls/spacing.ts';

describe('A call', () => {
  const pace = { configuration_id: 1, calls_per_second: 10 };

  test('is sent when its turn comes', () => {
    const spacing = createSpacing();

    const sent = [0, 100, 200].map((turn) => spacing.next({ ...pace, turn, now: turn - 5 }));

    expect(sent).toEqual([0, 100, 200]);
  });

  test('whose turn has passed is sent now, and the next ones catch up slowly', () => {
    const spacing = createSpacing();

    const sent = [0, 100, 200, 300].map((turn) => spacing.next({ ...pace, turn, now: 210 }));

    expect(sent).toEqual([210, 307, 404, 501]);
  });

  test('that would be later than allowed is not sent, and takes nothing from the next one', () => {
    const spacing = createSpacing();

    expect(spacing.next({ ...pace, turn: 0, now: 251 })).toBeUndefined();
    expect(spacing.next({ ...pace, turn: 100, now: 251 })).toBe(251);
  });

  test('waits for none of another configuration, and without a pace for none', () => {
    const spacing = createSpacing();
    spacing.next({ ...pace, turn: 0, now: 0 });

    expect(spacing.next({ ...pace, configuration_id: 2, turn: 0, now: 0 })).toBe(0);
    expect(spacing.next({ ...pace, calls_per_second: null, turn: 0, now: 50 })).toBe(0);
  });

  test('waits for those of the second before, which were sent later than they should', () => {
    const spacing = createSpacing();
    const call = { configuration_id: 1, calls_per_second: 2 };
    for (const time of [0, 40, 500]) spacing.sent(call, time);

    expect(spacing.earliest(call)).toBe(1000);
    expect(spacing.earliest({ ...call, configuration_id: 2 })).toBe(0);
    expect(spacing.earliest({ ...call, calls_per_second: null })).toBe(0);
  });
});
