import { describe, expect, test } from 'vitest';
import { isZone } from '../../src/time/zone-rules.ts';

describe('A time zone', () => {
  // Each of them takes milliseconds.
  const some = Intl.supportedValuesOf('timeZone').filter((_, at) => at % 12 === 0);

  test.each(some)('is known by the name %s, in this case', (name) => {
    expect(isZone(name)).toBe(true);
    expect([name.toLowerCase(), name.toUpperCase()].filter(isZone)).toEqual(
      [name].filter((each) => each === each.toUpperCase()),
    );
  });

  test.each([
    'US/Eastern',
    'Asia/Kolkata',
    'Europe/Kyiv',
    'Etc/UTC',
    'Etc/GMT+1',
    'EST5EDT',
    'GB-Eire',
    'America/Argentina/ComodRivadavia',
    'America/Indiana/Knox',
    'Zulu',
  ])('is known by its link %s', (name) => {
    expect(isZone(name)).toBe(true);
    expect([name.toLowerCase(), `${name.slice(0, -1)}~`].filter(isZone)).toEqual([]);
  });

  test.each(['uS/Eastern', 'US/EASTERN', 'asia/Kolkata', 'Asia/KOLKATA', 'etc/utc', 'zulu'])(
    'has one spelling, which is not %s',
    (name) => {
      expect(isZone(name)).toBe(false);
    },
  );
});
