import { describe, expect, test } from 'vitest';
import {
  canUpdate,
  defaultCircuitBreaker,
  defaultRetryConfig,
  settingsOf,
} from '../../src/campaigns/rules.ts';
import { hoursFaults } from '../../src/time/hours-rules.ts';
import { isZone } from '../../src/time/zone-rules.ts';

test.each([
  ['created', true],
  ['running', true],
  ['paused', true],
  ['completed', false],
  ['canceled', false],
] as const)('A campaign that is %s can be updated: %s', (state, can) => {
  expect(canUpdate(state)).toBe(can);
});

describe('Settings', () => {
  test('that are not sent are absent', () => {
    expect(settingsOf({})).toEqual({});
  });

  test('are complete: missing members have their defaults', () => {
    expect(settingsOf({ retry_config: {}, circuit_breaker: { window_seconds: 60 } })).toEqual({
      retry_config: defaultRetryConfig,
      circuit_breaker: { ...defaultCircuitBreaker, window_seconds: 60 },
    });
  });

  test('may be false and null', () => {
    const slots = [{ day_of_week: 0, start_time: '09:00', end_time: '17:00' }];
    expect(settingsOf({ schedule_config: null })).toEqual({ schedule_config: null });
    expect(settingsOf({ schedule_config: { timezone: 'UTC', slots } })).toEqual({
      schedule_config: { enabled: true, timezone: 'UTC', slots },
    });
    expect(settingsOf({ retry_config: { enabled: false } }).retry_config?.enabled).toBe(false);
  });
});

describe('A schedule', () => {
  const slot = (start_time: string, end_time: string) => ({ day_of_week: 0, start_time, end_time });
  const faults = (timezone: string, slots: ReturnType<typeof slot>[], enabled?: boolean) =>
    hoursFaults(
      { timezone, slots, ...(enabled !== undefined && { enabled }) },
      { at: ['body', 'schedule_config'], isZone },
    ).map(({ loc }) => loc.slice(2).join('.'));

  test.each([
    ['America/New_York', [slot('09:00', '17:00')]],
    ['UTC', [slot('00:00', '24:00')]],
    ['Australia/Lord_Howe', [slot('09:00', '09:01'), slot('09:00', '17:00')]],
    ['Etc/GMT+5', [slot('23:59', '24:00')]],
  ])('in %s with %j is valid', (zone, slots) => {
    expect(faults(zone, slots)).toEqual([]);
  });

  test.each([
    ['Mars/Base', [slot('09:00', '17:00')], ['timezone']],
    ['+02:00', [slot('09:00', '17:00')], ['timezone']],
    ['UTC', [], ['slots']],
    ['UTC', [slot('09:00', '09:00')], ['slots.0.end_time']],
    ['UTC', [slot('09:00', '17:00'), slot('22:00', '02:00')], ['slots.1.end_time']],
    ['', [slot('10:00', '09:59')], ['timezone', 'slots.0.end_time']],
  ])('in %j with %j is invalid', (zone, slots, expected) => {
    expect(faults(zone, slots)).toEqual(expected);
  });

  test('that is disabled needs no slots', () => {
    expect(faults('UTC', [], false)).toEqual([]);
  });
});
