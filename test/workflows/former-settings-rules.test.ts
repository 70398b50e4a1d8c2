import { describe, expect, test } from 'vitest';
import { keptFor, maxFormer } from '../../src/workflows/rules.ts';
import { later } from '../../src/timestamp.ts';

const now = '2026-11-28T10:00:00.000Z';
const reaching = ['destinations', 'scopes'];
const former = { destinations: ['a'], voice: 'calm' };
const change = { former, sent: { destinations: ['b'] }, reaching, isPerson: false, now };
const ago = (ms: number) => ({ until: later(now, -ms), settings: { destinations: ['z'] } });

describe('keptFor', () => {
  test('keeps of what a key replaces what a call reaches others by', () => {
    expect(keptFor([], change)).toEqual([{ until: now, settings: { destinations: ['a'] } }]);
  });

  test('keeps nothing of what a key leaves as it was', () => {
    const sent = { destinations: ['a'], voice: 'loud' };

    expect(keptFor([ago(5)], { ...change, sent })).toEqual([ago(5)]);
  });

  test('keeps that a member was missing', () => {
    const sent = { ...former, scopes: ['act'] };

    expect(keptFor([], { ...change, sent })).toEqual([
      { until: now, settings: { destinations: ['a'] } },
    ]);
  });

  test('forgets all of it when a person sets the settings', () => {
    expect(keptFor([ago(5)], { ...change, sent: former, isPerson: true })).toEqual([]);
  });

  test('forgets what no call in progress began before', () => {
    expect(keptFor([ago(86_400_001), ago(5)], change).map(({ until }) => until)).toEqual([
      ago(5).until,
      now,
    ]);
  });

  test('lets the older settings count longer when there are too many changes', () => {
    const many = Array.from({ length: maxFormer }, (_, index) => ({
      until: later(now, index - 100),
      settings: { destinations: [String(index)] },
    }));

    const kept = keptFor(many, change);

    expect(kept).toHaveLength(maxFormer);
    expect(kept.at(-1)).toEqual({ ...many.at(-1), until: now });
  });
});
