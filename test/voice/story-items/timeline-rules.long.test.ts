import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  durationMs,
  endMs,
  inLine,
  inOrder,
  lengthMs,
  nextStartMs,
  parts,
  type Placed,
  spanOf,
  trimFault,
} from '../../../src/voice/story-items/timeline-rules.ts';

const rates = fc.constantFrom(8000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000);

/** Items that play something, of audio of up to two seconds whose length is not a whole number of milliseconds. */
const placed: fc.Arbitrary<Placed> = fc
  .record({
    frames: fc.integer({ min: 40, max: 88_200 }),
    rate: rates,
    start_time_ms: fc.integer({ min: 0, max: 21_000_000 }),
    track: fc.integer({ min: 0, max: 3 }),
    trims: fc.tuple(fc.nat(), fc.option(fc.nat(), { nil: 0 })),
  })
  .map(({ frames, rate, start_time_ms, track, trims }) => {
    const duration = frames / rate;
    const whole = durationMs(duration);
    const trim_start_ms = trims[0] % whole;
    return {
      start_time_ms,
      track,
      trim_start_ms,
      trim_end_ms: trims[1] % (whole - trim_start_ms),
      duration,
    };
  });

/** What a version has more or fewer samples than the original: echoes, or another way to speak. */
const change = fc.integer({ min: -300, max: 3000 });

interface Played {
  readonly rate: number;
  readonly more?: number;
}

/** Which sample of its audio an item plays at each sample of the timeline. */
function heard(item: Placed, { rate, more = 0 }: Played): Map<number, number> {
  const frames = Math.max(0, Math.floor(item.duration * rate) + more);
  const { from, to, origin } = spanOf(item, { rate, frames });
  const samples = new Map<number, number>();
  for (let t = from; t < to; t++) samples.set(t, t - origin);
  return samples;
}

describe('The parts of an item', () => {
  test('play the same samples at the same times as the item did, each once, of every version', () => {
    fc.assert(
      fc.property(placed, fc.nat(), rates, change, (item, n, rate, more) => {
        const length = lengthMs(item);
        fc.pre(length > 1);
        const split = parts(item, item.start_time_ms + 1 + (n % (length - 1)));
        const all = heard(item, { rate, more });
        const [first, second] = [
          heard({ ...item, ...split?.first }, { rate, more }),
          heard({ ...item, ...split?.second }, { rate, more }),
        ];

        expect(first.size + second.size).toBe(all.size);
        expect(new Map([...first, ...second])).toEqual(all);
      }),
    );
  });

  test('are split again into parts that play the same', () => {
    const item = { start_time_ms: 7, track: 0, trim_start_ms: 3, trim_end_ms: 1, duration: 1.0007 };
    const outer = parts(item, 500)!;
    const inner = parts({ ...item, ...outer.second }, 731)!;
    const all = [
      { ...item, ...outer.first },
      { ...item, ...outer.second, ...inner.first },
      { ...item, ...outer.second, ...inner.second },
    ].flatMap((part) => [...heard(part, { rate: 11_025 })]);

    expect(all).toEqual([...heard(item, { rate: 11_025 })]);
  });

  test.each([100, 0, 2500, 9000])('do not exist at %d, outside of the item', (at_ms) => {
    const item = {
      start_time_ms: 100,
      track: 0,
      trim_start_ms: 50,
      trim_end_ms: 50,
      duration: 2.5,
    };

    expect(parts(item, at_ms)).toBeUndefined();
  });
});

describe('What an item plays', () => {
  test('lies within its audio', () => {
    fc.assert(
      fc.property(placed, rates, change, (item, rate, more) => {
        const samples = [...heard(item, { rate, more }).values()];

        expect(samples.at(0) ?? 0).toBeGreaterThanOrEqual(0);
        expect(samples.at(-1) ?? 0).toBeLessThan(
          Math.max(1, Math.floor(item.duration * rate) + more),
        );
      }),
    );
  });

  test('is shifted as a whole by whole milliseconds where they are whole samples', () => {
    fc.assert(
      fc.property(placed, fc.integer({ min: 0, max: 10_000 }), (item, by) => {
        const copy = { ...item, start_time_ms: item.start_time_ms + by };
        const shifted = [...heard(item, { rate: 8000 })].map(([t, sample]) => [t + by * 8, sample]);

        expect([...heard(copy, { rate: 8000 })]).toEqual(shifted);
      }),
    );
  });

  test('is cut by a trim from the start, and nothing else', () => {
    fc.assert(
      fc.property(placed, fc.nat(), change, (item, front, more) => {
        const cut = front % lengthMs(item);
        const trimmed = { ...item, trim_start_ms: item.trim_start_ms + cut };
        const samples = [...heard(item, { rate: 16_000, more }).values()];

        expect([...heard(trimmed, { rate: 16_000, more }).values()]).toEqual(
          samples.slice(cut * 16),
        );
      }),
    );
  });

  test('ends with a trim where the original has that much left', () => {
    const item = { start_time_ms: 0, track: 0, trim_start_ms: 0, trim_end_ms: 400, duration: 2 };

    for (const more of [0, 5000])
      expect(heard(item, { rate: 8000, more })).toHaveProperty('size', 1600 * 8);
    expect(heard(item, { rate: 8000, more: -4000 })).toHaveProperty('size', 1500 * 8);
  });

  test('goes on with echoes after the end without a trim', () => {
    const item = { start_time_ms: 0, track: 0, trim_start_ms: 500, trim_end_ms: 0, duration: 2 };

    expect(heard(item, { rate: 8000, more: 5000 })).toHaveProperty('size', 1500 * 8 + 5000);
  });
});

describe('durationMs', () => {
  test.each([
    [1.1, 1100],
    [3.84, 3840],
    [0, 0],
    [0.000_02, 1],
    [1 / 3, 334],
    [21_600, 21_600_000],
  ])('of %d s is %d', (seconds, ms) => {
    expect(durationMs(seconds)).toBe(ms);
  });
});

const item = (id: string, start_time_ms: number, track = 0) => ({
  id,
  start_time_ms,
  track,
  trim_start_ms: 100,
  trim_end_ms: 0,
  duration: 1,
});

describe('nextStartMs', () => {
  test.each([
    [0, 5900],
    [1, 2100],
    [2, 0],
  ])('on track %d is %d', (track, start) => {
    const items = [item('long', 4800), item('a', 0), item('b', 1000, 1)];

    expect(nextStartMs(items, track)).toBe(start);
  });
});

describe('inLine', () => {
  test('puts each item after the one before, from where the earliest was', () => {
    const line = inLine([item('c', 5000), item('a', 300), item('b', 700)]);

    expect(line.map(({ id, start_time_ms }) => [id, start_time_ms])).toEqual([
      ['c', 300],
      ['a', 1400],
      ['b', 2500],
    ]);
    expect(inLine(line)).toEqual(line);
    expect(line.slice(1).every((each, n) => each.start_time_ms - endMs(line[n]!) === 200)).toBe(
      true,
    );
  });
});

describe('inOrder', () => {
  const onTrack = [item('a', 0), item('b', 0), item('c', 0)];

  test('sorts the items as the ids are, in whatever case', () => {
    expect(inOrder(onTrack, ['C', 'a', 'b']).items?.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  test.each([
    [['a', 'b'], 1, 0],
    [['a', 'b', 'c', 'd'], 0, 1],
    [['a', 'b', 'x'], 1, 1],
    [['a', 'A', 'b'], 1, 1],
  ])('says by how many %j differs', (ids, lacking, foreign) => {
    expect(inOrder(onTrack, ids)).toEqual({ lacking, foreign });
  });
});

describe('trimFault', () => {
  test.each([
    [2499, 0, undefined],
    [0, 2499, undefined],
    [2500, 0, "The trims are 2500 ms together; they must be less than the audio's 2500 ms."],
    [1250, 1250, "The trims are 2500 ms together; they must be less than the audio's 2500 ms."],
  ])('of %d and %d', (trim_start_ms, trim_end_ms, fault) => {
    expect(trimFault({ ...item('a', 0), trim_start_ms, trim_end_ms, duration: 2.5 })).toBe(fault);
  });
});
