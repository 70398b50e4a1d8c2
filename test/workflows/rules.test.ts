import { describe, expect, test } from 'vitest';
import { canPublish, nameOfCopy } from '../../src/workflows/rules.ts';

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
