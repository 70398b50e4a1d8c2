import { describe, expect, test } from 'vitest';
import { canDisable, canEnable, canRevoke, faultsIn } from '../../src/approvals/rules.ts';

const now = '2026-03-01T12:00:00.000Z';
const destination = { kind: 'campaign', value: '1' };

describe('the changes of a policy', () => {
  test.each([
    ['active', { revoke: true, disable: true, enable: false }],
    ['disabled', { revoke: true, disable: false, enable: true }],
    ['revoked', { revoke: false, disable: false, enable: false }],
    ['exhausted', { revoke: false, disable: false, enable: false }],
    ['expired', { revoke: false, disable: false, enable: false }],
  ] as const)('allowed by the status %s', (status, allowed) => {
    expect({
      revoke: canRevoke(status),
      disable: canDisable(status),
      enable: canEnable(status),
    }).toEqual(allowed);
  });
});

describe('faultsIn', () => {
  test.each([
    ['2026-03-01T12:00:00.001Z', undefined],
    ['2026-03-01T12:00:00.002Z', '2026-03-01T12:00:00.001Z'],
    ['2026-03-01t14:00:00.001+02:00', '1999-12-31T23:59:59Z'],
    ['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z'],
  ])('finds no fault in a window to %s from %s', (expires_at, not_before) => {
    const policy = { expires_at, destination, ...(not_before === undefined ? {} : { not_before }) };

    expect(faultsIn(policy, now)).toEqual([]);
  });

  test.each([
    ['2026-03-01T12:00:00.000Z', '2026-02-01T00:00:00Z', ['expires_at']],
    ['2026-03-01T13:59:59.999+02:00', '2026-02-01T00:00:00Z', ['expires_at']],
    ['2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z', ['not_before']],
    ['2026-04-01T00:00:00.0009Z', '2026-04-01T00:00:00.0001Z', ['not_before']],
    ['2026-04-01T00:00:00Z', '2026-04-01T00:00:01Z', ['not_before']],
    ['2026-02-01T00:00:00Z', '2026-02-01T00:00:01Z', ['expires_at', 'not_before']],
    ['2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z', ['not_before', 'expires_at']],
    ['9999-12-31T23:59:59-01:00', '2026-01-01T00:00:00Z', ['expires_at']],
    ['2026-04-01T00:00:00Z', '0001-01-01T00:00:00+01:00', ['not_before']],
  ])('finds a fault in a window to %s from %s', (expires_at, not_before, members) => {
    const faults = faultsIn({ expires_at, not_before, destination }, now);

    expect(faults.map(({ loc, type }) => [loc, type])).toEqual(
      members.map((member) => [['body', member], 'value_error']),
    );
  });

  test("accepts a campaign's id that is sent only as the destination", () => {
    const destinations = [
      { kind: 'campaign', value: '7' },
      { kind: 'campaign', value: '8' },
      { kind: 'e164_prefix', value: '+8' },
    ];
    const faults = destinations.map((to) =>
      faultsIn({ expires_at: '2026-04-01T00:00:00Z', target_id: 7, destination: to }, now),
    );

    expect(faults).toEqual([
      [],
      [expect.objectContaining({ loc: ['body', 'destination', 'value'], type: 'value_error' })],
      [],
    ]);
  });
});
