import { describe, expect, test } from 'vitest';
import { canPublish, etagOf, ifMatchAllows, nameOfCopy } from '../../src/workflows/rules.ts';

describe('etagOf', () => {
  test('names the workflow and its revision', () => {
    expect(etagOf({ id: 7, revision: 3 })).toBe('"7-3"');
  });
});

describe('ifMatchAllows', () => {
  test.each([
    [undefined, true],
    ['*', true],
    ['"7-3"', true],
    ['"7-2", "7-3"', true],
    ['"7-2","7-3"', true],
    ['"a, b", "7-3"', true],
    ['W/"7-2", "7-3"', true],
    ['"7-2"', false],
    ['"7-33"', false],
    ['"17-3"', false],
    ['W/"7-3"', false],
    ['"7-2", W/"7-3"', false],
    ['"7-2, 7-3"', false],
    ['7-3', false],
    ['"*"', false],
    ['""', false],
  ])('%j on "7-3": %j', (header, allowed) => {
    expect(ifMatchAllows(header, '"7-3"')).toBe(allowed);
  });
});

describe('canPublish', () => {
  test.each([
    ['active', true],
    ['archived', false],
  ] as const)('%s: %j', (status, can) => {
    expect(canPublish(status)).toBe(can);
  });
});

describe('nameOfCopy', () => {
  test.each([
    ['Renewal', 'Renewal (copy)'],
    ['Renewal (copy)', 'Renewal (copy) (copy)'],
    ['x'.repeat(93), `${'x'.repeat(93)} (copy)`],
    ['x'.repeat(94), `${'x'.repeat(93)} (copy)`],
    ['𝕏'.repeat(100), `${'𝕏'.repeat(93)} (copy)`],
  ])('of %s: %s', (name, copy) => {
    expect(nameOfCopy(name)).toBe(copy);
  });
});
