import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { advisoryLocks } from '../../src/db/advisory-locks.ts';

test('No two advisory locks share a number', () => {
  const numbers = Object.values(advisoryLocks);

  expect(new Set(numbers).size).toBe(numbers.length);
});

test('Every statement that takes an advisory lock has its number from the list', () => {
  // `process-lock.ts` gets it from its caller.
  const taking = globSync('src/**/*.ts', { exclude: ['src/db/process-lock.ts'] })
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([, text]) => /advisory_(xact_)?lock|\bexclusive\(/.test(text));

  expect(taking.length).toBeGreaterThan(10);
  expect(
    taking.filter(([, text]) => !/lockKey\('|advisoryLocks\./.test(text)).map(([f]) => f),
  ).toEqual([]);
});
